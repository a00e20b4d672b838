"""What a study found, as tables: for the page, and as CSV and JSON to take away."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from metrics.models import MetricStudy
from metrics.site.runs.tables import shown
from rankings.formats.safe_cells import write_csv

COEFFICIENTS = {"spearman": "Spearman \u03c1", "pearson": "Pearson r", "kendall": "Kendall \u03c4"}
TESTED = ("spearman", "pearson")
MOST_DIFFERENCES = 15
LEVEL = 0.05
BETAS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class CoefficientCell:
    """A coefficient with its intervals: over judgments, over systems, over both."""

    value: str
    judgments: str
    systems: str
    both: str


@dataclass(frozen=True, slots=True)
class CorrelationRow:
    """One metric against human scores."""

    metric: str
    systems: int
    cells: tuple[CoefficientCell, ...]
    without_ties: str
    missing: str
    reason: str


@dataclass(frozen=True, slots=True)
class NamedRow:
    """A line of a table: what it is about, what that is held against or belongs to, and its cells."""

    head: str
    other: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Differences:
    """Tests between metrics for one coefficient, the clearest first, and what they say together."""

    coefficient: str
    title: str
    rows: tuple[NamedRow, ...]
    total: int
    clear: int


def correlation_rows(result: Mapping[str, Any]) -> list[CorrelationRow]:
    """The strongest Spearman first."""
    return [
        CorrelationRow(
            one["metric"],
            one["systems"],
            tuple(
                CoefficientCell(
                    three(one[name]),
                    _span(one, name),
                    _span(one["over_systems"], name),
                    _span(one["over_both"], name),
                )
                for name in COEFFICIENTS
            ),
            three(one["spearman_without_ties"]),
            ", ".join(one["missing"]),
            _reason(one),
        )
        for one in by_strength(result)
    ]


def by_strength(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Correlations, the strongest Spearman first, and those that are not defined last."""
    return sorted(result["metrics"], key=lambda one: 2 if one["spearman"] is None else -one["spearman"])


def _reason(one: Mapping[str, Any]) -> str:
    """Why a metric has no coefficients. Studies from before reasons were kept have none."""
    return (
        ""
        if one["spearman"] is not None
        else one.get("reason") or "one side gives every system the same score"
    )


def differences(result: Mapping[str, Any], coefficient: str) -> Differences:
    """Williams' tests of one coefficient."""
    found = [one for one in result["differences"] if one["coefficient"] == coefficient]
    found.sort(key=lambda one: (one["p_value"] is None, one["p_value"]))
    rows = tuple(
        NamedRow(
            one["metric_a"],
            one["metric_b"],
            (
                three(one["correlation_a"] - one["correlation_b"]),
                three(one["between"]),
                _two(one["t"]),
                three(one["p_value"]),
                three(one["p_holm"]),
                _percent(one["share_judgments"]),
                _percent(one["share_systems"]),
            ),
        )
        for one in found[:MOST_DIFFERENCES]
    )
    return Differences(coefficient, COEFFICIENTS[coefficient], rows, len(found), sum(map(_is_clear, found)))


def sentence_rows(result: Mapping[str, Any]) -> list[NamedRow]:
    """The highest accuracy first."""
    found = sorted(result["sentence_level"], key=lambda one: (one["judgments"], -(one["accuracy"] or -1)))
    return [
        NamedRow(
            one["metric"],
            one["judgments"] if len(result["sets"]) > 1 else "",
            (
                shown(one["comparisons"]),
                three(one["accuracy"]),
                _span(one, "accuracy"),
                three(one["tau"]),
                _percent(one["metric_ties"] / one["comparisons"] if one["comparisons"] else None),
                three(one["accuracy_with_ties"]),
                three(one["accuracy_calibrated"]),
                three(one["ranking_tau"]),
            ),
        )
        for one in found
    ]


