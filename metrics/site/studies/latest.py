"""How well the newest scores of every metric agree with the latest report's ranking by people."""

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from django.core.cache import cache

import appraise_gec
from appraise_gec.present.charts import Chart
from appraise_gec.present.table import Table
from appraise_gec.report.result import report_result
from metrics.charts import correlation as charts
from metrics.models import MetricRun, SystemScore
from metrics.site.runs.names import run_note, short_title
from metrics.tables import correlation as tables
from metrics.validation.results import CorrelationResult
from rankings.analysis.choices import SEED
from rankings.models import Report

CACHE_SECONDS = 7 * 24 * 3600
CONFIDENCE = 0.95
SYSTEM_DRAWS = 1000
FEWEST_SYSTEMS = 3


@dataclass(frozen=True, slots=True)
class LatestRow:
    """One run against people."""

    run: MetricRun
    note: str
    result: CorrelationResult

    @property
    def title(self) -> str:
        return self.result.metric


def human_ranking(report: Report) -> dict[str, float]:
    """Scores by people, by system; empty where the report could not rank all systems against each other.

    Scores of groups that no comparison links have nothing in common; a system never compared has none.
    """
    if report.result is None:
        return {}
    scored = [system for system in report_result(report.result).ranking.systems if system.score is not None]
    if len({system.group for system in scored}) > 1:
        return {}
    return {system.system: system.score for system in scored if system.score is not None}


def correlate_runs(
    report: Report, runs: Sequence[MetricRun], without: Collection[str] = ()
) -> list[LatestRow]:
    """Correlate every run with the report's leading ranking over the systems that both score.

    Systems in `without` are left out.

    Intervals come from systems drawn with replacement, 1,000 times, seed 1: what other systems of the same
    kind might have shown. They do not cover other judgments; the command line resamples those too.
    """
    people = {name: score for name, score in human_ranking(report).items() if name not in without}
    scores = scores_by_run(runs)
    rows = [
        LatestRow(run, run_note(run), _cached(report, run, people, scores.get(run.pk, {}))) for run in runs
    ]
    return sorted(rows, key=lambda row: 2.0 if row.result.spearman is None else -row.result.spearman)


def correlation_table(rows: Sequence[LatestRow]) -> Table:
    """The table of all runs."""
    return tables.latest([tables.LatestCorrelation(row.note, row.result) for row in rows], CONFIDENCE)


def scores_by_run(runs: Sequence[MetricRun]) -> dict[int, dict[str, float]]:
    """Scores by run and system; in one query."""
    scores: dict[int, dict[str, float]] = {}
    rows = SystemScore.objects.filter(run__in=runs).values_list("run_id", "system__name", "score")
    for run, system, score in rows:
        scores.setdefault(run, {})[system] = score
    return scores


def scatter(report: Report, run: MetricRun, without: Collection[str] = ()) -> Chart:
    """The metric's score of every system against its score by people, but of those in `without`."""
    scores = _scores(run, without)
    return charts.scatter(scores, human_ranking(report), _titles(report, run, "People"))


def by_rank(report: Report, run: MetricRun, without: Collection[str] = ()) -> Chart:
    """The metric's score of every system over its rank by people, but of those in `without`."""
    scores = _scores(run, without)
    # Ranks of groups that no comparison links have nothing in common.
    ranked = report_result(report.result).ranking.systems if report.result and human_ranking(report) else ()
    return charts.scores_by_rank(scores, ranked, _titles(report, run, "Rank by people"))


# By the names of their files.
FIGURES: dict[str, Callable[[Report, MetricRun, Collection[str]], Chart]] = {
    "people": scatter,
    "ranks": by_rank,
}


def _scores(run: MetricRun, without: Collection[str]) -> dict[str, float]:
    scores = scores_by_run([run]).get(run.pk, {})
    return {name: score for name, score in scores.items() if name not in without}


def _titles(report: Report, run: MetricRun, what: str) -> tuple[str, str]:
    """Of the metric, and of what people say, with the method that ranks by it."""
    title, note = short_title(run), run_note(run)
    # A report that could not rank has no scores of people.
    by_people: str = "No human ranking"
    if report.result and human_ranking(report):
        method = report_result(report.result).ranking.title
        by_people = f"{what}: {method}"
    return "".join((title, " (", note, ")")) if note else title, by_people


def _cached(
    report: Report, run: MetricRun, people: dict[str, float], scores: dict[str, float]
) -> CorrelationResult:
    systems = sha256(json.dumps(sorted(people)).encode()).hexdigest()[:16]
    name = f"metric-correlation-result:{appraise_gec.__version__}:{report.key}:{run.key}:{systems}"
    known: CorrelationResult | None = cache.get(name)
    if known is None:
        known = _correlation(short_title(run), people, scores)
        cache.set(name, known, CACHE_SECONDS)
    return known


def _correlation(metric: str, people: dict[str, float], scores: dict[str, float]) -> CorrelationResult:
    # Only now, because it loads compiled code, which most pages do without.
    from metrics.validation.human_scores import HumanScores  # noqa: PLC0415
    from metrics.validation.metric_correlation import correlate  # noqa: PLC0415
    from metrics.validation.score_table import MetricScores  # noqa: PLC0415

    systems = len(set(people) & set(scores))
    if systems < FEWEST_SYSTEMS:
        reason = f"Both score {systems} systems; at least {FEWEST_SYSTEMS} are needed."
        return CorrelationResult(metric, systems, reason=reason)
    (correlation,) = correlate(
        [HumanScores.given(people)],
        [MetricScores(metric, scores)],
        confidence=CONFIDENCE,
        system_draws=SYSTEM_DRAWS,
        seed=SEED,
    )
    if correlation.spearman is None:
        correlation = replace(correlation, reason="Not defined: one side gives every system the same score.")
    return CorrelationResult.of(correlation)
