"""What the numbers of a report mean, in the words of every page that shows them."""

from collections.abc import Mapping
from typing import Any

from appraise_gec.present.numbers import count, percent
from appraise_gec.report.result import ReportResult
from appraise_gec.words import plural
from rankings.analysis.methods import registration
from rankings.analysis.ranking import SystemRanking
from rankings.reports.sections.explanation import Explanation
from rankings.reports.sections.fixed_explanations import (
    CROSS_VALIDATION,
    DISTINCT_OUTPUTS,
    JUDGE_CORRELATIONS,
    JUDGE_RANKINGS,
    JUDGES,
    REJECTED_EDITS,
)
from rankings.reports.sections.methods import method_name
from rankings.tables.head_to_head import tests_of
from rankings.tables.methods import side_by_side


def explanations(result: ReportResult, recipe: Mapping[str, Any]) -> dict[str, Explanation]:
    """Every explanation of a report by its key.

    Args:
        recipe: of the report, or its options as JSON: `confidence` and `method` count.
    """
    return {
        "two_rankings": _two_rankings(result),
        "ranking": _ranking(result.ranking, recipe["method"], recipe["confidence"]),
        "methods": _methods(result),
        "cross_validation": CROSS_VALIDATION,
        "tests": _tests(result),
        "judges": JUDGES,
        "judge_rankings": JUDGE_RANKINGS,
        "judge_correlations": JUDGE_CORRELATIONS,
        "agreement": _agreement(result.agreement.least_comparisons),
        "distinct_outputs": DISTINCT_OUTPUTS,
        "rejected_edits": REJECTED_EDITS,
    }


def _two_rankings(result: ReportResult) -> Explanation:
    return Explanation(
        "Why the two differ",
        paragraphs=(
            (
                f"Resampling pairs treats all {count(result.total.expanded)} comparisons as "
                "independent, although dozens of them come from one look at one screen and several "
                "rankings are about the same sentence; its ranges are too narrow and it finds too "
                "many clusters. Resampling sentences keeps all judgments of a sentence together, "
                "which these data support; the ranking as published in 2015 is shown beside it so "
                "that results can be compared with that paper."
            ),
        ),
    )


def _ranking(ranking: SystemRanking, method: str, confidence: float) -> Explanation:
    about = registration(method)
    tail = percent((1 - confidence) / 2)
    score = f"{about.title}. {about.explanation}"
    if method == "expected-wins":
        score = (
            "Expected Wins: the chance to be ranked better than a randomly chosen other system. "
            "For each opponent, wins divided by wins and losses; then the mean over all "
            "opponents. Ties are left out (2015 paper, section 5.1)."
        )
    terms: list[tuple[str, str]] = [
        ("Score", score),
        (
            "Interval",
            f"The middle {percent(confidence)} of the scores in the replicates.",
        ),
        (
            "Ranks",
            (
                f"The ranks that remain when the best and the worst {tail} of the replicates are cut "
                "off (section 5.2)."
            ),
        ),
        (
            "At best, at worst",
            (
                "Share of replicates in which the system has the first rank of its range or a better "
                f"one, or the last or a worse one. An end is kept with more than {tail}: the closer "
                "it is to that, the less the end means."
            ),
        ),
        (
            "Cluster",
            (
                "Systems whose ranges of ranks overlap, directly or through others, share a cluster. "
                "A thick line separates clusters: every range above it ends before every range below "
                "it begins, and a test of all comparisons across the line agrees. Within a cluster, "
                "ranges that do not overlap are a hint and no test: with many systems some pair of "
                "equal ones has such ranges by chance. Head to head says whether two systems differ."
            ),
        ),
    ]
    if ranking.for_whom:
        terms.append(("For whom", _for_whom(ranking)))
    terms.append(
        (
            "Resampled",
            (
                "The unit drawn with replacement, as many times as there are units, in each replicate. "
                "Everything in one unit is drawn together."
            ),
        )
    )
    return Explanation("What the columns mean", tuple(terms))


def _for_whom(ranking: SystemRanking) -> str:
    if ranking.speaks_for == "judges-like-these":
        return (
            "Intervals, ranks and clusters of the first table say what judges like these "
            f"{count(ranking.judges)} would make of other sentences: how much judges differ is "
            "added to how much sentences differ."
        )
    return plural(
        ranking.judges,
        (
            "Intervals, ranks and clusters say what this judge would make of other sentences, "
            "and nothing about other judges."
        ),
        (
            "Intervals, ranks and clusters say what these {n} judges would make of other "
            "sentences, and nothing about other judges."
        ),
    )


def _methods(result: ReportResult) -> Explanation:
    shown = side_by_side(result.ranking, result.methods)
    return Explanation(
        "What the methods do",
        tuple(
            (method_name(ranking, result.ranking.unit), registration(ranking.method).explanation)
            for ranking in shown
        ),
        (
            (
                "Scores of different methods have different scales: compare ranks and clusters. The "
                "methods differ mostly in how they treat ties."
            ),
        ),
    )


def _tests(result: ReportResult) -> Explanation:
    return Explanation(
        "What the tests do",
        (
            *((test.title, test.explanation) for test in tests_of(result.head_to_head)),
            (
                "Sign test",
                (
                    "How likely is a split of wins and losses at least this uneven if both systems are "
                    "equally good? Exact, two-sided; ties are dropped (2015 paper, Table 3d)."
                ),
            ),
            (
                "Test by sentence",
                (
                    "The same question when all comparisons about a sentence may only change sides "
                    "together, as they depend on each other. Exact over all ways to choose sides."
                ),
            ),
            (
                "Test for judges like these",
                (
                    "The same question if other judges like these had judged other sentences. The standard "
                    "error adds the variance between judges, estimated from all pairs of systems together; "
                    "the p-value is that of Student's t, and never below the one by sentence."
                ),
            ),
            (
                "Holm's correction",
                (
                    "With many pairs of systems, some are marked by chance. After it, the chance of even "
                    "one wrong mark in the whole matrix is at most the level of the mark (Holm 1979)."
                ),
            ),
        ),
    )


def _agreement(least_comparisons: int) -> Explanation:
    return Explanation(
        "What kappa means here",
        paragraphs=(
            (
                "\u03ba = (P(A) \u2212 P(E)) / (1 \u2212 P(E)): how far judges agree beyond chance, "
                "0 for none and 1 for all. P(A) is the share of comparisons of the same two outputs "
                "of a sentence about which two judgments say the same (better, tied, worse); P(E) is "
                "the chance that they do so at random, from the pooled shares of the three answers. "
                "It is counted on pairs of outputs, because pairs of systems would count shared "
                "outputs as agreement (2015 paper, section 4.4)."
            ),
            (
                "The overall value is the mean over pairs of judges, weighted by their comparisons, "
                f"without pairs that share fewer than {count(least_comparisons)}. Its interval comes "
                "from resampling sentences. Degrees go in steps of 0.2: slight, weak, moderate, "
                "substantial, almost perfect."
            ),
        ),
    )
