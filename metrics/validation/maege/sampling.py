"""Drawing chains and corpora (Choshen and Abend 2018, sections 4 to 6).

Two samplers draw the same kinds of things. `draw` does what the paper says. `draw_as_published` repeats the
random numbers of the authors' program, https://github.com/borgr/EoE, so that its figures can be had again.
"""

import random
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from metrics.references.edits import GoldSentence
from metrics.validation.maege.lattice import Lattices

MODELS = tuple(range(11))
"""Models of corpora, by the number of edits that they apply to a sentence on average."""

VARIANCE = 0.9
SOURCE_KINDS = ("chain", "original")


class Point(NamedTuple):
    """A partly corrected sentence: edits of one annotation in the order of their application.

    `sentence` and `annotation` are places in `Lattices.sentences` and in the sentence's annotations; `edits`
    are places in the annotation's edits.
    """

    sentence: int
    annotation: int
    edits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """One random choice of everything that MAEGE compares.

    Attributes:
        chains: each as its last point; the chain's elements are its first 0, 1, 2, ... edits.
        chain_sources: for each chain the number of edits in what metrics take for the source.
        corpora: one point per model and sentence.
        corpus_sources: for each sentence of the corpora what metrics take for the source.
    """

    chains: tuple[Point, ...]
    chain_sources: tuple[int, ...]
    corpora: tuple[tuple[Point, ...], ...]
    corpus_sources: tuple[Point, ...]


def draw(
    lattices: Lattices,
    rng: np.random.Generator,
    *,
    source_kind: str = "chain",
    least_annotators: int = 2,
    corpus_annotators: int = 1,
) -> Draw:
    """Draw chains and corpora as the paper has it.

    Args:
        source_kind: "chain" draws sources: an element of the same chain, and for corpora any point of the
            lattice of an annotator. "original" takes the unchanged sentences.
        least_annotators: annotations that a sentence of a chain must have.
        corpus_annotators: annotations that a sentence of a corpus must have.
    """
    drawn: list[Point] = []
    for place in lattices.with_annotators(least_annotators):
        for annotation, annotated in enumerate(lattices.sentences[place].annotations):
            # A single edit has one order, and no random number is drawn for it.
            many = len(annotated.edits)
            order = tuple(rng.permutation(many).tolist()) if many > 1 else tuple(range(many))
            drawn.append(Point(place, annotation, order))
    chain_sources = tuple(int(rng.integers(len(chain.edits) + 1)) for chain in drawn)
    corpora = []
    for model in MODELS:
        points = []
        for place, sentence in enumerate(lattices.sentences):
            annotation = int(rng.integers(len(sentence.annotations)))
            order = rng.permutation(_edit_count(sentence, annotation)).tolist()
            points.append(Point(place, annotation, tuple(order[: _number_of_edits(model, rng)])))
        corpora.append(points)
    corpus_sources = []
    for place, sentence in enumerate(lattices.sentences):
        annotation = int(rng.integers(len(sentence.annotations)))
        taken = rng.integers(2, size=_edit_count(sentence, annotation))
        corpus_sources.append(Point(place, annotation, tuple(np.flatnonzero(taken).tolist())))
    # Sentences that cannot be used are drawn all the same, so that the others are the same texts.
    places = lattices.with_annotators(corpus_annotators)
    kept = tuple(tuple(points[place] for place in places) for points in corpora)
    if source_kind == "original":
        return Draw(tuple(drawn), (0,) * len(drawn), kept, kept[0])
    return Draw(tuple(drawn), chain_sources, kept, tuple(corpus_sources[place] for place in places))


def draw_as_published(lattices: Lattices, seed: int, *, source_kind: str = "chain") -> Draw:
    """Draw what the authors' program draws with this seed and one chain of each annotation.

    It differs from the paper in the source of the corpora: each sentence comes from one of the corpora, at
    random. With more than a few corrections allowed, most models apply all there are, so that this source is
    mostly corrected.
    """
    orders = random.Random(seed)
    others = np.random.RandomState(seed)
    drawn = []
    for place, sentence in enumerate(lattices.sentences):
        # Chains of sentences with one annotation are drawn, and then not used.
        for annotation, annotated in enumerate(sentence.annotations):
            order = orders.sample(range(len(annotated.edits)), len(annotated.edits))
            if len(sentence.annotations) > 1:
                drawn.append(Point(place, annotation, tuple(order)))
    corpora = []
    for model in MODELS:
        points = []
        for place, sentence in enumerate(lattices.sentences):
            annotation = int(others.randint(len(sentence.annotations)))
            order = others.permutation(_edit_count(sentence, annotation)).tolist()
            points.append(Point(place, annotation, tuple(order[: _number_of_edits(model, others)])))
        corpora.append(tuple(points))
    if source_kind == "original":
        return Draw(tuple(drawn), (0,) * len(drawn), tuple(corpora), corpora[0])
    chain_sources = tuple(int(others.randint(len(chain.edits) + 1)) for chain in drawn)
    corpus_sources = tuple(
        corpora[int(others.randint(len(MODELS)))][place] for place in range(len(lattices.sentences))
    )
    return Draw(tuple(drawn), chain_sources, tuple(corpora), corpus_sources)


def _number_of_edits(model: int, rng: np.random.Generator | np.random.RandomState) -> int:
    """A binomial number with mean `model` and variance 0.9, up to the rounding of its number of trials.

    The program truncates that number to an integer; so the mean is a little less, 1.65 for model 2.
    """
    if model == 0:
        # A number of probability 0 is drawn all the same: the program does, and it uses up a random number.
        return int(rng.binomial(1, 0.0))
    probability = (model - VARIANCE) / model
    return int(rng.binomial(int(model / probability), probability))


def _edit_count(sentence: GoldSentence, annotation: int) -> int:
    return len(sentence.annotations[annotation].edits)
