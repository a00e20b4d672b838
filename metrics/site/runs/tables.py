"""Scores as tables: for pages, sorted by any column, and as CSV and JSON to take away."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from metrics.models import MetricRun, SystemScore
from metrics.scorers.registry import METRICS, scorer_class
from rankings.formats.safe_cells import write_csv

HEAT_STEPS = 10
SENTENCES_AT_ONCE = 500
NONE = "\u2013"
# What metrics call their own score among its parts, where that is not their name.
SCORE_PARTS = {
    "i-measure": "i",
    "levenshtein-reference": "similarity",
    "levenshtein-source": "similarity",
    "errant": "f",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column that the table can be sorted by. `sort` is what the address says."""

    sort: str
    title: str
    note: str = ""
    key: str = ""
    is_sorted: bool = False
    ascending: bool = False

    @property
    def aria_sort(self) -> str:
        return ("ascending" if self.ascending else "descending") if self.is_sorted else ""

    @property
    def next_direction(self) -> str:
        return "asc" if self.is_sorted and not self.ascending else "desc"


@dataclass(frozen=True, slots=True)
class Row:
    """A system and its cells, as text."""

    system: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SortedTable:
    """Columns and rows in the order to show them."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class HeatCell:
    """Recall of one error type for one system; `step` from 0 to 9 says how deep the ground is coloured."""

    recall: str
    counts: str
    step: int | None


@dataclass(frozen=True, slots=True)
class HeatRow:
    type: str
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Recall per error type: a row for each type, a column for each system."""

    systems: tuple[str, ...]
    rows: tuple[HeatRow, ...]


def run_table(
    run: MetricRun, scores: Sequence[SystemScore], sort: str = "", direction: str = ""
) -> SortedTable:
    """All parts of one run. Without a known `sort`, the best score comes first."""
    parts = [part for part in part_names(run) if not repeats_score(run, part)]
    values = {one.system.name: {"score": one.score, **one.parts} for one in scores}
    columns = [("score", score_title(run), ""), *((part, part_title(part), "") for part in parts)]
    return _sorted_table(columns, values, sort if sort in {"score", "system", *parts} else "score", direction)


def comparison_table(runs: Sequence[MetricRun], sort: str = "", direction: str = "") -> SortedTable:
    """The scores of several runs side by side. Without a known `sort`, the first run decides."""
    values: dict[str, dict[str, Any]] = {}
    rows = SystemScore.objects.filter(run__in=runs).values_list("run__key", "system__name", "score")
    for key, system, score in rows:
        values.setdefault(system, {})[str(key)] = score
    columns = [(str(run.key), short_title(run), run_note(run)) for run in runs]
    known = {"system", *(key for key, _, _ in columns)}
    return _sorted_table(columns, values, sort if sort in known else columns[0][0], direction)


def heat_map(scores: Sequence[SystemScore]) -> HeatMap | None:
    """Recall per error type, if the metric knows types. Systems by name, the types with most edits first."""
    ordered = sorted(scores, key=lambda one: one.system.name)
    types: dict[str, None] = {}
    for one in ordered:
        types.update(dict.fromkeys(kind for kind, _, _ in one.types))
    if not types:
        return None
    tallies = [{kind: (matched, gold) for kind, matched, gold in one.types} for one in ordered]
    edits = {kind: sum(tally.get(kind, (0, 0))[1] for tally in tallies) for kind in types}
    rows = tuple(
        HeatRow(kind, tuple(_heat_cell(*tally.get(kind, (0, 0))) for tally in tallies))
        for kind in sorted(types, key=lambda kind: -edits[kind])
    )
    return HeatMap(tuple(one.system.name for one in ordered), rows)


def part_names(run: MetricRun) -> list[str]:
    """Names of the parts of a system's score, in the order of the metric.

    The recipe keeps the order: databases do not keep that of the keys of an object.
    """
    names: list[str] = run.recipe.get("parts", []) if run.recipe else []
    return names


def repeats_score(run: MetricRun, part: str) -> bool:
    """Whether a part is the score itself under the metric's own name, which pages show already."""
    return not run.is_imported and part == SCORE_PARTS.get(run.metric, run.metric.replace("-", "_"))


def metric_title(metric: str) -> str:
    """A metric's name for people; an imported one's is the one in its table."""
    return scorer_class(metric).title if metric in METRICS else metric


def run_title(run: MetricRun) -> str:
    """The metric with what differs from its defaults."""
    return metric_title(run.metric) if not run.is_imported else run.metric


def short_title(run: MetricRun) -> str:
    """As narrow as a column's head can be."""
    if run.is_imported:
        return run.metric
    if run.metric == "m2":
        return score_title(run)
    return metric_title(run.metric)


def score_title(run: MetricRun) -> str:
    """What the score itself is called."""
    if run.metric == "m2" and not run.is_imported:
        return f"M\u00b2 F{run.settings.get('beta', 0.5):g}"
    return "Score"


