"""Scores of one metric: of systems, of error types and of sentences; and of several metrics side by side."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from appraise_gec.present.blocks import Block, Prose, Section, Shown
from appraise_gec.present.numbers import PAGE, count, number
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from metrics.scorers.results import Number, Scores, SentenceScore

DIGITS = 4
SYSTEM = Column("system", "system", Kind.NAME)
TYPE = Column("type", "type", Kind.NAME)
SCORE = "score"


def describe(result: Scores, *, title: str, signature: str, repeated: str = "") -> Section:
    """The section; `repeated` as for `systems`."""
    blocks: list[Block] = [Prose(signature, "exact"), Shown(systems(result, repeated=repeated))]
    if any(system.types for system in result.systems):
        blocks.append(Shown(types(result)))
    if any(system.sentences for system in result.systems):
        blocks.append(Shown(sentences_of(result)))
    return Section("scores", title, blocks)


def systems(result: Scores, *, title: str = "", heading: str = SCORE, repeated: str = "") -> Table:
    """Every system with its score and the parts of that.

    Args:
        result: the scores.
        title: of the table.
        heading: of the score.
        repeated: the part that is the score itself, which only files of data have.
    """
    names = part_names(system.parts for system in result.systems)
    columns = [SYSTEM, Column("score", heading, Kind.SCORE, DIGITS)]
    for name in names:
        values = [system.parts.get(name) for system in result.systems]
        columns.append(_part(name, values, repeated=repeated))
    rows = [
        Row([system.system, system.score, *(system.parts.get(name) for name in names)])
        for system in result.systems
    ]
    return Table("scores", title or "Scores of systems", columns, rows)


def types(result: Scores) -> Table:
    """Recall by error type: a row for every type and a column for every system."""
    by_type: dict[str, dict[str, Cell]] = {}
    edits: dict[str, int] = {}
    for system in result.systems:
        for one in system.types:
            edits[one.type] = edits.get(one.type, 0) + one.gold
            if one.gold:
                detail = f"{count(one.matched)}/{count(one.gold)}"
                cell = Cell(100 * one.recall, detail=detail, shade=one.recall)
                by_type.setdefault(one.type, {})[system.system] = cell
    names = [system.system for system in result.systems]
    rows = [
        Row([name, *(by_type.get(name, {}).get(system) for system in names)])
        for name in sorted(edits, key=lambda name: -edits[name])
    ]
    note = (
        "Percent of the gold edits of a type that a system found. Of several annotators, those count that "
        "the metric chose for the system, so that the totals differ between systems."
    )
    columns = [TYPE, *(Column(name, name, Kind.SCORE, 2, named=True) for name in names)]
    return Table("types", "Recall by error type", columns, rows, [note])


def sentences(names: Sequence[str], rows: Iterable[tuple[int, str, SentenceScore]]) -> Table:
    """The scores of sentences.

    Args:
        names: of the parts.
        rows: the number of the sentence, from 1; the system; and the score.
    """
    lines = list(rows)
    columns = [
        Column("sentence", "sentence", Kind.RANK),
        SYSTEM,
        Column("score", SCORE, Kind.SCORE, DIGITS),
        *(_part(name, [score.parts.get(name) for _, _, score in lines]) for name in names),
    ]
    cells = [
        Row([place, system, score.score, *(score.parts.get(name) for name in names)])
        for place, system, score in lines
    ]
    return Table("sentences", "Scores of sentences", columns, cells)


def sentences_of(result: Scores) -> Table:
    """The scores of sentences, system by system."""
    rows = [
        (place, system.system, score)
        for system in result.systems
        for place, score in enumerate(system.sentences, start=1)
    ]
    return sentences(part_names(score.parts for _, _, score in rows), rows)


@dataclass(frozen=True, slots=True)
class ComparedMetric:
    """One of several metrics: key, title, a distinguishing note, and the score of every system."""

    key: str
    title: str
    note: str
    scores: Mapping[str, float]


def compared(metrics: Sequence[ComparedMetric]) -> Table:
    """The scores of several metrics side by side, systems in the order of the first, best first."""
    names = sorted({system for metric in metrics for system in metric.scores})
    if metrics:
        names.sort(key=lambda name: -metrics[0].scores.get(name, -inf))
    columns = [
        Column(metric.key, metric.title, Kind.SCORE, DIGITS, named=True, help=metric.note)
        for metric in metrics
    ]
    rows = [Row([name, *(metric.scores.get(name) for metric in metrics)]) for name in names]
    return Table("compared", "Scores of every metric", [SYSTEM, *columns], rows)


def part_names(parts: Iterable[Mapping[str, object]]) -> list[str]:
    """The names of parts, in the order in which they first come."""
    return list(dict.fromkeys(name for part in parts for name in part))


def in_words(name: str) -> str:
    """The short name of a part or setting as people write it: `brevity penalty`."""
    return name.replace("_", " ")


def worded(value: Number | None) -> str:
    """A score or a part of it on a page."""
    return count(value) if isinstance(value, int) else number(value, DIGITS, PAGE)


def _part(name: str, values: Iterable[Number | None], *, repeated: str = "") -> Column:
    is_fraction = any(isinstance(value, float) for value in values)
    kind, digits = (Kind.SCORE, DIGITS) if is_fraction else (Kind.COUNT, None)
    return Column(name, in_words(name), kind, digits, where="data" if name == repeated else "everywhere")
