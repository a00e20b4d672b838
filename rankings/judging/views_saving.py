"""Automatic saving from the judging page: drafts and preferences. JSON in, JSON out."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from rankings.access.audience import open_judge
from rankings.access.pages import signed_in
from rankings.judging.drafts import UnreadableDraftError, draft_of, keep_draft, read_draft
from rankings.judging.edit_marks import written_marks
from rankings.judging.preferences import UnreadablePreferencesError, keep_preferences
from rankings.judging.sheets import Sheet, open_assignment, open_sheet
from rankings.judging.submission import own_ranking
from rankings.models import Assignment


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
