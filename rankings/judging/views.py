"""The judges' pages. Rules are in the services beside this file."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rankings.access import managed, open_judge, signed_in
from rankings.judging.answers import UnreadableDraftError, draft_of, keep_draft, read_draft
from rankings.judging.edit_marks import written_marks
from rankings.judging.handing_in import go_on, hand_in, leave_out
from rankings.judging.pages import found_page, item_page, texts_direction
from rankings.judging.preferences import UnreadablePreferencesError, keep_preferences
from rankings.judging.sheets import (
    Sheet,
    SheetOutput,
    SheetPage,
    has_context,
    open_assignment,
    open_sheet,
    open_sheet_page,
    with_neighbours,
)
from rankings.judging.standing import ending_of, finished_after, finished_before, own_answers, task_of
from rankings.judging.submission import OwnRanking, own_ranking
from rankings.judging.survey_steps import AFTER, BEFORE, SurveyFirst, begin_item, is_asked_last, survey_steps
from rankings.judging.turns import MOST_TIMES, postpone
from rankings.models import Assignment, Campaign, Item, Judge


@login_required
@require_safe
@never_cache
def task(request: HttpRequest, slug: str) -> HttpResponse:
    """The judge's task and its progress."""
    judge = open_judge(signed_in(request), slug)
    shown = task_of(judge)
    if ending_of(shown) is not None:
        return redirect("judging:end", slug)
    context = {
        "task": shown,
        "campaign": judge.campaign,
        "survey": survey_steps(shown),
        "has_context": has_context(judge.campaign),
    }
    return render(request, "judging/task.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def next_item(request: HttpRequest, slug: str) -> HttpResponse:
    """Go to the item that the judge should do now."""
    judge = open_judge(signed_in(request), slug)
    if request.method != "POST":  # a reload, or signing in came in between
        return redirect("judging:task", slug)
    try:
        assignment = begin_item(judge)
    except SurveyFirst:
        return redirect("judging:survey", slug, BEFORE)
    if assignment is None:
        return redirect("judging:task", slug)
    return redirect("judging:item", slug, assignment.key)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def item(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Show an item to its judge, or take the judge's ranking."""
    if request.method == "POST":
        return hand_in(request, slug, key)
    page = open_sheet_page(signed_in(request), slug, key)
    if page.sheet.assignment.state == Assignment.State.LENT and not page.sheet.is_open:
        return redirect("judging:task", slug)
    return render(request, "judging/item.html", found_page(page, back_to_list="list" in request.GET))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def skip(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Flag an item, with its ranks or without."""
    if request.method == "POST":
        return leave_out(request, slug, key)
    # Signing in leads back here.
    open_sheet(signed_in(request), slug, key)
    return redirect("judging:item", slug, key)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def later(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Skip an item for now."""
    sheet = open_sheet(signed_in(request), slug, key)
    if request.method != "POST":
        return redirect("judging:item", slug, key)
    if sheet.is_open and postpone(sheet.assignment, timezone.now()):
        said = _("Skipped for now. It comes back later, unless other judges have taken it.")
    elif sheet.is_open and sheet.assignment.state == Assignment.State.LENT:
        said = _("This item has come back twice. Please rank it, or flag it if you cannot.")
        messages.warning(request, said)
        return redirect("judging:item", slug, key)
    else:
        said = ""
    return go_on(request, sheet, said, answered=False)


@login_required
@require_safe
@never_cache
def previous(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Go to the item that the judge finished before this one."""
    judge = open_judge(signed_in(request), slug)
    earlier = finished_before(judge, key)
    return redirect("judging:item", slug, earlier.key) if earlier else redirect("judging:mine", slug)


@login_required
@require_safe
@never_cache
def following(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Go to the item that the judge finished after this one, or to the one that is begun."""
    judge = open_judge(signed_in(request), slug)
    answer = finished_after(judge, key)
    return redirect("judging:item", slug, answer.key) if answer else redirect("judging:task", slug)


@login_required
@require_safe
@never_cache
def mine(request: HttpRequest, slug: str) -> HttpResponse:
    """The judge's own finished items."""
    judge = open_judge(signed_in(request), slug)
    page, answers = own_answers(judge, request.GET.get("page"))
    is_open = judge.campaign.state == Campaign.State.OPEN
    context = {
        "campaign": judge.campaign,
        "direction": texts_direction(judge.campaign),
        "page": page,
        "answers": answers,
        "is_open": is_open,
    }
    return render(request, "judging/mine.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def draft(request: HttpRequest, slug: str, key: UUID) -> JsonResponse:
    """Keep the draft of an item (200), or return the newer one (409) and whether the item is finished."""
    person = signed_in(request)
    if request.method != "POST":
        return _stands(open_sheet(person, slug, key))
    assignment = open_assignment(person, slug, key)
    try:
        draft = read_draft(request.body, len(assignment.order))
    except UnreadableDraftError:
        return JsonResponse({"error": "This is no draft of the item."}, status=400)
    if keep_draft(assignment, draft):
        return JsonResponse({"revision": draft.revision})
    sheet = open_sheet(person, slug, key)
    stands = draft_of(sheet.assignment, draft.base, len(sheet.outputs))
    if stands and (stands.ranks, stands.marks) == (draft.ranks, draft.marks):
        # What a page sent on its way out comes again from the page that was loaded after it.
        return JsonResponse({"revision": stands.revision})
    return _stands(sheet, status=409)


@login_required
@require_POST
@never_cache
def preferences(request: HttpRequest, slug: str) -> JsonResponse:
    """Keep the judge's preferences."""
    judge = open_judge(signed_in(request), slug)
    try:
        return JsonResponse(keep_preferences(judge, request.body))
    except UnreadablePreferencesError:
        return JsonResponse({"error": "No preference was set."}, status=400)


def _stands(sheet: Sheet, status: int = 200) -> JsonResponse:
    """The state on the server: ranks and marks by row, draft numbers, whether the item takes ranks."""
    own = own_ranking(sheet)
    kept = draft_of(sheet.assignment, own.revision, len(sheet.outputs))
    answer: dict[str, Any] = {
        "revision": sheet.assignment.draft_revision,
        "base": own.revision,
        "ranks": list(kept.ranks if kept else own.ranks),
        "finished": sheet.assignment.state != Assignment.State.LENT,
        "closed": not sheet.is_open,
    }
    if sheet.campaign.marks_edits:
        answer["marks"] = kept.marks if kept else written_marks(own.marks)
    return JsonResponse(answer, status=status)


@login_required
@require_safe
@never_cache
def end(request: HttpRequest, slug: str) -> HttpResponse:
    """The code that a participant takes back. Whoever is not at the end goes to the task."""
    task = task_of(open_judge(signed_in(request), slug))
    ending = ending_of(task)
    if ending is None:
        return redirect("judging:task", slug)
    if is_asked_last(task):
        return redirect("judging:survey", slug, AFTER)
    context = {"task": task, "campaign": task.campaign, "ending": ending, "survey": survey_steps(task)}
    return render(request, "judging/ending.html", context)


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
    return with_neighbours(Sheet(assignment, outputs), 0, campaign.judge_quota)
