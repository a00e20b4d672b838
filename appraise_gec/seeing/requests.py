"""Health of the site; an id and a line in the log for every request, and what Prometheus asks for."""

import logging
import re
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from secrets import compare_digest

import redis
from django.conf import settings
from django.db import Error, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.module_loading import autodiscover_modules
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

import appraise_gec
from appraise_gec.accounts.throttle import WRONG_TOKENS, neighbourhood
from appraise_gec.seeing.logs import answering, route_of

OK, AWAY, NOT_USED = "ok", "away", "not used"
LONGEST_WAIT_SECONDS = 2


@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Whether this process lives and reaches the database: 200 or 503. Without Redis the site still works."""
    database = database_state()
    status, code = ("ok", 200) if database == OK else ("not ok", 503)
    return JsonResponse({"status": status, "database": database}, status=code)


@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Each part by its state. 503 when the database is away, because then no page works.

    Without Redis pages work and judges go on; only long work waits. So this is reported with 200.
    """
    parts = {"database": database_state(), "redis": redis_state()}
    if parts["database"] == AWAY:
        return JsonResponse({"status": "not ready", **parts}, status=503)
    return JsonResponse({"status": "long work waits" if parts["redis"] == AWAY else "ready", **parts})


def database_state() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error as error:
        logger.warning("the database cannot be reached: %s", error)
        return AWAY
    return OK


def redis_state() -> str:
    if not settings.REDIS_URL:
        return NOT_USED
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL,
            socket_connect_timeout=LONGEST_WAIT_SECONDS,
            socket_timeout=LONGEST_WAIT_SECONDS,
        ) as client:
            client.ping()
    except (redis.RedisError, OSError) as error:
        logger.warning("Redis cannot be reached: %s", error)
        return AWAY
    return OK


logger = logging.getLogger("appraise_gec.requests")
Source = Callable[[], Iterable[Metric]]
NextStep = Callable[[HttpRequest], HttpResponse]
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
NOT_LOGGED = frozenset({"health", "ready", "prometheus", "static files"})
"""Asked for all the time by machines, or by every page."""

_sources: list[Source] = []

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


def measured(source: Source) -> Source:
    """Register a function that measures when Prometheus asks; in the module `tasks` of an application."""
    _sources.append(source)
    return source


def gauge(name: str, help_text: str, values: float | Mapping[str, float], label: str = "") -> Metric:
    """A gauge with one value, or with one for each value of a label."""
    family = GaugeMetricFamily(f"appraise_gec_{name}", help_text, labels=[label] if label else [])
    for text, value in values.items() if isinstance(values, Mapping) else [("", values)]:
        family.add_metric([text] if label else [], value)
    return family


class Measured(Collector):
    """Every registered function, as prometheus_client asks for it."""

    def collect(self) -> Iterable[Metric]:
        yield gauge("info", "The version that runs.", {appraise_gec.__version__: 1}, "version")
        up = {"redis": redis_state() != AWAY}
        yield gauge("part_up", "1 if the part answers, or is not used.", up, "part")
        for source in _sources:
            yield from source()


@never_cache
@require_safe
def prometheus(request: HttpRequest) -> HttpResponse:
    """Everything that is counted and measured. Without a token in the settings there is no such page."""
    if not settings.PROMETHEUS_TOKEN:
        raise Http404
    given = request.headers.get("Authorization", "").encode("utf-8", "replace")
    if not compare_digest(given, f"Bearer {settings.PROMETHEUS_TOKEN}".encode()):
        status = 401 if WRONG_TOKENS.take(neighbourhood(request)) else 429
        refusal = HttpResponse("A token is needed.\n", status=status, content_type="text/plain")
        refusal["WWW-Authenticate"] = "Bearer"
        return refusal
    autodiscover_modules("tasks")
    counted = COUNTED
    if Path(settings.PROMETHEUS_FOLDER or "/none").is_dir():
        # Of all web processes of this machine, which count in a folder that they share.
        counted = CollectorRegistry()
        MultiProcessCollector(counted, path=settings.PROMETHEUS_FOLDER)  # type: ignore[no-untyped-call]
    now = CollectorRegistry()
    now.register(Measured())
    return HttpResponse(generate_latest(counted) + generate_latest(now), content_type=CONTENT_TYPE_LATEST)
