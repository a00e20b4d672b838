"""Answers that arrive while their judge is signed out or on hold.

A page with scripts keeps its ranks and sends them again. A plain form is lost with the request, so its
content waits in a signed cookie, and becomes the item's draft when the judge is back. Only the item's own
address gets the cookie, and only the item's own judge may open that.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from appraise_gec.languages.sentences import in_sequence
from rankings.access.audience import JudgeOnHoldError
from rankings.judging.answers import MAX_NOTE, read_flag, read_ranks, read_visit
from rankings.judging.drafts import keep_refused
from rankings.judging.edit_marks import FIELD, are_marks
from rankings.judging.handing_in import wants_json
from rankings.judging.on_hold import tell_on_hold
from rankings.judging.sheets import Sheet

COOKIE = "appraise_gec_answer"
KEPT_SECONDS = 24 * 3600
MOST_BYTES = 3500
"""Browsers take cookies of 4,096 bytes, name and attributes included."""

MOST_OUTPUTS = 26
SIGNED_OUT = gettext_lazy(
    "You were signed out. Your answer is kept in this browser for a day:"
    " sign in, look at it, and submit it again."
)
_SALT = "rankings.judging.signed_out"
View = Callable[[HttpRequest, str, UUID], HttpResponse]


def keep_answers(view: View) -> View:
    """A decorator for views of judges that keeps the answers of those who are signed out or on hold."""

    @wraps(view)
    def keeping(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
        keeps = request.method == "POST" and not wants_json(request)
        is_refused = not request.user.is_authenticated
        try:
            response = view(request, slug, key)
        except JudgeOnHoldError as refusal:
            is_refused = True
            response = tell_on_hold(request, refusal, kept=keeps)
        address = reverse("judging:item", args=[slug, key])
        if not is_refused:
            if COOKIE in request.COOKIES:
                response.delete_cookie(COOKIE, address, samesite="Lax")
        elif keeps:
            if not request.user.is_authenticated:  # shown on the sign-in page
                messages.warning(request, SIGNED_OUT)
            response.set_cookie(
                COOKIE,
                _packed(request.POST, key),
                max_age=KEPT_SECONDS,
                path=address,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return keeping


def take_kept_answer(request: HttpRequest, sheet: Sheet) -> bool:
    """Make the judge's kept answer the draft of the item, with a message. False if there is none."""
    kept = _unpacked(request.COOKIES.get(COOKIE, ""), sheet.assignment.key)
    if kept is None:
        return False
    form = {f"rank-{row}": str(rank) for row, rank in enumerate(kept["ranks"])}
    ranks = read_ranks(form, len(sheet.outputs))
    if any(ranks):
        keep_refused(sheet.assignment, ranks, kept["base"], kept["active"], kept.get("marks", ""))
    said = [_("You were signed out or on hold when you sent this item, so nothing was saved yet.")]
    if any(ranks):
        said.append(_("Your ranks are filled in again: look at them, and submit them again."))
    if kept["note"]:
        said.append(_("You wrote: “%(note)s”") % {"note": kept["note"]})
    messages.warning(request, in_sequence(said))
    return True


def _packed(form: QueryDict, key: UUID) -> str:
    visit, flag = read_visit(form, key), read_flag(form)
    marks = " ".join(form.getlist(FIELD))
    marks = marks if are_marks(marks) else ""
    packed = ""
    # A long note may not fit, nor may very many marks.
    for length, marked in (*((MAX_NOTE // part, marks) for part in (1, 2, 4)), (0, marks), (0, "")):
        kept: dict[str, Any] = {
            "key": str(key),
            "ranks": read_ranks(form, MOST_OUTPUTS),
            "base": visit.base or 0,
            "active": visit.active_seconds or 0.0,
            "note": flag.note[:length],
        }
        if marked:
            kept["marks"] = marked
        packed = signing.dumps(kept, salt=_SALT, compress=True)
        if len(packed) <= MOST_BYTES:
            break
    return packed


def _unpacked(text: str, key: UUID) -> dict[str, Any] | None:
    try:
        kept: dict[str, Any] = signing.loads(text, salt=_SALT, max_age=KEPT_SECONDS)
    except signing.BadSignature:
        return None
    return kept if kept["key"] == str(key) else None
