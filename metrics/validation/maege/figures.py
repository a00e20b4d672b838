"""What Figures 1, 4 and 5 of Choshen and Abend (2018) show, for any gold edits and metrics."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from metrics.references.edits import Gold, gold_references
from metrics.scorers.scorer import Material, Scorer
from metrics.validation.maege.combinations import CombinedReferences, combined_references
from metrics.validation.maege.originals import OriginalScores, scores_of_originals
from metrics.validation.maege.people import correlations_with_people
from rankings.analysis.judgments import JudgmentTable


@dataclass(frozen=True, slots=True)
class BesidePeople:
    """Spearman's correlation of a metric with people, and its rho by MAEGE; None where one is undefined."""

    metric: str
    people: float | None
    maege: float | None


@dataclass(frozen=True, slots=True)
class MaegeFigures:
    """The figures.

    Attributes:
        combined: numbers of combined references (Figure 1).
        people: metrics by people and by MAEGE (Figure 4); () without judgments.
        originals: scores of originals by number of errors (Figure 5), by metric.
    """

    combined: CombinedReferences
    people: tuple[BesidePeople, ...]
    originals: Mapping[str, OriginalScores]


@dataclass(frozen=True, slots=True)
class Judged:
    """Rankings, and the lines of every system that they are about."""

    judgments: JudgmentTable
    outputs: Mapping[str, Sequence[str]]


def maege_figures(
    gold: Gold,
    scorers: Mapping[str, Scorer[Any]],
    by_maege: Mapping[str, float | None],
    *,
    references: Sequence[Sequence[str]] = (),
    judged: Judged | None = None,
    progress: Callable[[float], None] | None = None,
) -> MaegeFigures:
    """Compute all three.

    Args:
        gold: edits of annotators.
        scorers: metrics with sentence scores, by the name to show.
        by_maege: rho of the metrics on the corpora of MAEGE.
        references: for each sentence of the gold its reference texts; without, all corrections in the gold.
        judged: rankings of outputs; their sentences are zero-based lines of the gold.
        progress: called with the finished share of the work.

    Raises:
        FormatError: no sentence of the gold has an edit; outputs and gold do not fit.
        ValueError: nothing was judged, or sentences that are no lines.
    """
    people: tuple[BesidePeople, ...] = ()
    if judged:
        texts = tuple(map(tuple, references)) if references else gold_references(gold)
        material = Material(gold.sources, gold, texts, gold.name)
        people = tuple(
            BesidePeople(one.metric, one.rho, by_maege.get(one.metric))
            for one in correlations_with_people(scorers, judged.judgments, judged.outputs, material)
        )
    originals = {}
    for number, (name, scorer) in enumerate(scorers.items(), start=1):
        originals[name] = scores_of_originals(gold, scorer, references=references)
        if progress:
            progress(number / len(scorers))
    return MaegeFigures(combined_references([gold]), people, originals)
