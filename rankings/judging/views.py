"""The judges' pages. Rules are in the services beside this file."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from rankings.access.audience import open_judge
from rankings.access.pages import signed_in
from rankings.judging.ending import ending_of
from rankings.judging.handing_in import go_on, hand_in, leave_out
from rankings.judging.next_item import SurveyFirst, begin_item
from rankings.judging.pages import found_page, texts_direction
from rankings.judging.postponing import postpone
from rankings.judging.sheets import has_context, open_sheet, open_sheet_page
from rankings.judging.standing import finished_after, finished_before, own_answers, task_of
from rankings.judging.survey_steps import BEFORE, survey_steps
from rankings.models import Assignment, Campaign


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
