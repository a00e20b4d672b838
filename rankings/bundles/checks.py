"""What the site expects of JSON that it stores and shows; each raises ValueError for anything else."""

from dataclasses import dataclass
from typing import Any

from rankings.formats.results import from_json


@dataclass(frozen=True, slots=True)
class _RankingsOfRecipe:
    number: int
    sha256: str


@dataclass(frozen=True, slots=True)
class _LateSystem:
    system: str
    rankings_before: int
    pairs: int


@dataclass(frozen=True, slots=True)
class _LeftOut:
    rankings: int
    judges: tuple[str, ...]
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class _AllLeftOut:
    documents: _LeftOut = _LeftOut(0, ())
    days: _LeftOut = _LeftOut(0, ())
    active_time: _LeftOut = _LeftOut(0, ())
    checks: _LeftOut = _LeftOut(0, ())


@dataclass(frozen=True, slots=True)
class _Recipe:
    """What pages read of the recipe of a report."""

    version: str
    confidence: float
    seed: int
    replicates: int
    unit: str
    excluded_judges: tuple[str, ...]
    rankings: _RankingsOfRecipe
    method: str = "expected-wins"
    discarded_rankings: int = 0
    late_systems: tuple[_LateSystem, ...] = ()
    left_out: _AllLeftOut = _AllLeftOut()


@dataclass(frozen=True, slots=True)
class _Draft:
    ranks: tuple[int | None, ...]
    base: int
    active: float
    marks: str = ""


def report_options(value: Any) -> None:
    from appraise_gec.report.options import ReportOptions  # noqa: PLC0415 - with what follows

    if not isinstance(value, dict):
        raise ValueError("expected an object")
    try:
        ReportOptions.from_json(value)
    except TypeError:
        raise ValueError("expected the options of a report") from None


def report_recipe(value: Any) -> None:
    from appraise_gec.report.options import FILTERS  # noqa: PLC0415 - as above
    from rankings.analysis.methods import METHODS  # noqa: PLC0415 - as above

    if from_json(_Recipe, value).method not in METHODS:
        raise ValueError(f"method: expected one of {', '.join(METHODS)}")
    report_options({name: value[name] for name in FILTERS if name in value})


def report_result(value: Any) -> None:
    from appraise_gec.report.result import report_result as read  # noqa: PLC0415 - many classes

    if value is not None:
        read(value)


def draft(value: Any) -> None:
    if value is not None:
        from_json(_Draft, value)
