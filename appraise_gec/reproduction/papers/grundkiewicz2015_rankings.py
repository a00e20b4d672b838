"""Grundkiewicz et al. (2015): the numbers that follow from the rankings alone (Tables 1 to 4, 6 and 7)."""

import re

import numpy as np
from scipy import stats

from appraise_gec.reproduction.comparing import Chart, Computed, Ours, Place, Series, Value
from appraise_gec.reproduction.release import BOTH, Release
from rankings.analysis.agreement import Agreement, agreement
from rankings.analysis.arrays import FloatArray
from rankings.analysis.cross_validation import cross_validate
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.judge_comparison import compare_judges
from rankings.analysis.judge_statistics import judge_statistics, total_statistics
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.ranking import SystemRanking, rank_systems
from rankings.analysis.scoring import scoring_method
from rankings.formats.columns import Judgments
from rankings.items.collapse import collapse_corpus, distinct_output_counts

REPLICATES = 50_000
"""So many that ends of rank ranges are those of the limit, except for coin flips."""

SEED = 1

REPLICATES_OF_A_JUDGE = 20_000
TRUESKILL_RUNS = 1000
SHUFFLES = 10


def judge_number(name: str) -> str:
    """The number by which the paper calls a judge."""
    digits = re.search(r"\d+", name)
    return str(int(digits[0])) if digits else name


def table_1(release: Release) -> Computed:
    """Counts of rankings, comparisons and ties by judge."""
    judges = judge_statistics(release.judgments)
    rows = {judge_number(one.judge): one for one in judges} | {"Total": total_statistics(judges)}
    values: dict[Place, Value] = {}
    for row, one in rows.items():
        values[row, "rankings"] = one.rankings
        values[row, "unexpanded"] = one.unexpanded
        values[row, "unexpanded ties"] = one.unexpanded_ties
        values[row, "expanded"] = one.expanded
        values[row, "expanded ties"] = one.expanded_ties
    return Computed(values)


def figure_1(release: Release) -> Computed:
    """Sentences by number of distinct outputs."""
    outputs = release.outputs
    counts = distinct_output_counts(collapse_corpus(outputs), len(outputs))
    mean = sum(number * count for number, count in enumerate(counts, start=1)) / sum(counts)
    values: dict[Place, Value] = {("distinct outputs per sentence", "mean"): mean}
    values |= {(f"{number} distinct", "sentences"): count for number, count in enumerate(counts, start=1)}
    places = tuple(float(number) for number in range(1, len(counts) + 1))
    series = Series("sentences", places, tuple(map(float, counts)))
    chart = Chart("Distinct outputs of a sentence", "bars", "distinct outputs", "sentences", (series,))
    return Computed(values, (chart,))


def table_2a(release: Release) -> Computed:
    """Agreement of all judges."""
    found = _agreement(release)
    values: dict[Place, Value] = {
        ("inter-annotator", "kappa"): found.inter.kappa,
        ("intra-annotator", "kappa"): found.intra.kappa,
    }
    return Computed(values)


def table_2b(release: Release) -> Computed:
    """Agreement of each two judges; a star where they share too little."""
    values: dict[Place, Value] = {
        (judge_number(one.judge_a), judge_number(one.judge_b)): one.kappa if one.enough else "*"
        for one in _agreement(release).pairs
    }
    return Computed(values)


def table_3a(release: Release) -> Computed:
    """MaxMatch of every system, as fractions."""
    values: dict[Place, Value] = {}
    for system, score in release.m2(BOTH).items():
        values[system, "P"] = score.parts["precision"]
        values[system, "R"] = score.parts["recall"]
        values[system, "F0.5"] = score.score
    return Computed(values)


def table_3b(release: Release) -> Computed:
    """Expected Wins, with ranges from resampled pairs."""
    return Computed(
        ranked(
            rank_systems(
                release.judgments, unit="pairs", replicates=REPLICATES, convention="standard", seed=SEED
            )
        )
    )


def table_3c(release: Release) -> Computed:
    """TrueSkill: means over runs, whose error is that of the print as well."""
    ranking = rank_systems(
        release.judgments,
        "trueskill",
        unit="pairs",
        replicates=TRUESKILL_RUNS,
        convention="cluster.py",
        seed=SEED,
    )
    numbers = ranked(ranking)
    for one in ranking.systems:
        # The print is a mean over as many runs.
        error = (one.score_sd or 0.0) * (2 / TRUESKILL_RUNS) ** 0.5
        numbers[one.system, "score"] = Ours(one.score, error=error)
    return Computed(numbers)


