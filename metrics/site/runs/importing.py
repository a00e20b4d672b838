"""Scores that were computed elsewhere: read as the command reads them, and stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

import appraise_gec
from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from metrics.models import MetricRun, SentenceScores, SystemScore
from metrics.validation.score_table import MetricScores, read_metric_scores
from rankings.access.states import editable
from rankings.formats.problems import Findings, quoted
from rankings.formats.records import FormatError, Problem, WithProblems, fatal_first
from rankings.models import Campaign, Upload
from rankings.uploads.files import File, site_limits

STAGED_KIND = "scores"
MOST_METRICS = 50
METRIC_CHARACTERS = 64


@dataclass(frozen=True, slots=True)
class ScoreTable(WithProblems):
    """A file as it was read: the scores of every metric, and its problems."""

    file: File
    metrics: tuple[MetricScores, ...]
    problems: tuple[Problem, ...]


def read_score_table(campaign: Campaign, file: File) -> ScoreTable:
    """Read a file of scores and check it against the campaign. Never raises for bad content."""
    try:
        metrics, warnings = read_metric_scores(file.content, file.name, site_limits())
    except FormatError as error:
        return ScoreTable(file, (), fatal_first(error.problems))
    systems = sorted(campaign.systems.values_list("name", flat=True))
    sentences = {str(index) for index in range(campaign.sentences.count())}
    findings = Findings(file.name, site_limits().problems)
    if len(metrics) > MOST_METRICS:
        findings.error(f"The file has {len(metrics)} metrics; at most {MOST_METRICS} are read at once.")
    for unknown in sorted({system for one in metrics for system in one.scores} - set(systems)):
        findings.error(f"No system here is called {quoted(unknown)}. The campaign has {', '.join(systems)}.")
    for one in metrics:
        if len(one.metric) > METRIC_CHARACTERS or not one.metric.isprintable():
            findings.error(f"Expected a metric's name of 1 to {METRIC_CHARACTERS} printable characters.")
        if not {sentence for scores in one.sentences.values() for sentence in scores} <= sentences:
            findings.error(
                f"{quoted(one.metric)} scores sentences that the campaign does not have. They are numbered "
                f"from 0 to {len(sentences) - 1}."
            )
        if missing := [name for name in systems if name not in one.scores]:
            findings.warn(f"{quoted(one.metric)} has no score for {', '.join(missing)}.")
    return ScoreTable(file, metrics, fatal_first([*warnings, *findings.problems()]))


def import_scores(campaign: Campaign, actor: User, upload: Upload, table: ScoreTable) -> list[MetricRun]:
    """Store scores for each metric of a file that can be used. Refused in a frozen campaign."""
    file = {"file": table.file.name, "sha256": table.file.sha256}
    with editable(campaign) as current:
        systems = dict(current.systems.values_list("name", "pk"))
        runs = [_store(current, actor, one, file, systems) for one in table.metrics]
        names = [one.metric for one in table.metrics]
        record_event(actor, "metrics.import", campaign.pk, metrics=names, **file)
        upload.delete()
    return runs


def _store(
    campaign: Campaign, actor: User, metric: MetricScores, file: Mapping[str, str], systems: Mapping[str, int]
) -> MetricRun:
    run = MetricRun.objects.create(
        campaign=campaign,
        origin=MetricRun.Origin.IMPORTED,
        metric=metric.metric,
        created_by=actor,
        finished_at=timezone.now(),
        recipe={
            "program": "appraise-gec",
            "version": appraise_gec.__version__,
            "metric": metric.metric,
            "imported": file,
            "parts": [name for name in ("precision", "recall") if getattr(metric, name)],
            "sentence_parts": [],
        },
    )
    parts = {name: getattr(metric, name) for name in ("precision", "recall")}
    SystemScore.objects.bulk_create(
        SystemScore(
            run=run,
            system_id=systems[system],
            score=score,
            parts={name: of[system] for name, of in parts.items() if system in of},
        )
        for system, score in metric.scores.items()
    )
    SentenceScores.objects.bulk_create(_sentences(run, metric.sentences), batch_size=200)
    return run


def _sentences(run: MetricRun, scores: Mapping[str, Mapping[str, float]]) -> Iterator[SentenceScores]:
    by_sentence: dict[int, dict[str, Sequence[float]]] = {}
    for system, of in scores.items():
        for sentence, score in of.items():
            by_sentence.setdefault(int(sentence), {})[system] = [score]
    for index, row in sorted(by_sentence.items()):
        yield SentenceScores(run=run, index=index, scores=row)
