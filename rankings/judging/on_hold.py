"""The page for judges who are on hold.

Pages with scripts ask for JSON and get 403 with {"onHold": true}: they keep what they have on the device.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from rankings.access.audience import JudgeOnHoldError
from rankings.judging.handing_in import wants_json


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
