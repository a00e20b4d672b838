"""How well methods predict judgments that they have not seen."""

from dataclasses import dataclass
from typing import Any

from rankings.analysis.choices import FoldUnit, Method
from rankings.formats.json_form import result


def _of_version_0(document: dict[str, Any]) -> dict[str, Any]:
    """Until version 1, of what could not be cross-validated a report had only unit and reason."""
    # Nothing of these is shown where there are no methods.
    unknown = dict.fromkeys(("always_tie", "most_frequent", "best_order"))
    settings = {"folds": 0, "replicates": 0, "confidence": 0.95, "seed": 0, "as_published": False}
    return {**unknown, **settings, **document}


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


@result("cross-validation", version=1, upgrades={0: _of_version_0})
@dataclass(frozen=True, slots=True)
class CrossValidation:
    """Methods side by side, and what they have to beat. All shares are means over folds, like the methods'.

    Attributes:
        methods: in the order asked for.
        always_tie: accuracy on all comparisons of calling each a tie.
        most_frequent: accuracy on all comparisons of the most frequent outcome of each pair of systems, seen
            in the whole data: nothing that knows the systems alone and says the same in every fold does
            better, but for what folds of unequal size weigh.
        best_order: accuracy on decided comparisons of the more frequent winner of each pair, in the whole
            data: an upper bound, which no order kept for all folds exceeds, but for what folds of unequal
            size weigh. It is that of the best order unless winners go round in a circle. None if no
            comparison was decided.
        folds, replicates, unit, confidence, seed, as_published: as asked for.
        reason: why there is no method to compare; empty where there is one.
        notes: what a reader has to know about the comparisons, one sentence each.
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
