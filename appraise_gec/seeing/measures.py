"""What is measured when Prometheus asks, and the text in which it reads that."""

from collections.abc import Callable, Iterable, Mapping

from django.utils.module_loading import autodiscover_modules
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

import appraise_gec
from appraise_gec.readiness import AWAY, redis_state
from appraise_gec.seeing.counts import counted

Source = Callable[[], Iterable[Metric]]
_sources: list[Source] = []


def measured(source: Source) -> Source:
    """Register a function that measures; in the module `measures` of an application."""
    _sources.append(source)
    return source


def gauge(name: str, help_text: str, value: float) -> Metric:
    """A gauge with one value."""
    return GaugeMetricFamily(f"appraise_gec_{name}", help_text, value=value)


def gauge_by(label: str, name: str, help_text: str, values: Mapping[str, float]) -> Metric:
    """A gauge with a value for each value of a label."""
    family = GaugeMetricFamily(f"appraise_gec_{name}", help_text, labels=[label])
    for text, value in values.items():
        family.add_metric([text], value)
    return family


class Measured(Collector):
    """Every registered function, as prometheus_client asks for it."""

    def collect(self) -> Iterable[Metric]:
        for source in _sources:
            yield from source()


def text_of_all() -> bytes:
    """Everything that is counted and measured, as Prometheus reads it."""
    autodiscover_modules("measures")
    now = CollectorRegistry()
    now.register(Measured())
    return generate_latest(counted()) + generate_latest(now)


@measured
def the_site() -> Iterable[Metric]:
    return [
        gauge_by("version", "info", "The version that runs.", {appraise_gec.__version__: 1}),
        gauge_by(
            "part", "part_up", "1 if the part answers, or is not used.", {"redis": redis_state() != AWAY}
        ),
    ]
