"""A page for browsers instead of an empty 405, for addresses that do not allow the request's method.

Signing in leads back to the address that was asked for, and so does reloading. Where that address only takes
what a form sends, the answer would be 405 and nothing to see. Programs keep the plain answer.
"""

from collections.abc import Callable
from contextlib import suppress

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

from appraise_gec.problems import is_for_programs


class WrongMethodMiddleware:
    """Gives an empty 405 a page that explains it and links onward. Status and `Allow` are kept."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_empty = response.status_code == 405 and not response.content
        if not is_empty or is_for_programs(request) or not request.accepts("text/html"):
            return response
        context = {"takes_forms_only": "GET" not in response["Allow"], "above": page_above(request.path)}
        page = render(request, "405.html", context, status=405)
        page["Allow"] = response["Allow"]
        return page


def page_above(path: str) -> str:
    """The nearest address above `path` that is a page: it holds the form, or leads there."""
    while path := path.rstrip("/").rpartition("/")[0]:
        with suppress(Resolver404):
            if "jobs" not in resolve(f"{path}/").namespaces:  # those answer with JSON alone
                return f"{path}/"
    return "/"