def best_betas(result: Mapping[str, Any]) -> list[NamedRow]:
    """For every sweep the best beta for rank correlation and for Pearson."""
    rows = []
    for sweep in result.get("beta_sweep", []):
        for name in TESTED:
            best = sweep[f"best_{name}"]
            if best is None:
                continue
            low, high = sweep[f"best_{name}_low"], sweep[f"best_{name}_high"]
            span = f"{_two(low)} to {_two(high)}" if low is not None else shown(None)
            cells = (_two(best["beta"]), span, three(best["spearman"]), three(best["pearson"]))
            rows.append(NamedRow(sweep["metric"], COEFFICIENTS[name], cells))
    return rows


def sweep_rows(result: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """Every tenth beta with rho and r of every sweep."""
    sweeps = result.get("beta_sweep", [])
    if not sweeps:
        return []
    step = max(1, len(sweeps[0]["rows"]) // BETAS_SHOWN)
    return [
        (
            _two(sweeps[0]["rows"][place]["beta"]),
            [three(sweep["rows"][place][name]) for sweep in sweeps for name in TESTED],
        )
        for place in range(step - 1, len(sweeps[0]["rows"]), step)
    ]


def study_json(study: MetricStudy) -> bytes:
    """Recipe and result: the same recipe gives the same bytes."""
    whole = {"recipe": study.recipe, "result": study.result}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"


def correlations_csv(result: Mapping[str, Any]) -> list[list[str]]:
    head = ["metric", "systems"]
    limits = ("low", "high", "systems_low", "systems_high", "both_low", "both_high")
    for name in COEFFICIENTS:
        head += [name, *(f"{name}_{limit}" for limit in limits)]
    rows = [[*head, "spearman_without_ties"]]
    for one in by_strength(result):
        row = [one["metric"], one["systems"]]
        for name in COEFFICIENTS:
            row.append(one[name])
            for kind in (one, one["over_systems"], one["over_both"]):
                row += [kind[f"{name}_low"], kind[f"{name}_high"]]
        rows.append([*map(plain, row), plain(one["spearman_without_ties"])])
    return rows


def differences_csv(result: Mapping[str, Any]) -> list[list[str]]:
    columns = [
        *("coefficient", "metric_a", "metric_b", "correlation_a", "correlation_b", "between", "systems"),
        *("t", "p_value", "p_holm", "share_judgments", "share_systems"),
    ]
    return [columns, *([plain(one[name]) for name in columns] for one in result["differences"])]


def sentences_csv(result: Mapping[str, Any]) -> list[list[str]]:
    columns = list(result["sentence_level"][0]) if result["sentence_level"] else ["metric"]
    return [columns, *([plain(one[name]) for name in columns] for one in result["sentence_level"])]


def sweep_csv(result: Mapping[str, Any]) -> list[list[str]]:
    rows = [["metric", "beta", *TESTED]]
    for sweep in result.get("beta_sweep", []):
        rows += [
            [sweep["metric"], plain(one["beta"]), *(plain(one[name]) for name in TESTED)]
            for one in sweep["rows"]
        ]
    return rows


CSV_TABLES: dict[str, Callable[[Mapping[str, Any]], list[list[str]]]] = {
    "correlations": correlations_csv,
    "differences": differences_csv,
    "sentences": sentences_csv,
    "beta-sweep": sweep_csv,
}


def study_csv(study: MetricStudy, table: str) -> bytes:
    """One table in full precision. Raises KeyError for one that there is not."""
    return write_csv(CSV_TABLES[table](study.result or {}))


def three(value: float | None) -> str:
    """A coefficient with three digits."""
    return _digits(value, 3)


def plain(value: Any) -> str:
    """A value as CSV holds it."""
    return "" if value is None else repr(value) if isinstance(value, float) else str(value)


def _two(value: float | None) -> str:
    return _digits(value, 2)


def _digits(value: float | None, digits: int) -> str:
    if value is None:
        return shown(None)
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "\u2212")


def _percent(value: float | None) -> str:
    return shown(None) if value is None else f"{100 * value:.0f} %"


def _span(limits: Mapping[str, Any], name: str) -> str:
    low, high = limits[f"{name}_low"], limits[f"{name}_high"]
    return "" if low is None or high is None else f"{three(low)} to {three(high)}"


def _is_clear(difference: Mapping[str, Any]) -> bool:
    return difference["p_holm"] is not None and difference["p_holm"] < LEVEL
