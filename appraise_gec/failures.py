"""The answer to a request that has failed: which part is away, as far as the error tells, and what to do.

Needs neither database nor session, which may be what is away. Programs get JSON.
"""

import errno
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from appraise_gec.problems import problem_answer

DATABASE_AWAY = gettext_lazy(
    "The database of this site cannot be reached. Nothing you saved is lost. Try again in a minute."
)
DISK_FULL = gettext_lazy(
    "The disk of this site is full, so nothing was stored. Tell the operator; nothing saved before is lost."
)
# Errors of Postgres that mean that it is away: 08 connection, 57P shutdown and start, 53300 no place left.
AWAY_CODES = ("08", "57P", "53300")
DISK_FULL_CODE = "53100"
# What SQLite says where it cannot open its files, as on a disk without any room.
SQLITE_AWAY = {"disk I/O error", "unable to open database file"}
RETRY_SECONDS = 10


def failed(request: HttpRequest) -> HttpResponse:
    """Django's `handler500`, which is called while the error is being handled."""
    error = sys.exc_info()[1]
    if is_disk_full(error):
        return _answer(request, 507, _("The disk is full"), DISK_FULL)
    if is_database_away(error):
        answer = _answer(request, 503, _("The database is away"), DATABASE_AWAY)
        answer["Retry-After"] = str(RETRY_SECONDS)
        return answer
    if request.path.startswith("/api/"):
        detail = _("An error occurred and has been logged. Nothing you saved is lost.")
        return problem_answer(500, detail)
    return HttpResponse(render_to_string("500.html"), status=500)


def is_database_away(error: BaseException | None) -> bool:
    """Whether an error says that the database cannot be reached."""
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError):
        return False
    # psycopg2 gives the code of what Postgres reported, and None where nobody answered.
    if not hasattr(error.__cause__, "pgcode"):
        return str(error) in SQLITE_AWAY
    code = _postgres_code(error)
    return not code or code.startswith(AWAY_CODES)


def is_disk_full(error: BaseException | None) -> bool:
    """Whether an error, of a file or of a database, says that there is no place left."""
    if isinstance(error, OSError):
        return error.errno in {errno.ENOSPC, errno.EDQUOT}
    if not isinstance(error, OperationalError):
        return False
    return _postgres_code(error) == DISK_FULL_CODE or "disk is full" in str(error)


def _postgres_code(error: OperationalError) -> str:
    return getattr(error.__cause__, "pgcode", None) or ""


def _answer(request: HttpRequest, status: int, title: str, text: str | Promise) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problem_answer(status, str(text))
    if not request.accepts("text/html"):
        return JsonResponse({"detail": str(text)}, status=status)
    return HttpResponse(render_to_string("away.html", {"title": title, "text": text}), status=status)
