"""A manager looks at an item as judges see it. Nothing is lent, and nothing is stored."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rankings.access import managed
from rankings.judging.pages import item_page
from rankings.judging.sheets import Sheet, SheetOutput, SheetPage
from rankings.judging.slots import MOST_TIMES
from rankings.judging.submission import OwnRanking
from rankings.models import Assignment, Campaign, Item, Judge, Sentence

LARGEST_NUMBER = 2**31 - 1


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def item_as_judge(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The judging page of one item. What is sent from it is thrown away."""
    campaign = managed(request, slug).campaign
    if number > LARGEST_NUMBER:
        raise Http404
    items = Item.objects.filter(campaign=campaign, number=number, original=None)
    item = items.select_related("sentence").first()
    # Judges are never shown an item with a single output.
    if item is None or item.outputs.count() < 2:
        raise Http404
    if request.method == "POST":
        messages.info(request, "This was a preview: nothing was stored.")
        return redirect("item-as-judge", slug, number)
    page = _page_of(campaign, item)
    context = item_page(page, OwnRanking((None,) * len(page.sheet.outputs)))
    return render(request, "judging/item_as_judge.html", {**context, "item_number": number})


def _page_of(campaign: Campaign, item: Item) -> SheetPage:
    """The page that a judge would get who has done nothing yet, made of rows that are not in the database."""
    # As it will be when judges come; what a campaign tells each of them about their own work is left out.
    campaign.state = Campaign.State.OPEN
    campaign.shows_active_time = False
    outputs = tuple(SheetOutput(output.pk, output.text) for output in item.outputs.order_by("position"))
    now = timezone.now()
    assignment = Assignment(
        item=item,
        judge=Judge(campaign=campaign, name=""),
        order=list(range(len(outputs))),
        lent_at=now,
        lease_expires_at=now,
        # It cannot be skipped for now: there is nobody to whom it would come back.
        times_postponed=MOST_TIMES,
    )
    sentence = item.sentence
    near = Sentence.objects.filter(
        document=sentence.document_id, index__in=(sentence.index - 1, sentence.index + 1)
    )
    texts = dict(near.values_list("index", "text"))
    return SheetPage(
        sheet=Sheet(assignment, outputs),
        before=texts.get(sentence.index - 1, ""),
        after=texts.get(sentence.index + 1, ""),
        done=0,
        total=campaign.items.filter(purpose=Item.Purpose.JUDGING, retired_at=None).count(),
    )
