"""Metric scores of systems, from whatever program they come."""

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

import msgspec

from rankings.formats.problems import DEFAULT_LIMITS, Findings, Limits
from rankings.formats.records import FormatError, Problem
from rankings.formats.streams import UTF8_BOM, larger_than
from rankings.formats.text import TextFile, read_text

PREFIX = "scores."
SUFFIXES = (".txt", ".tsv", ".csv", ".json", ".scores")
SCORE = {"score": "score", "f": "score"}
PARTS = {"precision": "precision", "p": "precision", "recall": "recall", "r": "recall"}
KEYS = ("system", "metric", "sentence")
BARE_COLUMNS = {2: ("system", "score"), 4: ("system", "score", "precision", "recall")}
EXPECTED = (
    "Expected a line for each system: its name and its score; or name, F, precision and recall; or a table "
    "with a heading that begins with 'system'; or the JSON document of appraise-gec score."
)


@dataclass(frozen=True, slots=True)
class MetricScores:
    """One metric's scores of the systems. Higher has to mean better.

    Attributes:
        metric: name.
        scores: corpus score by system.
        precision, recall: by system, where the metric has them; empty otherwise.
        sentences: by system, the score of every sentence that has one, by the sentence's identifier in the
            judgments: its zero-based line.
    """

    metric: str
    scores: Mapping[str, float]
    precision: Mapping[str, float] = field(default_factory=dict)
    recall: Mapping[str, float] = field(default_factory=dict)
    sentences: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


def read_metric_scores(
    data: bytes, name: str, limits: Limits = DEFAULT_LIMITS
) -> tuple[tuple[MetricScores, ...], tuple[Problem, ...]]:
    """Read a file of metric scores, with warnings about oddities.

    Known forms, recognised by content:

    - lines of a system and its score, or of a system, F, precision and recall, separated by blanks or tabs,
      as the 2015 evaluation published them; the metric is called after the file;
    - a table (tabs, commas, semicolons or blanks) with a heading that begins with `system`. With a column
      `score` (or `F`), and perhaps `precision` and `recall`, it is about the metric that a column `metric`
      names, or the file, and other columns are left alone; without one, every other column is a metric. An
      empty cell says that the system has no score. With a column `sentence` these are scores of sentences,
      whose mean is the corpus score;
    - the JSON document of `appraise-gec score`; `--by-sentence` brings its sentence scores along.

    Raises:
        FormatError: with every problem, by line: what is not a finite number, a system named twice, cells
            that are missing, a file without scores.
    """
    if not data.removeprefix(UTF8_BOM):
        raise FormatError(Problem(name, f"The file is empty. {EXPECTED}"))
    if data.removeprefix(UTF8_BOM).lstrip()[:1] == b"{":
        return (_read_document(data, name, limits),), ()
    text = read_text(data, name, limits)
    if not text.usable:
        raise FormatError(list(text.problems))
    findings = Findings(name, limits.problems)
    metrics = _read_table(text, findings)
    findings.raise_if_fatal()
    return metrics, (*text.problems, *findings.problems())


def distinct_names(files: Sequence[tuple[str, Sequence[MetricScores]]]) -> tuple[MetricScores, ...]:
    """The metrics of several files; those with the same name get the names of their files.

    Raises:
        FormatError: two metrics have the same name and the same file name.
    """
    names = [metric.metric for _, metrics in files for metric in metrics]
    renamed: dict[str, MetricScores] = {}
    for file, metrics in files:
        for metric in metrics:
            clash = names.count(metric.metric) > 1
            name = f"{metric.metric} ({metric_name(file)})" if clash else metric.metric
            if name in renamed:
                message = f"There is another metric called {name!r}. Rename one of the files or columns."
                raise FormatError(Problem(file, message))
            renamed[name] = replace(metric, metric=name)
    return tuple(renamed.values())


def metric_name(file: str) -> str:
    """The name of the metric in this file: `scores.m2.0` holds `m2.0`."""
    name = PurePath(file).name
    if name.startswith(PREFIX) and name != PREFIX:
        return name.removeprefix(PREFIX)
    return next((name.removesuffix(end) for end in SUFFIXES if name.endswith(end) and name != end), name)


class _Sentence(msgspec.Struct):
    score: float


class _System(msgspec.Struct):
    system: str
    score: float
    precision: float | None = None
    recall: float | None = None
    sentences: list[_Sentence] | None = None


class _Result(msgspec.Struct):
    metric: str
    systems: list[_System]


class _Document(msgspec.Struct):
    result: _Result


def _read_document(data: bytes, name: str, limits: Limits) -> MetricScores:
    if len(data) > limits.file_bytes:
        raise FormatError(Problem(name, larger_than(limits.file_bytes)))
    try:
        result = msgspec.json.decode(data.removeprefix(UTF8_BOM), type=_Document).result
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        message = f"This is not the JSON document of appraise-gec score ({error}). {EXPECTED}"
        raise FormatError(Problem(name, message)) from error
    systems = {one.system: one for one in result.systems}
    if len(systems) != len(result.systems) or not systems:
        raise FormatError(Problem(name, "Expected at least one system, and none of them twice."))

    def part(name: str) -> dict[str, float]:
        values = {system: getattr(one, name) for system, one in systems.items()}
        return {} if None in values.values() else values

    return MetricScores(
        result.metric,
        part("score"),
        part("precision"),
        part("recall"),
        {
            system: {str(place): sentence.score for place, sentence in enumerate(one.sentences)}
            for system, one in systems.items()
            if one.sentences is not None
        },
    )


