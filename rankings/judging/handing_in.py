"""Accept a judge's submission, and lead on to the next item.

Pages with scripts ask for JSON: then nothing is lost where the network is gone, because the page stays. A
plain form gets pages and redirects. Both have the same meaning:

- 200: {"next": address}: kept; go there. 302 for forms. A page that can show the next item itself ("here")
  gets it along, in "page".
- 422: {"missing": [rows], "noFirst": bool, "noReason": bool}: nothing stored; this is still missing.
- 400: {"error": words}: nothing stored; the form is none of this item's page.
- 409: {"closed": true}: no ranking kept; the campaign takes none.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from rankings.access import JudgeOnHoldError, signed_in
from rankings.judging.answers import Flag, Visit, keep_refused, read_flag, read_ranks, read_visit
from rankings.judging.assignment import next_assignment
from rankings.judging.edit_marks import FIELD, Place, read_marks, written_marks
from rankings.judging.pages import Given, found_page, item_page
from rankings.judging.sheets import AnswerRefusedError, Sheet, open_sheet, open_sheet_page
from rankings.judging.submission import own_ranking, set_aside, submit_ranking
from rankings.judging.training import is_training
from rankings.models import Ranking


def hand_in(request: HttpRequest, slug: str, key: UUID, flag: Flag | None = None) -> HttpResponse:
    """Store the ranking in the form; `flag` is the judge's report about the item."""
    sheet = open_sheet(signed_in(request), slug, key)
    ranks = read_ranks(request.POST, len(sheet.outputs))
    visit = read_visit(request.POST, key)
    marks: dict[Place, str] | None = None
    try:
        marks = _marks_in(request)
        ranking = submit_ranking(sheet, ranks, visit, flag, marks)
    except AnswerRefusedError as error:
        kept = {} if error.reason == "marks" or marks is None else marks
        given = Given(ranks, visit, missing=error.rows, refused=error.reason, flag=flag, marks=kept)
        return _refuse(request, sheet, given)
    said = _said(ranking, visit, _("Flagged and saved.") if flag else _("Saved."))
    return go_on(request, sheet, said)


def _marks_in(request: HttpRequest) -> dict[Place, str] | None:
    """The marks on single edits in the form, None where its page offered none."""
    return read_marks(request.POST.getlist(FIELD)) if FIELD in request.POST else None


def leave_out(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Flag the item: with its ranks if the form asks to keep them, else without."""
    flag = read_flag(request.POST)
    if "keep" in request.POST and flag.reason:
        return hand_in(request, slug, key, flag)
    sheet = open_sheet(signed_in(request), slug, key)
    visit = read_visit(request.POST, key)
    ranks = read_ranks(request.POST, len(sheet.outputs))
    if not flag.reason and sheet.is_open:
        return _refuse(request, sheet, Given(ranks, visit, refused="no-reason", flag=flag))
    try:
        ranking = set_aside(sheet, flag, visit)
    except AnswerRefusedError as error:
        return _refuse(request, sheet, Given(ranks, visit, refused=error.reason, flag=flag))
    said = _said(ranking, visit, _("Flagged."))
    return go_on(request, sheet, said)


def go_on(request: HttpRequest, sheet: Sheet, said: str, *, answered: bool = True) -> HttpResponse:
    """Lead to the next unfinished item; to the list of own items where the judge came from there.

    `said` is shown there, with a way back to this item.
    """
    slug = sheet.campaign.slug
    if said:
        # The way back is named by the assignment's key, which is the judge's own and reveals nothing.
        messages.success(request, said, extra_tags=str(sheet.assignment.key))
    if "list" in request.POST:
        return lead_to(request, reverse("judging:mine", args=[slug]))
    if answered and is_training(sheet):  # its explanation is read first
        return lead_to(request, reverse("judging:item", args=[slug, sheet.assignment.key]))
    assignment = next_assignment(sheet.judge)
    if assignment is None:
        return lead_to(request, reverse("judging:task", args=[slug]))
    address = reverse("judging:item", args=[slug, assignment.key])
    if "here" not in request.POST or not wants_json(request):
        return lead_to(request, address)
    page = found_page(open_sheet_page(signed_in(request), slug, assignment.key))
    return JsonResponse({"next": address, "page": render_to_string("judging/item.html", page, request)})


def lead_to(request: HttpRequest, address: str) -> HttpResponse:
    return JsonResponse({"next": address}) if wants_json(request) else redirect(address)


def wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _refuse(request: HttpRequest, sheet: Sheet, given: Given) -> HttpResponse:
    """Show the form again. Where the campaign takes no answers, its ranks are kept, unless the page does."""
    own = own_ranking(sheet)
    if given.refused == "closed" and any(given.ranks) and not wants_json(request):
        active = given.visit.active_seconds or 0.0
        keep_refused(sheet.assignment, given.ranks, own.revision, active, written_marks(given.marks))
    status = {"closed": 409, "marks": 400}.get(given.refused, 422)
    if wants_json(request) and status == 400:
        return JsonResponse({"error": "The form marks an edit that this item does not have."}, status=400)
    if wants_json(request):
        answer: dict[str, Any] = (
            {"closed": True}
            if status == 409
            else {
                "missing": list(given.missing),
                "noFirst": given.refused == "no-first",
                "noReason": given.refused == "no-reason",
            }
        )
        return JsonResponse(answer, status=status)
    page = open_sheet_page(signed_in(request), sheet.campaign.slug, sheet.assignment.key)
    context = item_page(page, own, given=given, back_to_list="list" in request.POST)
    return render(request, "judging/item.html", context, status=status)


def _said(ranking: Ranking, visit: Visit, said: str) -> str:
    """The message where another window of the same judge had already answered the item."""
    if visit.base is None or (ranking.revision <= visit.base + 1 and ranking.submission == visit.submission):
        return said
    if ranking.submission == visit.submission:
        return f"{said} {_('It replaces what you submitted in another window.')}"
    if visit.waited_seconds:
        return _("You have answered this item again since then, so the newer answer is kept.")
    return said


class OnHoldMiddleware:
    """Answers requests that a view has refused with JudgeOnHoldError."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, JudgeOnHoldError):
            return None
        if wants_json(request) or request.content_type == "application/json":
            return JsonResponse({"onHold": True}, status=403)
        return render(request, "judging/on_hold.html", {"campaign": exception.campaign}, status=403)
