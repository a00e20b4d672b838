"""The judges' pages. Rules are in the services beside this file."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rankings.access import open_judge, signed_in
from rankings.judging.drafts import UnreadableDraftError, draft_of, keep_draft, read_draft
from rankings.judging.edit_marks import written_marks
from rankings.judging.handing_in import go_on, hand_in, leave_out
from rankings.judging.pages import found_page, texts_direction
from rankings.judging.preferences import UnreadablePreferencesError, keep_preferences
from rankings.judging.sheets import Sheet, has_context, open_assignment, open_sheet, open_sheet_page
from rankings.judging.slots import postpone
from rankings.judging.standing import ending_of, finished_after, finished_before, own_answers, task_of
from rankings.judging.submission import own_ranking
from rankings.judging.survey_steps import AFTER, BEFORE, SurveyFirst, begin_item, is_asked_last, survey_steps
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
