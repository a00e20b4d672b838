"""Requests of all web processes of this machine, counted by prometheus_client in a folder that they share."""

from pathlib import Path

from django.conf import settings
from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics
from prometheus_client.multiprocess import MultiProcessCollector

disable_created_metrics()  # type: ignore[no-untyped-call]
COUNTED = CollectorRegistry()
REQUESTS = Counter(
    "appraise_gec_requests",
    "Answered requests by the name of their route.",
    ["route", "method", "status"],
    registry=COUNTED,
)
SECONDS = Histogram(
    "appraise_gec_request_seconds", "Time until the answer was made.", ["route"], registry=COUNTED
)


def count_request(route: str, method: str, status: int, seconds: float) -> None:
    """Count one answered request; nothing where nobody asks for counts."""
    if settings.PROMETHEUS_TOKEN:
        REQUESTS.labels(route, method, status).inc()
        SECONDS.labels(route).observe(seconds)


def counted() -> CollectorRegistry:
    """A registry with the counts of all processes."""
    if not (folder := settings.PROMETHEUS_FOLDER) or not Path(folder).is_dir():
        return COUNTED
    every_process = CollectorRegistry()
    MultiProcessCollector(every_process, path=folder)  # type: ignore[no-untyped-call]
    return every_process
