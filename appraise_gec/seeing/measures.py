"""What is measured, and the text form in which Prometheus reads it (version 0.0.4)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from django.utils.module_loading import autodiscover_modules

import appraise_gec
from appraise_gec.readiness import AWAY, redis_state
from appraise_gec.seeing.counts import BOUNDS, IN_COLUMN, REQUESTS, SECONDS, stored

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
Labels = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Measure:
    """One metric of Prometheus with all its samples: (ending of the name, labels, value)."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    help: str
    samples: Sequence[tuple[str, Labels, float]]


def gauge(name: str, help_text: str, value: float) -> Measure:
    """A gauge with one value."""
    return Measure(name, "gauge", help_text, [("", {}, value)])


def gauge_by(label: str, name: str, help_text: str, values: Mapping[str, float]) -> Measure:
    """A gauge with a value for each value of a label."""
    return Measure(name, "gauge", help_text, [("", {label: text}, value) for text, value in values.items()])


Source = Callable[[], Sequence[Measure]]
_sources: list[Source] = []


def measured(source: Source) -> Source:
    """Register a function that measures; in the module `measures` of an application."""
    _sources.append(source)
    return source


def text_of_all() -> str:
    """Everything that is measured, as Prometheus reads it."""
    autodiscover_modules("measures")
    return "".join(line for source in _sources for measure in source() for line in lines_of(measure))


def lines_of(measure: Measure) -> Iterator[str]:
    name = f"appraise_gec_{measure.name}"
    yield f"# HELP {name} {measure.help}\n# TYPE {name} {measure.kind}\n"
    for ending, labels, value in measure.samples:
        told = ",".join(f'{label}="{escaped(text)}"' for label, text in labels.items())
        yield f"{name}{ending}{{{told}}} {value:.15g}\n" if told else f"{name}{ending} {value:.15g}\n"


def escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


@measured
def the_site() -> Sequence[Measure]:
    return [
        gauge_by("version", "info", "The version that runs.", {appraise_gec.__version__: 1}),
        gauge_by(
            "part", "part_up", "1 if the part answers, or is not used.", {"redis": redis_state() != AWAY}
        ),
    ]


@measured
def requests() -> Sequence[Measure]:
    counts = stored()
    answered = [
        ("", {"route": key[1], "method": key[2], "status": key[3]}, value)
        for key, value in sorted(counts.items())
        if key[0] == REQUESTS
    ]
    return [
        Measure("requests_total", "counter", "Answered requests by the name of their route.", answered),
        Measure("request_seconds", "histogram", "Time until the answer was made.", list(_histograms(counts))),
    ]


def _histograms(counts: Mapping[tuple[str, ...], float]) -> Iterator[tuple[str, Labels, float]]:
    for route in sorted({key[1] for key in counts if key[0] == IN_COLUMN}):
        columns = [counts.get((IN_COLUMN, route, str(column)), 0.0) for column in range(len(BOUNDS) + 1)]
        ends = [*(f"{bound:g}" for bound in BOUNDS), "+Inf"]
        for end, value in zip(ends, accumulate(columns), strict=True):
            yield "_bucket", {"route": route, "le": end}, value
        yield "_sum", {"route": route}, counts.get((SECONDS, route), 0.0)
        yield "_count", {"route": route}, sum(columns)
