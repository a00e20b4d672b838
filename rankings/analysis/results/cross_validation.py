"""How well methods predict judgments that they have not seen."""

from dataclasses import dataclass
from typing import Literal

from rankings.analysis.choices import FoldUnit, Method, for_whom


@dataclass(frozen=True, slots=True)
class MethodAccuracy:
    """How well one method predicts, as means over folds, between 0 and 1.

    Attributes:
        method, title: its name, and that for people.
        accuracy_total_order: share of decided comparisons that the order of mean scores gets right; None
            if none was decided.
        accuracy_clusters: share of all comparisons whose outcome the clusters get right.
        clusters: mean number of clusters.
    """

    method: Method
    accuracy_total_order: float | None
    accuracy_clusters: float | None
    clusters: float
    title: str


@dataclass(frozen=True, slots=True)
class CrossValidation:
    """Methods side by side, with the baselines and bounds to compare them with. All shares are means over
    folds, like the methods'.

    Attributes:
        methods: in the order asked for.
        always_tie: accuracy on all comparisons of calling each a tie.
        most_frequent: accuracy on all comparisons of the most frequent outcome of each pair of systems, seen
            in the whole data: an upper bound for predictions from the pair of systems alone that are the same
            in every fold, except for the effect of folds of unequal size.
        best_order: accuracy on decided comparisons of the more frequent winner of each pair, in the whole
            data: an upper bound for any one order of the systems, except for the effect of folds of unequal
            size. The best order reaches it unless there are cyclic wins. None if no comparison was decided.
        folds, replicates, unit, confidence, seed, as_published: as asked for.
        reason: why there is no method to compare; empty where there is one.
        notes: what a reader has to know about the comparisons, one sentence each.
        speaks_for: for whom accuracies speak: folds never leave out a judge.
        judges: how many there are; 0 in results of earlier versions, which did not count them.
    """

    methods: tuple[MethodAccuracy, ...]
    always_tie: float | None
    most_frequent: float | None
    best_order: float | None
    folds: int
    replicates: int
    unit: FoldUnit
    confidence: float
    seed: int
    as_published: bool
    reason: str = ""
    notes: tuple[str, ...] = ()
    speaks_for: Literal["these-judges"] = "these-judges"
    judges: int = 0

    @property
    def for_whom(self) -> str:
        """`for these 8 judges`, also where their number is not known."""
        return for_whom(self.speaks_for, self.judges) or "for these judges"
