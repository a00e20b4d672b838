"""Scores of uncorrected sentences by their number of errors (Choshen and Abend 2018, section 6, Figure 5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics.references.edits import Gold, corrected_text
from metrics.scorers.scorer import Material, Scorer
from metrics.validation.coefficients import or_none, spearman
from metrics.validation.maege.lattice import build_lattices


@dataclass(frozen=True, slots=True)
class ErrorGroup:
    """Originals with the same number of errors.

    Attributes:
        errors: the fewest edits that an annotator needs.
        sentences: how many originals there are.
        mean: of their scores.
    """

    errors: int
    sentences: int
    mean: float


@dataclass(frozen=True, slots=True)
class OriginalScores:
    """How a metric scores sentences that nobody has corrected.

    Attributes:
        groups: by number of errors, ascending.
        rho: Spearman's correlation of errors and score over sentences; None where one of them is constant.
            A metric that compares sentences well has a negative one.
    """

    groups: tuple[ErrorGroup, ...]
    rho: float | None


def scores_of_originals(
    gold: Gold, scorer: Scorer[Any], *, references: Sequence[Sequence[str]] = ()
) -> OriginalScores:
    """Score the originals that MAEGE draws from, as texts in which nothing was changed.

    Args:
        gold: edits of annotators. Sentences without errors according to one of them are left out.
        scorer: a metric with sentence scores.
        references: for each sentence of the gold its reference texts; without, all corrections in the gold.

    Raises:
        FormatError: no sentence is left.
        ValueError: there are references for another number of sentences.
    """
    if references and len(references) != len(gold.sentences):
        raise ValueError(f"references for {len(references)} sentences, but {len(gold.sentences)} in the gold")
    lattices = build_lattices(gold)
    if references:
        texts = tuple(tuple(references[index]) for index in lattices.indices)
    else:
        texts = tuple(
            tuple(corrected_text(sentence, annotation) for annotation in sentence.annotations)
            for sentence in lattices.sentences
        )
    sources = tuple(" ".join(sentence.tokens) for sentence in lattices.sentences)
    material = Material(sources, gold.part(lattices.indices), texts)
    scores = np.array([one.score for one in scorer.score(sources, material).sentences])
    errors = np.array(
        [min(len(one.edits) for one in sentence.annotations) for sentence in lattices.sentences]
    )
    groups = tuple(
        ErrorGroup(int(number), int((errors == number).sum()), float(scores[errors == number].mean()))
        for number in np.unique(errors)
    )
    return OriginalScores(groups, or_none(spearman(errors, scores)))
