"""The complete comparison of metrics with people, for command line and site (docs/correlation.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from metrics.scorers.scorer import Material
from metrics.validation.beta_sweep import BETAS, BetaSweep, sweep_parts, sweep_scores
from metrics.validation.ceiling import CeilingShare, shares_of_ceiling
from metrics.validation.human_scores import HumanScores
from metrics.validation.judged_sentences import SentenceAgreement, sentence_agreement
from metrics.validation.metric_correlation import (
    CorrelationResult,
    MetricDifference,
    compare_metrics,
    correlate,
)
from metrics.validation.score_table import MetricScores
from rankings.analysis.choices import SEED, BootstrapUnit, SpeaksFor, for_whom
from rankings.analysis.methods import Method
from rankings.analysis.scoring import scoring_method
from rankings.formats.columns import Judgments

if TYPE_CHECKING:
    from metrics.scorers.m2.metric import M2

SweptScores = Mapping[str, Mapping[str, Sequence[float]]]
"""By name, for example of an annotator, by system one score for each of `BETAS`."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A metric that could not be compared, and why."""

    metric: str
    reason: str


@dataclass(frozen=True, slots=True)
class StudyResult:
    """Metrics compared with people.

    Attributes:
        method, title: how judgments became scores of systems, and what that is called.
        unit, units: what was resampled, and how many of them there are.
        confidence, replicates: of the intervals over judgments.
        metrics: one correlation for each.
        ceiling: for each, in their order, the share of the agreement of people with people that it reaches.
        differences: every two metrics, for each tested coefficient.
        sentence_level: for every metric with scores of sentences.
        beta_sweep: None where the weight of recall was not varied.
        judged_only: whether metrics count judged sentences only.
        left_out: metrics that could not be compared.
        warnings: what a reader should look at.
        speaks_for: for whom intervals over judgments speak; those of sentences always for these judges.
        judges: how many there are.
    """

    method: Method
    title: str
    unit: BootstrapUnit
    units: int
    confidence: float
    replicates: int
    metrics: tuple[CorrelationResult, ...]
    differences: tuple[MetricDifference, ...]
    sentence_level: tuple[SentenceAgreement, ...]
    beta_sweep: tuple[BetaSweep, ...] | None = None
    judged_only: bool = False
    left_out: tuple[LeftOut, ...] = ()
    warnings: tuple[str, ...] = ()
    speaks_for: SpeaksFor = "these-judges"
    judges: int = 0
    ceiling: tuple[CeilingShare, ...] = ()

    @property
    def for_whom(self) -> str:
        """`for these 8 judges`."""
        return for_whom(self.speaks_for, self.judges)

    @property
    def for_these_judges(self) -> str:
        """The same for what draws no judges, whatever the unit."""
        return for_whom("these-judges", self.judges)


def study_metrics(
    table: Judgments,
    human: HumanScores,
    metrics: Sequence[MetricScores],
    *,
    confidence: float = 0.95,
    seed: int = SEED,
    beta_sweep: bool = False,
    swept: SweptScores | None = None,
    judged_only: bool = False,
) -> StudyResult:
    """Compare metrics with people; see `correlate`, `compare_metrics` and `sentence_agreement`.

    Args:
        swept: scores that were computed for every beta, beside those of metrics with precision and recall.

    Raises:
        ValueError: as `correlate`; a sweep without anything to sweep.
    """
    replicates = len(human.replicates)
    return StudyResult(
        method=human.method,
        title=scoring_method(human.method).title,
        unit=human.unit,
        units=human.units,
        confidence=confidence,
        replicates=replicates,
        metrics=correlate(human, metrics, confidence=confidence, seed=seed),
        differences=compare_metrics(human, metrics, seed=seed),
        sentence_level=tuple(
            sentence_agreement(
                table,
                metric.metric,
                metric.sentences,
                replicates=replicates,
                confidence=confidence,
                seed=seed,
            )
            for metric in metrics
            if metric.sentences
        ),
        beta_sweep=_sweeps(human, metrics, swept or {}, confidence) if beta_sweep else None,
        judged_only=judged_only,
        speaks_for=human.speaks_for,
        judges=len(table.judges),
        ceiling=shares_of_ceiling(table, metrics, confidence=confidence, seed=seed),
    )


def sweep_annotators(
    scorer: "M2", outputs: Mapping[str, Sequence[str]], material: Material, name: str
) -> dict[str, dict[str, tuple[float, ...]]]:
    """The metric for every beta of `BETAS`, with all annotators and with each alone; empty without gold.

    The result with all annotators has this name; the others are called after it.
    """
    gold = material.gold
    if gold is None:
        return {}
    swept = {name: scorer.sweep(outputs, material, BETAS)}
    if len(gold.annotators) > 1:
        for annotator in gold.annotators:
            alone = replace(material, gold=gold.only(annotator))
            swept[f"{name}, annotator {annotator}"] = scorer.sweep(outputs, alone, BETAS)
    return swept


def _sweeps(
    human: HumanScores, metrics: Sequence[MetricScores], swept: SweptScores, confidence: float
) -> tuple[BetaSweep, ...]:
    with_parts = [metric for metric in metrics if metric.precision and metric.recall]
    sweeps = [
        *(sweep_parts(human, metric, confidence=confidence) for metric in with_parts),
        *(sweep_scores(human, name, scores, confidence=confidence) for name, scores in swept.items()),
    ]
    if not sweeps:
        raise ValueError(
            "no metric has precision and recall, so there is no beta to vary; give a file with both (SYSTEM "
            "F P R), or --metric m2 with --outputs and --gold. Scores restricted to judged sentences have "
            "neither"
        )
    return tuple(sweeps)
