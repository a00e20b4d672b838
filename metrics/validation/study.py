"""The complete comparison of metrics with people, for command line and site (docs/correlation.md)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from metrics.scorers.scorer import Material, SweptScorer
from metrics.validation.beta_sweep import BETAS, sweep_parts, sweep_scores
from metrics.validation.human_scores import HumanScores, human_scores
from metrics.validation.judged_sentences import sentence_agreement
from metrics.validation.metric_correlation import compare_metrics, correlate
from metrics.validation.results import BetaSweep, StudyResult
from metrics.validation.score_table import MetricScores
from rankings.analysis.choices import BY_JUDGES, REPLICATES, SEED, BootstrapUnit
from rankings.analysis.methods import Method
from rankings.analysis.scoring import scoring_method
from rankings.formats.columns import Judgments

SweptScores = Mapping[str, Mapping[str, Sequence[float]]]
"""By name, for example of an annotator, by system one score for each of `BETAS`."""


@dataclass(frozen=True, slots=True)
class StudySettings:
    """How metrics and people are compared; see `human_scores`, `correlate` and `sentence_agreement`.

    With `judged_only`, whoever scores the outputs restricts them to the judged sentences.
    """

    method: Method = "expected-wins"
    replicates: int = REPLICATES
    unit: BootstrapUnit = "sentences"
    confidence: float = 0.95
    beta_sweep: bool = False
    judged_only: bool = False


def score_people(
    table: Judgments, settings: StudySettings, seed: int, progress: Callable[[float], None] | None = None
) -> HumanScores:
    """Human scores, with their resamplings. Raises as `human_scores`."""
    return human_scores(
        table,
        settings.method,
        replicates=settings.replicates,
        unit=settings.unit,
        seed=seed,
        progress=progress,
    )


def study_metrics(
    table: Judgments,
    human: HumanScores,
    metrics: Sequence[MetricScores],
    settings: StudySettings,
    *,
    seed: int = SEED,
    swept: SweptScores | None = None,
) -> StudyResult:
    """Compare metrics with people.

    Args:
        table: the judgments.
        human: of `score_people`.
        metrics: scores of the same systems.
        settings: how.
        seed: of all random numbers.
        swept: scores that were computed for every beta, beside those of metrics with precision and recall.

    Raises:
        ValueError: as `correlate`; a sweep without anything to sweep.
    """
    return StudyResult(
        method=settings.method,
        title=scoring_method(settings.method).title,
        unit=settings.unit,
        units=human.units,
        confidence=settings.confidence,
        replicates=settings.replicates,
        metrics=correlate(human, metrics, confidence=settings.confidence, seed=seed),
        differences=compare_metrics(human, metrics, seed=seed),
        sentence_level=tuple(
            sentence_agreement(
                table,
                metric.metric,
                metric.sentences,
                replicates=settings.replicates,
                confidence=settings.confidence,
                seed=seed,
            )
            for metric in metrics
            if metric.sentences
        ),
        beta_sweep=_sweeps(human, metrics, swept or {}, settings) if settings.beta_sweep else None,
        judged_only=settings.judged_only,
        speaks_for="judges-like-these" if settings.unit in BY_JUDGES else "these-judges",
        judges=len(table.judges),
    )


def sweep_annotators(
    scorer: SweptScorer[Any],
    outputs: Mapping[str, Sequence[str]],
    material: Material,
    name: str,
    progress: Callable[[str], None] | None = None,
) -> dict[str, dict[str, tuple[float, ...]]]:
    """The metric for every beta of `BETAS`, with all annotators and with each alone; empty without gold.

    Args:
        scorer: its settings but for beta.
        outputs, material: as for `score_systems`.
        name: of the result with all annotators; the others are called after it.
        progress: called with the name of each finished system, once for every result.
    """
    gold = material.gold
    if gold is None:
        return {}
    swept = {name: scorer.sweep(outputs, material, BETAS, progress)}
    if len(gold.annotators) > 1:
        for annotator in gold.annotators:
            alone = replace(material, gold=gold.only(annotator))
            swept[f"{name}, annotator {annotator}"] = scorer.sweep(outputs, alone, BETAS, progress)
    return swept


def _sweeps(
    human: HumanScores, metrics: Sequence[MetricScores], swept: SweptScores, settings: StudySettings
) -> tuple[BetaSweep, ...]:
    with_parts = [metric for metric in metrics if metric.precision and metric.recall]
    sweeps = [
        *(sweep_parts(human, metric, confidence=settings.confidence) for metric in with_parts),
        *(
            sweep_scores(human, name, scores, confidence=settings.confidence)
            for name, scores in swept.items()
        ),
    ]
    if not sweeps:
        raise ValueError(
            "no metric has precision and recall, so there is no beta to vary; give a file with both (SYSTEM "
            "F P R), or --metric m2 with --outputs and --gold. Scores restricted to judged sentences have "
            "neither"
        )
    return tuple(sweeps)
