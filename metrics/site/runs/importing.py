"""Scores that were computed elsewhere, as a table: system, metric, score; or a column for each metric."""

import csv
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils import timezone

import appraise_gec
from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.words import plural
from metrics.models import MetricRun, SystemScore
from rankings.access.states import editable
from rankings.corpus.staging import CorpusFile, site_limits
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import Problem, WithProblems, fatal_first
from rankings.formats.safe_cells import csv_problem, read_csv
from rankings.formats.text import UTF8_BOM, read_text
from rankings.models import Campaign, StagedUpload

STAGED_KIND = "scores"
COLUMNS = ("system", "metric", "score")
MOST_METRICS = 50
MOST_ROWS = 20_000
METRIC_CHARACTERS = 64
EXPECTED = (
    'Expected a first line that names the columns "system", "metric" and "score", '
    'or "system" and then one metric per column.'
)


@dataclass(frozen=True, slots=True)
class ScoreTable(WithProblems):
    """A table as it was read: by metric the score of every system, and its problems."""

    file: CorpusFile
    scores: dict[str, dict[str, float]]
    problems: tuple[Problem, ...]


def read_score_table(file: CorpusFile, systems: Collection[str]) -> ScoreTable:
    """Read CSV or TSV (or the semicolons of some spreadsheets). Never raises for bad content."""
    limits = site_limits()
    if not file.content.removeprefix(UTF8_BOM):
        empty = f"The file is empty. {EXPECTED}"
        return ScoreTable(file, {}, (Problem(file.name, empty),))
    text = read_text(file.content, file.name, limits)
    findings = Findings(file.name, limits.problems)
    scores: dict[str, dict[str, float]] = {}
    if text.usable:
        try:
            _read_rows("\n".join(text.lines) + "\n", scores, systems, findings)
        except csv.Error as error:
            message = f"This is no CSV: {csv_problem(error)}. {EXPECTED}"
            findings.error(message)
    if not findings.fatal:
        for metric, known in scores.items():
            if missing := sorted(set(systems) - set(known)):
                findings.warn(f"{quoted(metric)} has no score for {', '.join(missing)}.")
    return ScoreTable(file, scores, fatal_first([*text.problems, *findings.problems()]))


def import_scores(
    campaign: Campaign, actor: User, upload: StagedUpload, table: ScoreTable
) -> list[MetricRun]:
    """Store a table that can be used: scores for each of its metrics. Refused in a frozen campaign."""
    runs = []
    with editable(campaign) as current:
        systems = dict(current.systems.values_list("name", "pk"))
        now = timezone.now()
        sha256 = table.file.sha256
        for metric, scores in table.scores.items():
            run = MetricRun.objects.create(
                campaign=current,
                origin=MetricRun.Origin.IMPORTED,
                metric=metric,
                created_by=actor,
                finished_at=now,
                recipe={
                    "program": "appraise-gec",
                    "version": appraise_gec.__version__,
                    "metric": metric,
                    "imported": {"file": table.file.name, "sha256": sha256},
                    "sentence_parts": [],
                },
            )
            runs.append(run)
            SystemScore.objects.bulk_create(
                SystemScore(run=run, system_id=systems[system], score=score)
                for system, score in scores.items()
            )
        record_event(
            actor,
            "metrics.import",
            campaign.pk,
            metrics=list(table.scores),
            file=table.file.name,
            sha256=sha256,
        )
        upload.delete()
    return runs


def _read_rows(
    text: str, scores: dict[str, dict[str, float]], systems: Collection[str], findings: Findings
) -> None:
    rows = read_csv(text)
    line, head = next(rows, (1, []))
    names = [cell.strip().lower() for cell in head]
    is_wide = _is_wide(names)
    if not is_wide and any(names.count(column) != 1 for column in COLUMNS):
        message = f"{EXPECTED} The first line is {quoted(', '.join(head))}."
        findings.error(message, line)
        return
    places = [0, 1, 2] if is_wide else [names.index(column) for column in COLUMNS]
    for number, (line, cells) in enumerate(rows):
        if number >= MOST_ROWS:
            findings.error(
                f"The file has more than {figure(MOST_ROWS)} lines, the most that is read.",
                line,
            )
            return
        if any(cell.strip() for cell in cells):
            triples = _wide_triples(head, cells, line, findings) if is_wide else [cells]
            for triple in triples:
                _read_row(triple, places, line, scores=scores, systems=systems, findings=findings)
    if not scores and not findings.fatal:
        findings.error("The table holds no score.")
    if len(scores) > MOST_METRICS:
        message = (
            f"The table has {figure(len(scores))} metrics; at most {figure(MOST_METRICS)} are read at once."
        )
        findings.error(message)


def _is_wide(names: Sequence[str]) -> bool:
    """Whether the columns after the first are metrics, each with a name of its own."""
    metrics = names[1:]
    return (
        names[:1] == ["system"]
        and bool(metrics)
        and all(metrics)
        and len(set(metrics)) == len(metrics)
        and not {"system", "metric", "score", "sentence"} & set(metrics)
    )


def _wide_triples(
    head: Sequence[str], cells: Sequence[str], line: int, findings: Findings
) -> list[tuple[str, str, str]]:
    """System, metric and score of every cell that is not empty."""
    if len(cells) != len(head):
        message = plural(
            len(cells),
            "The line has {n} cell; expected {expected}.",
            "The line has {n} cells; expected {expected}.",
            expected=figure(len(head)),
        )
        findings.error(message, line)
        return []
    columns = zip(head[1:], cells[1:], strict=True)
    return [(cells[0], metric, score) for metric, score in columns if score.strip()]


def _read_row(
    cells: Sequence[str],
    places: Sequence[int],
    line: int,
    *,
    scores: dict[str, dict[str, float]],
    systems: Collection[str],
    findings: Findings,
) -> None:
    if len(cells) <= max(places):
        message = plural(
            len(cells),
            "The line has {n} cell; expected at least {least}.",
            "The line has {n} cells; expected at least {least}.",
            least=figure(max(places) + 1),
        )
        findings.error(message, line)
        return
    system, metric, written = (cells[place].strip() for place in places)
    if system not in systems:
        message = f"No system here is called {quoted(system)}. The campaign has {', '.join(sorted(systems))}."
        findings.error(message, line)
    if not metric or len(metric) > METRIC_CHARACTERS or not metric.isprintable():
        message = f"Expected a metric's name of 1 to {figure(METRIC_CHARACTERS)} printable characters."
        findings.error(message, line)
    score = _number(written)
    if score is None:
        message = f"Expected a number as the score, as in 0.35, and found {quoted(written)}."
        findings.error(message, line)
        return
    known = scores.setdefault(metric, {})
    if system in known:
        message = f"{quoted(system)} has a score for {quoted(metric)} already, further up."
        findings.error(message, line)
    known[system] = score


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
