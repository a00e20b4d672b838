"""Scores that were computed elsewhere: read as the command reads them, and stored."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils import timezone

import appraise_gec
from appraise_gec.accounts.models import User
from metrics.models import MetricRun, SentenceScores, SystemScore
from metrics.validation.score_table import MetricScores, read_metric_scores
from rankings.formats.problems import Findings, quoted
from rankings.formats.records import FormatError, Problem, fatal_first
from rankings.models import Campaign
from rankings.uploads.files import NamedFile, site_limits

MOST_METRICS = 50
METRIC_CHARACTERS = 64


def read_scores(campaign: Campaign, file: NamedFile) -> tuple[tuple[MetricScores, ...], tuple[Problem, ...]]:
    """Read a file of scores and check it against the campaign. Never raises for bad content."""
    try:
        metrics, warnings = read_metric_scores(file.content, file.name, site_limits())
    except FormatError as error:
        return (), fatal_first(error.problems)
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
    return metrics, fatal_first([*warnings, *findings.problems()])


def store_scores(
    campaign: Campaign, actor: User, metrics: Sequence[MetricScores], origin: Mapping[str, str]
) -> None:
    """Store the scores of each metric; `origin` names the file."""
    systems = dict(campaign.systems.values_list("name", "pk"))
    for one in metrics:
        parts = {name: values for name in ("precision", "recall") if (values := getattr(one, name))}
        run = MetricRun.objects.create(
            campaign=campaign,
            origin=MetricRun.Origin.IMPORTED,
            metric=one.metric,
            created_by=actor,
            finished_at=timezone.now(),
            recipe={
                "program": "appraise-gec",
                "version": appraise_gec.__version__,
                "metric": one.metric,
                "imported": origin,
                "parts": list(parts),
                "sentence_parts": [],
            },
        )
        SystemScore.objects.bulk_create(
            SystemScore(
                run=run,
                system_id=systems[system],
                score=score,
                parts={name: values[system] for name, values in parts.items() if system in values},
            )
            for system, score in one.scores.items()
        )
        SentenceScores.objects.bulk_create(_sentences(run, one.sentences), batch_size=200)


def _sentences(run: MetricRun, scores: Mapping[str, Mapping[str, float]]) -> Iterator[SentenceScores]:
    by_sentence: dict[int, dict[str, Sequence[float]]] = {}
    for system, of in scores.items():
        for sentence, score in of.items():
            by_sentence.setdefault(int(sentence), {})[system] = [score]
    for index, row in sorted(by_sentence.items()):
        yield SentenceScores(run=run, index=index, scores=row)