Rows = Sequence[tuple[int, list[str]]]
"""Lines by number, divided into cells."""
Numbers = dict[str, dict[str, dict[str, float]]]
"""By part (score, precision, recall), system and sentence ("" for the whole)."""


def _read_table(text: TextFile, findings: Findings) -> tuple[MetricScores, ...]:
    rows = _rows(text, findings)
    if findings.fatal:
        return ()
    if not rows:
        findings.error(f"The file holds no scores. {EXPECTED}")
        return ()
    first, heading = rows[0]
    columns: Sequence[str] = BARE_COLUMNS.get(len(heading), ())
    if heading[0].lower() == "system":
        columns, rows = _columns(first, heading, findings), rows[1:]
        if not rows:
            findings.error(f"The table has a heading and no rows. {EXPECTED}", first)
    elif not columns:
        findings.error(f"{len(heading) - 1} numbers after {heading[0]!r}. {EXPECTED}", first)
    values = {} if findings.fatal else _values(columns, rows, metric_name(text.name), findings)
    return () if findings.fatal else tuple(_metric(name, numbers) for name, numbers in values.items())


def _rows(text: TextFile, findings: Findings) -> Rows:
    lines = [(number, line) for number, line in enumerate(text.lines, start=1) if line.strip()]
    mark = next((mark for mark in "\t;," if lines and mark in lines[0][1]), None)
    rows = []
    for number, line in lines:
        try:
            cells = line.split() if mark is None else next(csv.reader([line], delimiter=mark))
        except csv.Error as error:
            findings.error(f"The line is not well-formed CSV ({error}). {EXPECTED}", number)
        else:
            rows.append((number, [cell.strip() for cell in cells]))
    return rows


def _columns(line: int, names: Sequence[str], findings: Findings) -> list[str]:
    """What the columns hold: a key, the score or a part of it, or a metric by name; "" for nothing."""
    one_score = any(name.lower() in SCORE for name in names)
    known = {name: name for name in KEYS} | (SCORE | PARTS if one_score else {})
    columns = [known.get(name.lower(), "" if one_score else name) for name in names]
    if not one_score and "" in columns:
        findings.error("A column has no name.", line)
    for name in sorted(set(columns) - {""}):
        if columns.count(name) > 1:
            findings.error(f"Two columns are called {name!r}.", line)
    if not set(columns) - {"", *KEYS}:
        findings.error(f"The table has no column with scores. {EXPECTED}", line)
    return columns


def _values(columns: Sequence[str], rows: Rows, file_metric: str, findings: Findings) -> dict[str, Numbers]:
    by_metric: dict[str, Numbers] = {}
    lines: dict[tuple[str, ...], int] = {}
    for number, cells in rows:
        if len(cells) != len(columns):
            findings.error(f"{len(cells)} cells where {len(columns)} were expected.", number)
            continue
        row = dict(zip(columns, cells, strict=True))
        key = tuple(row[name] for name in KEYS if name in row)
        if "" in key:
            findings.error("A system, metric or sentence has no name.", number)
        if key in lines:
            about = ", ".join(f"{name} {row[name]!r}" for name in KEYS if name in row)
            findings.error(f"{about.capitalize()} was there already in line {lines[key]}.", number)
        lines[key] = number
        for column, cell in row.items():
            # An empty cell is no score. Of sentences all scores are needed: a mean of some is another number.
            if column in {"", *KEYS} or (not row.get("score", cell) and "sentence" not in row):
                continue
            metric, part = column, "score"
            if "score" in row:
                metric, part = row.get("metric", file_metric), column
            numbers = by_metric.setdefault(metric, {"score": {}, "precision": {}, "recall": {}})
            value = _number(cell, part, number, findings)
            numbers[part].setdefault(row["system"], {})[row.get("sentence", "")] = value
    if not findings.fatal:
        metrics = [] if "score" in columns else [name for name in columns if name not in KEYS]
        empty = [name for name in metrics if name not in by_metric] or ([] if by_metric else ["score"])
        for name in empty:
            findings.error(f"The column {name!r} holds no score.")
    return by_metric


def _number(cell: str, part: str, line: int, findings: Findings) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        findings.error(f"{cell!r} is not a score; expected a number like 0.35, with a point.", line)
    elif part != "score" and not 0 <= value <= 1:
        findings.error(f"The {part} {cell} is not between 0 and 1; expected a fraction.", line)
    return value


def _metric(name: str, numbers: Numbers) -> MetricScores:
    """Of scores of sentences, the mean is that of the corpus."""
    score, precision, recall = (
        {system: math.fsum(own.values()) / len(own) for system, own in values.items()}
        for values in numbers.values()
    )
    if any("" not in values for values in numbers["score"].values()):
        return MetricScores(name, score, sentences=numbers["score"])
    return MetricScores(name, score, precision, recall)
