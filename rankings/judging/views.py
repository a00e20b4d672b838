"""The judges' pages. Rules are in the services beside this file."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rankings.campaigns.access import open_judge
from rankings.campaigns.pages import signed_in
from rankings.judging.answers import read_flag, read_ranks, read_visit
from rankings.judging.assignment import next_assignment
from rankings.judging.ending import ending_of
from rankings.judging.pages import item_page
from rankings.judging.sheets import Sheet, open_sheet, open_sheet_page
from rankings.judging.standing import finished_before, own_answers, task_of
from rankings.judging.submission import (
    CampaignNotOpenError,
    UnrankedOutputsError,
    current_ranks,
    set_aside,
    submit_ranking,
)
from rankings.models import Assignment, Campaign


@login_required
@require_safe
@never_cache
def task(request: HttpRequest, slug: str) -> HttpResponse:
    """What the judge is asked to do and how far it has come."""
    judge = open_judge(signed_in(request), slug)
    shown = task_of(judge)
    if ending_of(shown) is not None:
        return redirect("judging:end", slug)
    return render(request, "judging/task.html", {"task": shown, "campaign": judge.campaign})


@login_required
@require_POST
def next_item(request: HttpRequest, slug: str) -> HttpResponse:
    """Go to the item that the judge should do now."""
    judge = open_judge(signed_in(request), slug)
    assignment = next_assignment(judge)
    if assignment is None:
        return redirect("judging:task", slug)
    return redirect("judging:item", slug, assignment.key)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def item(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Show an item to its judge, or take the judge's ranking."""
    if request.method == "POST":
        return _take_ranking(request, slug, key)
    page = open_sheet_page(signed_in(request), slug, key)
    if page.sheet.assignment.state == Assignment.State.LENT:
        if not page.sheet.is_open:
            return redirect("judging:task", slug)
        ranks: list[int | None] = [None] * len(page.sheet.outputs)
    else:
        ranks = current_ranks(page.sheet)
    return render(request, "judging/item.html", item_page(page, ranks))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def skip(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Set an item aside with or without a reason."""
    sheet = open_sheet(signed_in(request), slug, key)
    if request.method != "POST":
        # Where signing in comes in between, it leads back here.
        return redirect("judging:item", slug, key)
    try:
        set_aside(sheet, read_flag(request.POST), read_visit(request.POST, key))
    except CampaignNotOpenError:
        messages.error(request, "The campaign takes no answers now, so the item could not be skipped.")
        return redirect("judging:task", slug)
    return _go_on(request, sheet, "Skipped.")


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
def mine(request: HttpRequest, slug: str) -> HttpResponse:
    """The judge's own finished items."""
    judge = open_judge(signed_in(request), slug)
    page, answers = own_answers(judge, request.GET.get("page"))
    is_open = judge.campaign.state == Campaign.State.OPEN
    context = {"campaign": judge.campaign, "page": page, "answers": answers, "is_open": is_open}
    return render(request, "judging/mine.html", context)


def _take_ranking(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    sheet = open_sheet(signed_in(request), slug, key)
    ranks = read_ranks(request.POST, len(sheet.outputs))
    visit = read_visit(request.POST, key)
    missing: list[int] = []
    try:
        submit_ranking(sheet, ranks, visit)
    except UnrankedOutputsError as error:
        missing, status = error.rows, 422
    except CampaignNotOpenError:
        status = 409
    else:
        return _go_on(request, sheet, "Saved.")
    context = item_page(
        open_sheet_page(signed_in(request), slug, key),
        ranks,
        missing=missing,
        submission=visit.submission,
        active_seconds=visit.active_seconds,
        refused=status == 409,
    )
    return render(request, "judging/item.html", context, status=status)


def _go_on(request: HttpRequest, sheet: Sheet, said: str) -> HttpResponse:
    """After a first answer to the next item, after a change back to the list that it was opened from."""
    slug = sheet.campaign.slug
    # Told by the page and not by the state: the second half of a double click finds its item finished.
    if "change" in request.POST:
        messages.success(request, said)
        return redirect("judging:mine", slug)
    assignment = next_assignment(sheet.judge, resume=sheet.others_begun)
    if assignment is None:
        return redirect("judging:task", slug)
    messages.success(request, said)
    return redirect("judging:item", slug, assignment.key)
