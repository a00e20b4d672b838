"""A page for browsers instead of an empty 405, for addresses that do not allow the request's method.

Signing in leads back to the address that was asked for, and so does reloading. Where that address only takes
what a form sends, the answer would be 405 and nothing to see. Programs keep the plain answer.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

NextStep = Callable[[HttpRequest], HttpResponse]
NO_PAGES = {"jobs"}
"""Addresses of these rooms answer with JSON alone, so nobody is led to them."""


class WrongMethodMiddleware:
    """Gives an empty 405 a page that explains it and links onward. Status and `Allow` are kept."""

    def __init__(self, get_response: NextStep) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or response.content or not _is_browser(request):
            return response
        allowed = response["Allow"]
        context = {"takes_forms_only": "GET" not in allowed.split(", "), "above": page_above(request.path)}
        page = render(request, "405.html", context, status=405)
        page["Allow"] = allowed
        return page


def page_above(path: str) -> str:
    """The nearest address above `path` that is a page: it holds the form, or leads there."""
    while path := path.rstrip("/").rpartition("/")[0]:
        try:
            match = resolve(f"{path}/")
        except Resolver404:
            continue
        if not NO_PAGES.intersection(match.namespaces):
            return f"{path}/"
    return "/"


def _is_browser(request: HttpRequest) -> bool:
    return not request.path.startswith("/api/") and request.accepts("text/html")
