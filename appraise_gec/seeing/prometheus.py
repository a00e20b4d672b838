"""Counts and states for Prometheus, behind a token of their own."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from secrets import compare_digest

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.module_loading import autodiscover_modules
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

import appraise_gec
from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.throttle import WRONG_TOKENS
from appraise_gec.readiness import AWAY, redis_state
from appraise_gec.seeing.middleware import COUNTED

Source = Callable[[], Iterable[Metric]]
_sources: list[Source] = []


def measured(source: Source) -> Source:
    """Register a function that measures when Prometheus asks; in the module `measures` of an application."""
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
    autodiscover_modules("measures")
    counted = COUNTED
    if Path(settings.PROMETHEUS_FOLDER or "/none").is_dir():
        # Of all web processes of this machine, which count in a folder that they share.
        counted = CollectorRegistry()
        MultiProcessCollector(counted, path=settings.PROMETHEUS_FOLDER)  # type: ignore[no-untyped-call]
    now = CollectorRegistry()
    now.register(Measured())
    return HttpResponse(generate_latest(counted) + generate_latest(now), content_type=CONTENT_TYPE_LATEST)