def table_3d(release: Release) -> Computed:
    """How often the system of the column won against that of the row."""
    pairs = compare_systems(release.judgments, as_published=True).between().values()
    values: dict[Place, Value] = {}
    for one in pairs:
        share = "-" if one.share_a is None else f"{one.share_a:.2f}".removeprefix("0")
        values[one.system_b, one.system_a] = share + one.mark
    return Computed(values)


def table_4(release: Release) -> Computed:
    """Accuracy of both methods, with the folds of the released scripts.

    Expected Wins is repeated with several shuffles, TrueSkill takes too long for that.
    """

    order, clusters = "Total order (non-ties)", "Bootstrapped clusters"
    shuffled = [
        cross_validate(release.judgments, ("expected-wins",), seed=seed, as_published=True).methods[0]
        for seed in range(1, SHUFFLES + 1)
    ]
    (trueskill,) = cross_validate(release.judgments, ("trueskill",), seed=SEED, as_published=True).methods
    values: dict[Place, Value] = {
        (order, "TS"): _percent(trueskill.accuracy_total_order),
        (clusters, "TS"): _percent(trueskill.accuracy_clusters),
    }
    for row, accuracies in (
        (order, [_percent(one.accuracy_total_order) or 0.0 for one in shuffled]),
        (clusters, [_percent(one.accuracy_clusters) or 0.0 for one in shuffled]),
    ):
        error = float(np.std(accuracies, ddof=1)) * (1 + 1 / SHUFFLES) ** 0.5
        values[row, "EW"] = Ours(float(np.mean(accuracies)), error=error)
    clean = cross_validate(release.judgments, ("expected-wins", "trueskill-mean-field"), seed=SEED)
    for column, one in zip(("EW", "TS"), clean.methods, strict=True):
        values[f"{order}, clean folds", column] = _percent(one.accuracy_total_order)
        values[f"{clusters}, clean folds", column] = _percent(one.accuracy_clusters)
    values["Calling each comparison a tie", "any"] = _percent(clean.always_tie)
    values["Best possible order (non-ties)", "any"] = _percent(clean.best_order)
    return Computed(values)


def table_6(release: Release) -> Computed:
    """Correlations between judges, from scores with the four decimals that the script reads."""

    table = release.judgments
    method = scoring_method("expected-wins-of-winners")

    def scores(part: Judgments) -> FloatArray:
        counts = count_pairs(part)
        rounded: FloatArray = np.round(method.point(counts.wins[None], counts.ties[None])[0], 4)
        return rounded

    own = [scores(table.of_judges([judge])) for judge in table.judges]
    rest = [scores(table.without_judges([judge])) for judge in table.judges]
    found = compare_judges(table, "expected-wins-of-winners")
    names = [judge_number(judge) for judge in table.judges]
    values: dict[Place, Value] = {}
    for a, row in enumerate(names):
        for b, column in enumerate(names):
            if a < b:
                values[row, column] = found.spearman[a][b]
            elif a > b:
                values[row, column] = float(stats.pearsonr(own[a], own[b]).statistic)
        values[row, "others"] = found.spearman_rest[a]
    pearson = [float(stats.pearsonr(mine, theirs).statistic) for mine, theirs in zip(own, rest, strict=True)]
    values |= {("others", name): r for name, r in zip(names, pearson, strict=True)}
    values["mean", "rho"] = found.spearman_average
    values["mean", "r"] = float(np.average(pearson, weights=found.comparisons))
    return Computed(values)


def table_7(release: Release) -> Computed:
    """Rankings by single judges, by the formula of the script."""
    table = release.judgments
    numbers: dict[Place, Value] = {}
    for judge in table.judges:
        ranking = rank_systems(
            table.of_judges([judge]),
            "expected-wins-of-winners",
            unit="pairs",
            convention="EW.pl",
            confidence=0.9,
            replicates=REPLICATES_OF_A_JUDGE,
            seed=SEED,
        )
        row = f"Judge {judge_number(judge)}, "
        numbers |= {(row + system, column): own for (system, column), own in ranked(ranking).items()}
    return Computed(numbers)


def ranked(ranking: SystemRanking) -> dict[Place, Value]:
    """Score, range and cluster of every system."""
    numbers: dict[Place, Value] = {}
    for one in ranking.systems:
        numbers[one.system, "score"] = one.score
        numbers[one.system, "range"] = _span(one.rank_low, one.rank_high)
        numbers[one.system, "cluster"] = one.cluster
    return numbers


def _agreement(release: Release) -> Agreement:
    return release.once("agreement", lambda: agreement(release.judgments, replicates=0))


def _span(low: int | None, high: int | None) -> str:
    if low is None or high is None:
        return "-"
    return str(low) if low == high else f"{low}-{high}"


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share
