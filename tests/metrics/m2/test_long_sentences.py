"""No sentence is too long or too strange: the work is bounded and what is then found is defined."""

import numpy as np
import pytest

from metrics.references.edits import Annotation, Edit, Gold, GoldSentence
from metrics.scorers.m2.lattice import MOST_CELLS, MOST_VERTICES, build_lattice
from metrics.scorers.m2.metric import M2
from metrics.scorers.scorer import Material


def scored(source, hypothesis, *edits):
    gold = Gold("gold", (GoldSentence(source, (Annotation(0, edits),)),))
    return M2().score([hypothesis], Material((source,), gold)).parts


def words(prefix, count):
    return [f"{prefix}{number}" for number in range(count)]


def test_long_sentences_with_few_changes_are_scored_in_full():
    source = words("w", 1000)
    hypothesis = [*source[:500], "new", *source[500:]]
    edit = Edit(500, 500, "X", ("new",))
    parts = scored(" ".join(source), " ".join(hypothesis), edit)
    assert (parts["correct"], parts["proposed"], parts["thinned_sentences"]) == (1, 1, 0)


@pytest.mark.parametrize("length", [70, 400])
def test_wholly_different_sentences_are_scored_on_one_alignment_and_said_so(length):
    source, hypothesis = words("a", length), words("b", length)
    edit = Edit(10, 12, "X", ("b10 b11",))
    parts = scored(" ".join(source), " ".join(hypothesis), edit)
    assert parts["thinned_sentences"] == 1
    assert parts["correct"] == 1
    assert parts["proposed"] >= 2


@pytest.mark.parametrize("sides", [(4100, 4000), (0, 5000), (90, 3000)])
def test_thin_lattices_are_whole(sides):
    """Every vertex follows the one before, and the last is the end of both sentences."""
    rng = np.random.default_rng(5)
    source, hypothesis = (rng.integers(0, 10**6, side).astype(np.int32) for side in sides)
    lattice = build_lattice(source, hypothesis, 2)
    assert len(lattice.i) <= max(MOST_VERTICES, sum(sides) + 1)
    assert (lattice.i[0], lattice.j[0]) == (0, 0)
    assert (lattice.i[-1], lattice.j[-1]) == sides
    steps = np.diff(lattice.i), np.diff(lattice.j)
    if lattice.thinned:
        assert all(step.min() >= 0 and step.max() <= 1 for step in steps)
        assert (steps[0] + steps[1]).min() >= 1
    assert set(zip(lattice.start.tolist(), lattice.end.tolist(), strict=True)) >= {
        (vertex, vertex + 1) for vertex in range(len(lattice.i) - 1) if lattice.thinned
    }


def test_common_ends_may_overlap():
    """Repetitions: the common beginning and end of the two sentences together are longer than one of them."""
    length = int(MOST_CELLS**0.5) + 10
    source, hypothesis = ["a"] * length, ["a"] * (length + 3)
    parts = scored(" ".join(source), " ".join(hypothesis))
    assert (parts["proposed"], parts["thinned_sentences"]) == (1, 1)
