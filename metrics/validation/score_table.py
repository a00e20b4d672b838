"""Metric scores of systems, from whatever program they come."""

import csv
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.problems import Findings
from rankings.formats.records import FormatError, Problem
from rankings.formats.text import UTF8_BOM, TextFile, read_text

PREFIX = "scores."
SUFFIXES = (".txt", ".tsv", ".csv", ".json", ".scores")
ROLES = {
    "system": "system",
    "sentence": "sentence",
    "score": "score",
    "f": "score",
    "precision": "precision",
    "p": "precision",
    "recall": "recall",
    "r": "recall",
}
BARE_COLUMNS = {1: ("score",), 3: ("score", "precision", "recall")}
# Numbers as countries with decimal commas write them, and those that may as well have thousands marked.
WITH_COMMA = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d+)?", re.ASCII)
WITH_POINT = re.compile(r"[+-]?\d*\.\d+([eE][+-]?\d+)?", re.ASCII)
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}", re.ASCII)
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
      `score` (or `F`), and perhaps `precision` and `recall`, it is about one metric called after the file,
      and other columns are left alone; without one, every other column is a metric. An empty cell says
      that the system has no score;
    - such a table with a column `sentence`: scores of sentences, whose mean is the corpus score;
    - in all of these, numbers with decimal commas where nothing else can be meant;
    - the JSON document of `appraise-gec score`; `--by-sentence` brings its sentence scores along.

    Raises:
        FormatError: with every problem, by line: what is not a finite number, a system named twice, cells
            that are missing, a file without scores.
    """
    if not data.removeprefix(UTF8_BOM):
        raise FormatError(Problem(name, f"The file is empty. {EXPECTED}"))
    if data.removeprefix(UTF8_BOM).lstrip()[:1] == b"{":
        return _read_document(data, name, limits), ()
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


def _read_table(text: TextFile, findings: Findings) -> tuple[MetricScores, ...]:
    rows = [(number, line) for number, line in enumerate(text.lines, start=1) if line.strip()]
    if not rows:
        findings.error(f"The file holds no scores. {EXPECTED}")
        return ()
    separator = _separator([line for _, line in rows])
    cells = []
    for number, line in rows:
        try:
            cells.append((number, _cells(line, separator)))
        except csv.Error as error:
            findings.error(f"The line is not well-formed CSV ({error}). {EXPECTED}", number)
    if len(cells) < len(rows):
        return ()
    cells = _with_points(cells, findings)
    heading = [cell.lower() for cell in cells[0][1]]
    if heading[0] == "system":
        columns = _columns(cells[0], findings)
        body = cells[1:]
        if not body:
            findings.error(f"The table has a heading and no rows. {EXPECTED}", cells[0][0])
    else:
        width = len(cells[0][1]) - 1
        if width not in BARE_COLUMNS:
            findings.error(
                f"{width} numbers after {cells[0][1][0]!r}.{_comma_advice(separator)} {EXPECTED}", cells[0][0]
            )
            return ()
        columns = ("system", *BARE_COLUMNS[width])
        body = cells
    if findings.fatal:
        return ()
    values = _values(columns, body, _comma_advice(separator), findings)
    return () if findings.fatal else _metrics(columns, values, metric_name(text.name))


def _columns(heading: tuple[int, list[str]], findings: Findings) -> tuple[str, ...]:
    """Roles, or names of metrics, of the columns; "" for a column without meaning here."""
    number, names = heading
    with_score = any(ROLES.get(name.lower()) == "score" for name in names)
    columns = []
    for name in names:
        role = ROLES.get(name.lower())
        if role in {"system", "sentence"} or (role and with_score):
            columns.append(role)
        else:
            columns.append("" if with_score else name)
    for name in {name for name in columns if name}:
        if columns.count(name) > 1:
            findings.error(f"Two columns are called {name!r}.", number)
    if not any(name for name in columns if name not in {"system", "sentence"}):
        findings.error(f"The table has no column with scores. {EXPECTED}", number)
    if not all(with_score or name for name in columns):
        findings.error("A column has no name.", number)
    return tuple(columns)


Values = dict[tuple[str, str], dict[str, float]]


def _values(
    columns: Sequence[str], body: Iterable[tuple[int, list[str]]], advice: str, findings: Findings
) -> Values:
    """Numbers by system and sentence ("" without sentences), and then by column."""
    values: Values = {}
    lines: dict[tuple[str, str], int] = {}
    for number, cells in body:
        if findings.full:
            break
        if len(cells) != len(columns):
            findings.error(f"{len(cells)} cells where {len(columns)} were expected.{advice}", number)
            continue
        by_column = dict(zip(columns, cells, strict=True))
        key = (by_column["system"], by_column.get("sentence", ""))
        if not key[0] or ("sentence" in columns and not key[1]):
            findings.error("A system or sentence has no name.", number)
        if key in lines:
            about = f"System {key[0]!r}" + (f", sentence {key[1]!r}" if key[1] else "")
            findings.error(f"{about} was there already in line {lines[key]}.", number)
        lines[key] = number
        # An empty cell is no score. Of sentences all scores are needed: a mean of some is another number.
        may_lack = "sentence" not in columns
        if may_lack and by_column.get("score") == "":
            values[key] = {}
            continue
        values[key] = {
            column: _number(cell, column, number, findings)
            for column, cell in by_column.items()
            if column not in {"", "system", "sentence"}
            and (cell or not may_lack or column in {"precision", "recall"})
        }
    if values and not findings.fatal:
        for column in {"score"} & set(columns) or set(columns) - {"", "system", "sentence"}:
            if not any(column in numbers for numbers in values.values()):
                findings.error(f"The column {column!r} holds no score.")
    return values


def _number(cell: str, column: str, line: int, findings: Findings) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        findings.error(f"{cell!r} is not a score; expected a number like 0.35, with a point.", line)
    elif column in {"precision", "recall"} and not 0 <= value <= 1:
        findings.error(f"The {column} {cell} is not between 0 and 1; expected a fraction.", line)
    return value


def _metrics(columns: Sequence[str], values: Values, name: str) -> tuple[MetricScores, ...]:
    by_sentence = "sentence" in columns
    if "score" in columns:
        parts = {part: _by_system(values, part) for part in ("score", "precision", "recall")}
        whole = not by_sentence
        return (
            MetricScores(
                name,
                _means(parts["score"]),
                _means(parts["precision"]) if whole and "precision" in columns else {},
                _means(parts["recall"]) if whole and "recall" in columns else {},
                parts["score"] if by_sentence else {},
            ),
        )
    metrics = []
    for column in columns:
        if column not in {"system", "sentence"}:
            scores = _by_system(values, column)
            metrics.append(MetricScores(column, _means(scores), sentences=scores if by_sentence else {}))
    return tuple(metrics)


def _by_system(values: Values, column: str) -> dict[str, dict[str, float]]:
    scores: dict[str, dict[str, float]] = {}
    for (system, sentence), numbers in values.items():
        if column in numbers:
            scores.setdefault(system, {})[sentence] = numbers[column]
    return scores


def _means(scores: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    return {system: math.fsum(values.values()) / len(values) for system, values in scores.items()}


def _read_document(data: bytes, name: str, limits: Limits) -> tuple[MetricScores, ...]:
    if len(data) > limits.file_bytes:
        message = f"The file is larger than {limits.file_bytes:,} bytes, the most that is read."
        raise FormatError(Problem(name, message))
    try:
        document = json.loads(data.decode("utf-8-sig"))
        result = document["result"]
        metric, entries = str(result["metric"]), list(result["systems"])
        systems = [str(entry["system"]) for entry in entries]
        scores = {str(entry["system"]): _checked(entry["score"]) for entry in entries}
    except json.JSONDecodeError as error:
        message = f"This is not JSON: {error.msg}. {EXPECTED}"
        raise FormatError(Problem(name, message, error.lineno)) from error
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        message = f"This is not the JSON document of appraise-gec score. {EXPECTED}"
        raise FormatError(Problem(name, message)) from error
    if len(scores) != len(systems) or not scores:
        raise FormatError(Problem(name, "Expected at least one system, and none of them twice."))
    try:
        precision, recall = (_part(entries, part) for part in ("precision", "recall"))
        sentences = {
            str(entry["system"]): {
                str(index): _checked(sentence["score"]) for index, sentence in enumerate(entry["sentences"])
            }
            for entry in entries
            if entry.get("sentences") is not None
        }
    except (KeyError, TypeError, ValueError) as error:
        message = "Precision, recall and sentence scores: expected finite numbers for every system."
        raise FormatError(Problem(name, message)) from error
    return (MetricScores(metric, scores, precision, recall, sentences),)


def _part(entries: Sequence[Any], part: str) -> dict[str, float]:
    if not all(part in entry for entry in entries):
        return {}
    return {str(entry["system"]): _checked(entry[part]) for entry in entries}


def _checked(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{value!r} is no finite number")
    return float(value)


def _separator(lines: Sequence[str]) -> str | None:
    """What separates the cells: a tab, a semicolon, a comma, or (None) blanks.

    Semicolons come before commas, which may be those of numbers (`AMU;0,35`), and so may commas be in a table
    with blanks (`AMU 0,35`): no system has a blank in its name.
    """
    first = lines[0]
    if mark := next((mark for mark in ("\t", ";") if mark in first), None):
        return mark
    return "," if "," in first and not all(map(_by_blanks, lines)) else None


def _by_blanks(line: str) -> bool:
    """Whether blanks separate the cells, so that every comma is inside of a number."""
    name, *rest = line.split()
    return (
        bool(rest) and "," not in name and all("," not in cell or WITH_COMMA.fullmatch(cell) for cell in rest)
    )


def _comma_advice(separator: str | None) -> str:
    if separator != ",":
        return ""
    return " Numbers with decimal commas need tabs or semicolons between cells, or points for commas."


def _with_points(rows: list[tuple[int, list[str]]], findings: Findings) -> list[tuple[int, list[str]]]:
    """The rows with decimal commas made points; refused where a comma may be something else."""
    start = 1 if rows[0][1][0].lower() == "system" else 0
    numbers = [(number, cell) for number, cells in rows[start:] for cell in cells[1:]]
    commas = [(number, cell) for number, cell in numbers if WITH_COMMA.fullmatch(cell)]
    if not commas:
        return rows
    point = next(((number, cell) for number, cell in numbers if WITH_POINT.fullmatch(cell)), None)
    if point is not None:
        findings.error(
            f"{commas[0][1]!r} has a comma, and {point[1]!r} in line {point[0]:,} has a point. Write all "
            "numbers like 0.35, with a point and without any other mark.",
            commas[0][0],
        )
    elif all(THOUSANDS.fullmatch(cell) for _, cell in commas):
        number, cell = commas[0]
        findings.error(
            f"{cell!r} may mean {cell.replace(',', '.')} or {cell.replace(',', '')}. Write it with a point, "
            "or without the comma.",
            number,
        )
    else:
        return [
            (
                number,
                [
                    cell.replace(",", ".") if place and WITH_COMMA.fullmatch(cell) else cell
                    for place, cell in enumerate(cells)
                ],
            )
            if line >= start
            else (number, cells)
            for line, (number, cells) in enumerate(rows)
        ]
    return rows


def _cells(line: str, separator: str | None) -> list[str]:
    cells = line.split() if separator is None else next(csv.reader([line], delimiter=separator))
    return [cell.strip() for cell in cells]
