"""Figures 1, 4 and 5 of Choshen and Abend (2018), from the data that they are about."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from metrics.references.edits import Gold, gold_references
from metrics.references.plain import gold_source_problem
from metrics.scorers.i_measure.gold import Correction, build_gold
from metrics.scorers.scorer import Material, Scorer
from metrics.validation.coefficients import or_none, spearman
from metrics.validation.human_scores import human_scores
from metrics.validation.judged_sentences import judged_indices, judged_part
from metrics.validation.maege.lattice import build_lattices
from rankings.analysis.methods import Method
from rankings.formats.columns import Judgments
from rankings.formats.records import FormatError


def combined_references(golds: Sequence[Gold]) -> tuple[int, ...]:
    """Of each sentence, how many references follow from combining several annotators' corrections (Figure 1).

    The I-measure takes corrections that do not overlap for independent, so that every choice of one
    alternative per place makes a reference, and their number explodes (section 2).

    Args:
        golds: gold standards of the same sentences, at least one, whose annotators count together.

    Raises:
        FormatError: the gold standards have different sentences.
    """
    first = golds[0]
    for gold in golds[1:]:
        if problem := gold_source_problem(first, gold.sources, gold.name):
            raise FormatError(problem)
    numbers = []
    for sentences in zip(*(gold.sentences for gold in golds), strict=True):
        annotations = [annotation for sentence in sentences for annotation in sentence.annotations]
        corrections = [
            Correction(edit.start, edit.end, edit.corrections[0], annotator)
            for annotator, annotation in enumerate(annotations)
            for edit in annotation.edits
        ]
        numbers.append(build_gold(sentences[0].tokens, corrections, len(annotations)).choices)
    return tuple(numbers)


def correlations_with_people(
    scorers: Mapping[str, Scorer[Any]],
    judgments: Judgments,
    outputs: Mapping[str, Sequence[str]],
    material: Material,
    *,
    method: Method = "trueskill-mean-field",
) -> dict[str, float | None]:
    """Spearman's correlation of each metric with people, to be read beside its rho by MAEGE (Figure 4).

    Systems are scored on the judged sentences alone (section 3), by the mean score of a sentence. A
    correlation is None where it is undefined.

    Args:
        scorers: metrics by the name to show.
        judgments: rankings of the outputs; their sentences are zero-based lines.
        outputs: the lines of every system.
        material: sources and references of the same lines.
        method: how judgments become scores.

    Raises:
        FormatError: outputs and material do not fit.
        ValueError: nothing was judged, or sentences that are no lines.
    """
    part, judged = judged_part(material, outputs, judged_indices(judgments, len(material.sources)))
    human = human_scores(judgments, method, replicates=0)
    systems = tuple(system for system in human.systems if system in judged)
    people = human.of(systems).scores
    found = {}
    for name, scorer in scorers.items():
        scored = scorer.score_systems({system: judged[system] for system in systems}, part)
        means = np.array([np.mean([one.score for one in scored[system].sentences]) for system in systems])
        found[name] = or_none(spearman(people, means))
    return found


class ErrorGroup(NamedTuple):
    """Originals in which an annotator needs so many edits at least: how many, and their mean score."""

    errors: int
    sentences: int
    mean: float


def scores_of_originals(
    gold: Gold, scorer: Scorer[Any], references: Sequence[Sequence[str]] = ()
) -> tuple[tuple[ErrorGroup, ...], float | None]:
    """Scores of the sentences that MAEGE draws from, with nothing changed, by number of errors (Figure 5).

    Args:
        gold: edits of annotators. Sentences without errors according to one of them are left out.
        scorer: a metric with sentence scores.
        references: for each sentence of the gold its reference texts; without, all corrections in the gold.

    Returns:
        Groups by rising number of errors; and Spearman's correlation of errors and score over sentences,
        negative for a metric that compares sentences well, None where one of the two is constant.

    Raises:
        FormatError: no sentence is left.
    """
    lattices = build_lattices(gold)
    kept = gold.part(lattices.indices)
    texts = tuple(tuple(references[index]) for index in lattices.indices) if references else ()
    sources = tuple(" ".join(sentence.tokens) for sentence in lattices.sentences)
    material = Material(sources, kept, texts or gold_references(kept))
    scores = np.array([one.score for one in scorer.score(sources, material).sentences])
    errors = np.array(
        [min(len(one.edits) for one in sentence.annotations) for sentence in lattices.sentences]
    )
    groups = tuple(
        ErrorGroup(int(number), int((errors == number).sum()), float(scores[errors == number].mean()))
        for number in np.unique(errors)
    )
    return groups, or_none(spearman(errors, scores))
