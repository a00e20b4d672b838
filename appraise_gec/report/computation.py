"""From judgments to everything that a report shows: plain data in, plain data out, no database."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import appraise_gec
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.result import JudgeCorrelations, JudgeRankings, ReportResult
from metrics.references.edits import Gold
from metrics.validation.human_scores import human_scores
from metrics.validation.maege.experiment import without_people
from metrics.validation.maege.results import MaegeResult
from metrics.validation.score_table import MetricScores
from metrics.validation.study import StudyResult, study_metrics
from rankings.analysis.agreement import agreement
from rankings.analysis.choices import WHOLE_UNITS, BootstrapUnit, Convention, FoldUnit
from rankings.analysis.cross_validation import CrossValidation, cross_validate
from rankings.analysis.design_terms import Terms
from rankings.analysis.designing import DesignPlan, design_from_judgments
from rankings.analysis.edit_marks import summarise_rejected_edits
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.judge_comparison import RankingsByJudge, Selection, compare_judges, rank_by_judge
from rankings.analysis.judge_statistics import JudgesSurvey, evaluation_statistics, scale_use
from rankings.analysis.methods import METHODS, Method, registration, software_versions, without_simulation
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.ranking import SystemRanking, rank_systems, without_ranking
from rankings.formats.columns import Judgments
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.fingerprint import digest_of_edits, rankings_digest
from rankings.formats.records import Judgment
from rankings.formats.results import to_json
from rankings.formats.samples import DistinctOutputs

PAPER_UNIT: BootstrapUnit = "pairs"
HONEST_UNIT: BootstrapUnit = "usual"
FOLDS = 100
FOLD_REPLICATES = 100
JUDGE_CONFIDENCE_OF_PAPER = 0.9
BESIDE: tuple[Method, ...] = tuple(name for name in METHODS if registration(name).beside)
"""Computed beside the leading ranking unasked, because they are cheap."""
METRICS_SHARE = 0.4
"""Share of the work that metrics take where there are any."""

Progress = Callable[[float, str], None]
Document = dict[str, Any]
Share = Callable[[float], None]
Compute = Callable[[Share], Any]


@dataclass(frozen=True, slots=True)
class ComputedReport:
    """The same recipe gives the same result to the last byte of its JSON.

    Attributes:
        recipe: program and versions, options, number and SHA-256 of the rankings that went in.
        result: the report, as JSON values.
    """

    recipe: Document
    result: Document


def compute_report(
    judgments: Iterable[Judgment],
    distinct_outputs: Sequence[int],
    systems: Sequence[str],
    options: ReportOptions,
    progress: Progress = lambda fraction, message: None,
    *,
    edits: Sequence[EditJudgment] = (),
    survey: JudgesSurvey | None = None,
    scores: Sequence[MetricScores] = (),
    gold: Gold | None = None,
    maege: MaegeResult | None = None,
) -> ComputedReport:
    """Everything that a report shows.

    Args:
        judgments: of all judges; those whom the options exclude are left out here.
        distinct_outputs: element k - 1 counts the sentences of the campaign with k distinct outputs.
        systems: names of the campaign's systems.
        options: what was asked for.
        progress: called with the finished share of the work (0 to 1) and the name of the present step.
        edits: those that judges could mark, one by one; of judges whom the options exclude, none count.
        survey: what judges said about themselves; shown as it is.
        scores: of metrics, to be compared with people.
        gold: edits of several annotators, by which metrics are validated without people.
        maege: what came of that, where it is known already.

    Raises:
        ValueError: no ranking is left, or a ranking cannot be used; the message says which.
    """
    progress(0.0, "Reading rankings")
    counting = options.used(Judgments.of(judgments))
    order = [_canonical(one) for one in counting]
    table = counting.where(sorted(range(len(order)), key=order.__getitem__))
    systems = [name for name in systems if name not in options.without_systems]
    if not len(table):
        raise ValueError(
            "No ranking is left: there are none yet, or judges and filters leave out all of them."
        )
    recipe = _recipe(table, distinct_outputs, systems, options)
    markable = [edit for edit in edits if edit.judge not in options.excluded_judges]
    if markable:
        recipe["edit_marks"] = {"number": len(markable), "sha256": digest_of_edits(markable)}
    progress(0.05, "Counting comparisons")
    counts = evaluation_statistics(table)
    scores = judged_scores(scores, table)
    share = METRICS_SHARE if scores or gold is not None else 0.0
    statistics = _statistics(table, options, lambda done, message: progress((1 - share) * done, message))

    def with_metrics(done: float) -> None:
        progress(1 - share + share * done, "Comparing metrics" if scores else "Validating metrics")

    correlation = _metrics_and_people(table, scores, options, with_metrics) if scores else None
    if gold is not None:
        maege = without_people(gold, options.seed, with_metrics)
    result = ReportResult(
        judges=counts.judges,
        total=counts.total,
        sentences=counts.sentences,
        systems=tuple(sorted(systems)),
        unjudged_systems=tuple(sorted(set(systems) - set(table.systems))),
        distinct_outputs=tuple(
            DistinctOutputs(number, int(count)) for number, count in enumerate(distinct_outputs, 1)
        ),
        scale_use=scale_use(table),
        rejected_edits=summarise_rejected_edits(markable, options.confidence) if markable else None,
        survey=survey,
        scores={metric.metric: dict(metric.scores) for metric in scores},
        correlation=correlation,
        maege=maege,
        **statistics,
    )
    return ComputedReport(to_json(recipe), to_json(result))


def _statistics(table: Judgments, options: ReportOptions, progress: Progress) -> Document:
    """Every part in turn, by its name in the result."""
    other = PAPER_UNIT if options.unit != PAPER_UNIT else HONEST_UNIT
    intervals: dict[str, Any] = {
        "replicates": options.replicates,
        "confidence": options.confidence,
        "seed": options.seed,
    }
    # With the message that is shown while it is computed.
    steps: dict[str, tuple[str, Compute]] = {
        "agreement": (
            "Computing agreement",
            lambda share: agreement(table, unit=options.unit, speaks_for=options.speaks_for, **intervals),
        ),
        "ranking": (
            "Ranking systems",
            lambda share: _ranking(table, options.method, options.unit, options, share),
        ),
        "comparison": (
            "Ranking systems by another unit",
            lambda share: _ranking(table, options.method, other, options, share),
        ),
        "methods": ("Ranking systems by other methods", lambda share: _methods(table, options, share)),
        "head_to_head": (
            "Testing systems against each other",
            lambda share: compare_systems(table, speaks_for=options.speaks_for, unit=options.unit),
        ),
        "judge_rankings": (
            "Ranking systems judge by judge",
            lambda share: _judge_rankings(table, options, share),
        ),
        "judge_correlations": (
            "Comparing judges",
            lambda share: JudgeCorrelations(
                formula=compare_judges(table, "expected-wins"),
                published=compare_judges(table, "expected-wins-of-winners"),
            ),
        ),
        "design": ("Planning a next campaign", lambda share: _design(table, options, share)),
    }
    if "validation" in options.parts:
        steps["validation"] = (
            "Choice of method: cross-validating",
            lambda share: _cross_validations(table, options, share),
        )
    found: Document = {}
    for number, (name, (message, compute)) in enumerate(steps.items()):

        def share(done: float, message: str = message, before: int = number) -> None:
            progress(0.1 + 0.9 * (before + done) / len(steps), message)

        share(0.0)
        found[name] = compute(share)
    return found


def _ranking(
    table: Judgments,
    method: Method,
    unit: BootstrapUnit,
    options: ReportOptions,
    share: Share,
    *,
    convention: Convention = "standard",
) -> SystemRanking:
    """Systems ranked by one method, with one unit resampled."""
    settings: dict[str, Any] = {
        "replicates": options.replicates_of(method),
        "unit": unit,
        "confidence": options.confidence,
        "seed": options.seed,
        "convention": convention,
    }
    # Units other than the report's own stand beside it and leave no choice.
    speaks_for = options.speaks_for if unit in WHOLE_UNITS and convention == "standard" else None
    try:
        return rank_systems(table, method, progress=share, speaks_for=speaks_for, **settings)
    except ValueError as error:
        return without_ranking(str(error), method, **settings)


def _methods(table: Judgments, options: ReportOptions, share: Share) -> tuple[SystemRanking, ...]:
    """The ranking by every quick method with the report's unit; TrueSkill by simulation only if asked for.

    The simulation comes twice: with the report's unit, and as published, where the score is the mean over
    runs and clusters follow the rules of the script of 2014.
    """
    made = [_ranking(table, method, options.unit, options, lambda done: None) for method in BESIDE]
    if "trueskill" in options.parts:
        if options.unit != PAPER_UNIT:
            made.append(_ranking(table, "trueskill", options.unit, options, lambda done: share(done / 2)))
        made.append(
            _ranking(
                table,
                "trueskill",
                PAPER_UNIT,
                options,
                lambda done: share((1 + done) / 2),
                convention="cluster.py",
            )
        )
    return tuple(made)


def _judge_rankings(table: Judgments, options: ReportOptions, share: Share) -> JudgeRankings:
    """Rankings from each judge alone and from all others, and the former as published in 2015 (Table 7)."""
    method = without_simulation(options.method)

    def ranked(number: int, selection: Selection, method: Method, **settings: Any) -> RankingsByJudge:
        made = rank_by_judge(
            table,
            selection,
            method,
            replicates=options.replicates,
            seed=options.seed,
            progress=lambda done: share((number + done) / 3),
            **settings,
        )
        # Many judges times many systems times many ranks would outgrow everything else in a report.
        return replace(
            made,
            judges=tuple(
                replace(one, systems=tuple(replace(system, rank_probabilities=()) for system in one.systems))
                for one in made.judges
            ),
        )

    return JudgeRankings(
        only=ranked(0, "only", method, confidence=options.confidence),
        without=ranked(1, "without", method, confidence=options.confidence, speaks_for=options.speaks_for),
        published=ranked(
            2,
            "only",
            "expected-wins-of-winners",
            unit=PAPER_UNIT,
            confidence=JUDGE_CONFIDENCE_OF_PAPER,
            convention="EW.pl",
        ),
    )


def _cross_validations(table: Judgments, options: ReportOptions, share: Share) -> tuple[CrossValidation, ...]:
    """Cross-validated accuracy of methods (Table 4): clean folds of pairs, and of sentences.

    A simulation of TrueSkill takes minutes for each, and is only done for folds of pairs.
    """
    simulated: tuple[Method, ...] = ("trueskill",) if "trueskill" in options.parts else ()

    def validated(number: int, unit: FoldUnit, units: int, *methods: Method) -> CrossValidation:
        settings: dict[str, Any] = {
            "folds": min(FOLDS, units),
            "replicates": FOLD_REPLICATES,
            "unit": unit,
            "confidence": options.confidence,
            "seed": options.seed,
        }
        try:
            return cross_validate(
                table, methods, progress=lambda done: share((number + done) / 2), **settings
            )
        except ValueError as error:
            reason = str(error).rstrip(".")
            return CrossValidation(
                methods=(),
                always_tie=None,
                most_frequent=None,
                best_order=None,
                as_published=False,
                reason=f"{reason[:1].upper()}{reason[1:]}.",
                **settings,
            )

    return (
        validated(0, "pairs", count_pairs(table).total, *BESIDE, *simulated),
        validated(1, "sentences", len(table.sentences), *BESIDE),
    )


def _design(table: Judgments, options: ReportOptions, share: Share) -> DesignPlan | None:
    """Which design of a next campaign would give the same order; None where there is nothing to plan from."""
    try:
        return design_from_judgments(table, Terms(), seed=options.seed, progress=share)
    except ValueError:
        return None


def _metrics_and_people(
    table: Judgments, scores: Sequence[MetricScores], options: ReportOptions, share: Share
) -> StudyResult:
    """How metrics order the systems that people ranked. Raises ValueError where they cannot be compared."""
    people = human_scores(
        table,
        options.method,
        replicates=options.replicates_of(options.method),
        unit=options.unit,
        seed=options.seed,
        progress=share,
    )
    beta_sweep = any(metric.precision and metric.recall for metric in scores)
    return study_metrics(
        table, people, scores, confidence=options.confidence, seed=options.seed, beta_sweep=beta_sweep
    )


def _recipe(
    judgments: Judgments,
    distinct_outputs: Sequence[int],
    systems: Sequence[str],
    options: ReportOptions,
) -> Document:
    methods: set[Method] = {options.method}
    if "trueskill" in options.parts:
        methods.add("trueskill")
    corpus = json.dumps([list(distinct_outputs), sorted(systems)]).encode()
    return {
        "program": "Appraise GEC",
        "version": appraise_gec.__version__,
        "software": software_versions(methods),
        **options.as_json(),
        "rankings": {"number": len(judgments), "sha256": rankings_digest(judgments)},
        "outputs": {"sha256": hashlib.sha256(corpus).hexdigest()},
    }


def judged_scores(scores: Sequence[MetricScores], judgments: Judgments) -> list[MetricScores]:
    """Scores of judged systems, and of judged sentences: no others count."""
    systems, sentences = set(judgments.named_systems), set(judgments.sentences)

    def of_systems(values: Mapping[str, float]) -> dict[str, float]:
        return {name: values[name] for name in sorted(values) if name in systems}

    return [
        replace(
            metric,
            scores=of_systems(metric.scores),
            precision=of_systems(metric.precision),
            recall=of_systems(metric.recall),
            sentences={
                name: {sentence: own[sentence] for sentence in sorted(own) if sentence in sentences}
                for name, own in sorted(metric.sentences.items())
                if name in systems
            },
        )
        for metric in scores
    ]


def _canonical(judgment: Judgment) -> str:
    outputs = sorted([sorted(output.systems), output.rank] for output in judgment.outputs)
    return json.dumps([judgment.judge, judgment.sentence, judgment.skipped, outputs], ensure_ascii=False)
