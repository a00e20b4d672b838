"""Refuse what no page of this site can read: NUL characters, and texts that are not in UTF-8."""

import codecs
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from appraise_gec.problems import is_for_programs, problem_answer

NextStep = Callable[[HttpRequest], HttpResponse]
ENCODINGS = {"utf-8", "ascii"}


class WellFormedMiddleware:
    """Answers 404 to a path with NUL, 400 to a query or header with it, and 415 to a text not in UTF-8.

    Postgres holds no NUL in a text, so a value with one may not reach a query. Python has codecs that are not
    text encodings ("hex"), and a request may name any of them. Forms refuse NUL field by field, and say so
    beside the field.
    """

    def __init__(self, get_response: NextStep) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info:
            return _refusal(request, 404, "404.html", _("Not found."))
        query = request.META.get("QUERY_STRING", "")
        if "%00" in query or "\0" in query:
            return _refusal(request, 400, "400.html", _("The address holds a NUL character."))
        if any("\0" in text for name, text in request.headers.items() if name != "Cookie"):
            return _refusal(request, 400, "400.html", _("A header holds a NUL character."))
        if not _is_utf8(request.content_params):
            return _refusal(request, 415, "400.html", _("Send texts in UTF-8."))
        for name in [name for name, value in request.COOKIES.items() if "\0" in value]:
            del request.COOKIES[name]  # none of ours has one
        return self.get_response(request)


def _is_utf8(parameters: dict[str, str] | None) -> bool:
    named = (parameters or {}).get("charset")
    if not named:
        return True
    try:
        return codecs.lookup(named).name in ENCODINGS
    except (LookupError, ValueError):
        return False


def _refusal(request: HttpRequest, status: int, template: str, detail: str) -> HttpResponse:
    if is_for_programs(request):
        return problem_answer(status, detail)
    return render(request, template, {"detail": detail}, status=status)
