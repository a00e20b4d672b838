"""Which method predicts unseen judgments best (2015 paper, Table 4)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from appraise_gec.declared import Told
from appraise_gec.library.arguments import JudgmentsGiven, Portion, Progress, Replicates, Seed, front_door
from appraise_gec.library.finding import Finding, described_by
from appraise_gec.library.judgments import taken
from rankings.analysis.choices import SEED, FoldUnit
from rankings.analysis.methods import METHODS, Method

if TYPE_CHECKING:
    from rankings.analysis.cross_validation import CrossValidation


@front_door
def validate(
    judgments: JudgmentsGiven,
    *,
    methods: Annotated[Sequence[Method], Told("--method", known=lambda: METHODS)] = (
        "expected-wins",
        "trueskill",
    ),
    folds: Annotated[int, Told(least=2)] = 100,
    replicates: Replicates = 100,
    unit: FoldUnit = "pairs",
    confidence: Portion = 0.95,
    seed: Seed = SEED,
    as_published: bool = False,
    progress: Progress = None,
) -> "Finding[CrossValidation]":
    """Cross-validate methods: how well they predict judgments that they have not seen.

    Args:
        methods: to compare.
        folds: number of parts.
        replicates: resamplings of the training part of every fold.
        unit: what stays together in one fold.
        confidence: of rank ranges and clusters.
        as_published: with the folds of the 2015 scripts, which test on training data.

    Raises:
        ValueError: too few judgments, or a setting out of range.

    Examples:
        # Which method predicts unseen judgments best?
        validate judgments.xml --folds 10
        # As in the 2015 paper
        validate judgments.xml --as-published
    """
    from rankings.analysis.cross_validation import cross_validate

    judged = taken(judgments)
    found = cross_validate(
        judged.table,
        methods=list(methods),
        folds=folds,
        replicates=replicates,
        unit=unit,
        confidence=confidence,
        seed=seed,
        as_published=as_published,
        progress=progress,
    )
    return judged.finding(
        found, described_by("rankings.sections.methods:describe_validation", [found]), methods=methods
    )