def run_note(run: MetricRun) -> str:
    """What tells a run from others of the same metric: settings that are not the default, and references."""
    if run.is_imported:
        return "imported"
    notes = [f"{setting_title(name)} {_setting(value)}" for name, value in unusual_settings(run).items()]
    if run.references_name:
        notes.append(run.references_name)
    if run.annotator is not None:
        notes.append(f"annotator {run.annotator}")
    return ", ".join(notes)


def unusual_settings(run: MetricRun) -> dict[str, Any]:
    """Settings that differ from the metric's defaults, but for the beta that stands in the title."""
    if run.metric not in METRICS or run.is_imported:
        return {}
    defaults = scorer_class(run.metric)().settings()
    unusual = {
        name: run.settings[name]
        for name, default in defaults.items()
        if name in run.settings and run.settings[name] != default
    }
    if run.metric == "m2":
        unusual.pop("beta", None)
    return unusual


def setting_title(name: str) -> str:
    """`max_unchanged_words` as people write it."""
    return name.replace("_", " ")


def part_title(name: str) -> str:
    """`brevity_penalty` as people write it."""
    return name.replace("_", " ").capitalize()


def shown(value: Any) -> str:
    """A number of a table: whole numbers as they are, fractions with four digits."""
    if value is None:
        return NONE
    if isinstance(value, int):
        return f"{value:,}"
    text = f"{value:.4f}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "\u2212")


def scores_csv(run: MetricRun, scores: Sequence[SystemScore]) -> bytes:
    """One line a system: score and every part, in full precision."""
    parts = part_names(run)
    rows = [["system", "score", *parts]]
    rows += [
        [one.system.name, repr(one.score), *(_plain(one.parts.get(part)) for part in parts)] for one in scores
    ]
    return write_csv(rows)


def types_csv(_run: MetricRun, scores: Sequence[SystemScore]) -> bytes:
    """One line for each system and error type."""
    rows = [["system", "type", "recall", "matched", "gold"]]
    rows += [
        [one.system.name, kind, repr(matched / gold if gold else 0.0), str(matched), str(gold)]
        for one in scores
        for kind, matched, gold in one.types
    ]
    return write_csv(rows)


def sentences_csv(run: MetricRun) -> Iterator[bytes]:
    """One line for each sentence and system, piece by piece; `sentence` counts from 1."""
    names = run.recipe["sentence_parts"] if run.recipe else []
    yield write_csv([["sentence", "system", "score", *names]])
    rows = run.sentence_scores.order_by("index").values_list("index", "scores")
    for index, scores in rows.iterator(chunk_size=SENTENCES_AT_ONCE):
        yield write_csv(
            [str(index + 1), system, *(_plain(number) for number in numbers)]
            for system, numbers in sorted(scores.items())
        )


def run_json(run: MetricRun, scores: Sequence[SystemScore]) -> bytes:
    """Recipe and result: the same recipe gives the same bytes."""
    whole = {"recipe": run.recipe, "result": {"metric": run.metric, "systems": systems_json(scores)}}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"


def systems_json(scores: Sequence[SystemScore]) -> list[dict[str, Any]]:
    """Every system with its score, all parts, and recall per error type where the metric knows types."""
    systems = []
    for one in scores:
        entry: dict[str, Any] = {"system": one.system.name, "score": one.score, **one.parts}
        if one.types:
            entry["types"] = [
                {"type": kind, "recall": matched / gold if gold else 0.0, "matched": matched, "gold": gold}
                for kind, matched, gold in one.types
            ]
        systems.append(entry)
    return systems


TABLES: dict[str, Callable[[MetricRun, Sequence[SystemScore]], bytes]] = {
    "scores": scores_csv,
    "types": types_csv,
}


def _sorted_table(
    columns: Sequence[tuple[str, str, str]],
    values: dict[str, dict[str, Any]],
    sort: str,
    direction: str,
) -> SortedTable:
    ascending = direction == "asc" if direction in {"asc", "desc"} else sort == "system"
    if sort == "system":
        names = sorted(values, reverse=not ascending)
    else:
        have = sorted(name for name in values if values[name].get(sort) is not None)
        have.sort(key=lambda name: values[name][sort], reverse=not ascending)
        names = [*have, *sorted(set(values) - set(have))]
    heads = tuple(
        Column(key, title, note, key, key == sort, ascending)
        for key, title, note in (("system", "System", ""), *columns)
    )
    rows = tuple(Row(name, tuple(shown(values[name].get(key)) for key, _, _ in columns)) for name in names)
    return SortedTable(heads, rows)


def _heat_cell(matched: int, gold: int) -> HeatCell:
    if not gold:
        return HeatCell(NONE, "", None)
    share = matched / gold
    return HeatCell(
        f"{100 * share:.1f}", f"{matched:,}/{gold:,}", min(int(share * HEAT_STEPS), HEAT_STEPS - 1)
    )


def _plain(value: Any) -> str:
    return "" if value is None else repr(value) if isinstance(value, float) else str(value)


def _setting(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
