"""Every request gets an id, a line in the log and its place in the counts."""

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

from appraise_gec.seeing.context import answering, route_of

logger = logging.getLogger("appraise_gec.requests")
NextStep = Callable[[HttpRequest], HttpResponse]
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
NOT_LOGGED = frozenset({"health", "ready", "prometheus", "static files"})
"""Asked for all the time by machines, or by every page."""

disable_created_metrics()  # type: ignore[no-untyped-call]
COUNTED = CollectorRegistry()
REQUESTS = Counter(
    "appraise_gec_requests", "Answered requests by route.", ["route", "method", "status"], registry=COUNTED
)
SECONDS = Histogram(
    "appraise_gec_request_seconds", "Time until the answer was made.", ["route"], registry=COUNTED
)


class SeeingMiddleware:
    """Answers with `X-Request-ID`: that of a trusted proxy, or a new one. Stands before all others."""

    def __init__(self, get_response: NextStep) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        given = request.headers.get("X-Request-ID", "") if settings.TRUST_PROXY else ""
        number = given if WELL_FORMED.fullmatch(given) else uuid.uuid4().hex
        with answering(number, request):
            response = self.get_response(request)
            response.headers["X-Request-ID"] = number
            seconds = time.perf_counter() - began
            is_static = request.path_info.startswith(settings.STATIC_URL)
            route = route_of(request) or ("static files" if is_static else "no route")
            method = request.method if request.method in METHODS else "other"
            if settings.PROMETHEUS_TOKEN:
                REQUESTS.labels(route, method, response.status_code).inc()
                SECONDS.labels(route).observe(seconds)
            if route not in NOT_LOGGED:
                about = {"status": response.status_code, "milliseconds": round(1000 * seconds, 1)}
                logger.info("%s %s %d", method, route, response.status_code, extra=about)
        return response
