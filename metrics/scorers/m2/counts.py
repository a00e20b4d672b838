"""Counts of MaxMatch for all sentences of one output, against each annotator by themselves.

They depend neither on beta nor on other sentences; `choose_annotators` makes the official choice from them.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from metrics.scorers.m2.lattice import BoolArray, IntArray, Lattice, build_lattice
from metrics.scorers.m2.path import GoldEdits, best_path, group_by_start, match, weigh
from rankings.analysis.compiled import compiled


class GoldArrays(NamedTuple):
    """Gold edits as numbers. Annotations are numbered through all sentences, edits through all annotations.

    Attributes:
        annotations: (S+1,) sentence s has the annotations `annotations[s]..annotations[s+1]-1`, by annotator.
        edits: (N+1,) where each annotation's edits begin, in file order.
        start, end: (G,) source spans.
        text_starts: (G+1,) where each edit's corrections begin.
        texts: (corrections + 1,) where each correction begins in `tokens`.
        tokens: token numbers; -1 is equal to no token.
    """

    annotations: IntArray
    edits: IntArray
    start: IntArray
    end: IntArray
    text_starts: IntArray
    texts: IntArray
    tokens: IntArray


class Counts(NamedTuple):
    """MaxMatch counts of one output, for each of the N annotations.

    Attributes:
        correct, proposed: (N,) edits.
        edits: (P, 5) the proposed edits: source start, source end, hypothesis start, hypothesis end, and the
            matched gold edit within the annotation or -1.
        edit_starts: (N+1,) where each annotation's proposed edits begin.
        thinned: (S,) whether a sentence was too long for the complete lattice.
    """

    correct: IntArray
    proposed: IntArray
    edits: IntArray
    edit_starts: IntArray
    thinned: BoolArray


@compiled
def count_edits(  # noqa: PLR0917 - compiled functions take arguments by position
    sources: IntArray,
    source_starts: IntArray,
    hypotheses: IntArray,
    hypothesis_starts: IntArray,
    gold: GoldArrays,
    most_unchanged: int,
    letters: IntArray,
    letter_starts: IntArray,
) -> Counts:
    """Find the best matching edits of every sentence, for each of its annotations.

    Args:
        sources, hypotheses: token numbers of all sentences.
        source_starts, hypothesis_starts: (S+1,) where each sentence begins.
        most_unchanged: unchanged words an edit may span.
        letters, letter_starts: letters of each token in lower case; where there are none, edits that only
            change blanks or case count like others.
    """
    annotations = len(gold.edits) - 1
    correct = np.zeros(annotations, dtype=np.int64)
    proposed = np.zeros(annotations, dtype=np.int64)
    edit_starts = np.zeros(annotations + 1, dtype=np.int64)
    edits = np.empty((1024, 5), dtype=np.int32)
    thinned = np.zeros(len(source_starts) - 1, dtype=np.bool_)
    size = 0
    for s in range(len(source_starts) - 1):
        source = sources[source_starts[s] : source_starts[s + 1]]
        hypothesis = hypotheses[hypothesis_starts[s] : hypothesis_starts[s + 1]]
        first, behind = gold.annotations[s], gold.annotations[s + 1]
        if _same(source, hypothesis):
            for annotation in range(first, behind):
                edit_starts[annotation + 1] = size
            continue
        lattice = build_lattice(source, hypothesis, most_unchanged)
        thinned[s] = lattice.thinned
        outgoing, offsets = group_by_start(lattice)
        for annotation in range(first, behind):
            edits_of_gold = _edits_of(gold, annotation)
            weight = weigh(lattice, hypothesis, edits_of_gold)
            path = best_path(lattice, weight, outgoing, offsets)
            keep = np.ones(len(path), dtype=np.bool_)
            if len(letters):
                _keep_visible(lattice, path, source, hypothesis, letters, letter_starts, keep)
            matched = match(lattice, path, hypothesis, keep, edits_of_gold)
            if size + len(path) > len(edits):
                longer = np.empty((2 * (size + len(path)), 5), dtype=np.int32)
                for k in range(size):
                    for column in range(5):
                        longer[k, column] = edits[k, column]
                edits = longer
            for k in range(len(path)):
                if matched[k] > -2:
                    a, b = lattice.start[path[k]], lattice.end[path[k]]
                    edits[size, 0], edits[size, 1] = lattice.i[a], lattice.i[b]
                    edits[size, 2], edits[size, 3] = lattice.j[a], lattice.j[b]
                    edits[size, 4] = matched[k]
                    size += 1
                    proposed[annotation] += 1
                    correct[annotation] += matched[k] >= 0
            edit_starts[annotation + 1] = size
    return Counts(correct, proposed, edits[:size].copy(), edit_starts, thinned)


@compiled
def _same(source: IntArray, hypothesis: IntArray) -> bool:
    same, token = len(source) == len(hypothesis), 0
    while same and token < len(source):
        same = source[token] == hypothesis[token]
        token += 1
    return same


@compiled
def _edits_of(gold: GoldArrays, annotation: int) -> GoldEdits:
    begin, end = gold.edits[annotation], gold.edits[annotation + 1]
    return GoldEdits(
        gold.start[begin:end],
        gold.end[begin:end],
        gold.text_starts[begin : end + 1],
        gold.texts,
        gold.tokens,
    )


@compiled
def choose_annotators(counts: Counts, gold: GoldArrays, beta: float) -> npt.NDArray[np.int64]:
    """(S,) the annotation chosen for each sentence, in corpus order.

    The one with which F of the totals so far and this sentence is largest; then the one with more correct
    edits, then fewer proposed and gold edits, then the lower annotator.
    """
    weight = beta * beta
    sentences = len(gold.annotations) - 1
    chosen = np.empty(sentences, dtype=np.int64)
    all_correct = all_proposed = all_gold = 0.0
    for s in range(sentences):
        best_f, best_correct, least_load = -1.0, -1.0, np.inf
        picked = -1
        for annotation in range(gold.annotations[s], gold.annotations[s + 1]):
            correct = all_correct + counts.correct[annotation]
            proposed = all_proposed + counts.proposed[annotation]
            total = all_gold + (gold.edits[annotation + 1] - gold.edits[annotation])
            load = proposed + weight * total
            denominator = weight * total + proposed
            f = 1.0  # of nothing proposed and nothing to find
            if denominator > 0:
                f = (1.0 + weight) * correct / denominator
            if (
                f > best_f
                or (f == best_f and correct > best_correct)
                or (f == best_f and correct == best_correct and load < least_load)
            ):
                best_f, best_correct, least_load = f, correct, load
                picked = annotation
        chosen[s] = picked
        all_correct += counts.correct[picked]
        all_proposed += counts.proposed[picked]
        all_gold += gold.edits[picked + 1] - gold.edits[picked]
    return chosen


@compiled
def _keep_visible(  # noqa: PLR0917
    lattice: Lattice,
    path: IntArray,
    source: IntArray,
    hypothesis: IntArray,
    letters: IntArray,
    letter_starts: IntArray,
    keep: BoolArray,
) -> None:
    """Unmark edits whose two sides are equal without blanks and case."""
    for k in range(len(path)):
        a, b = lattice.start[path[k]], lattice.end[path[k]]
        i, j = lattice.i[a], lattice.j[a]
        last_i, last_j = lattice.i[b], lattice.j[b]
        if i == last_i or j == last_j:
            continue
        at_i, at_j = letter_starts[source[i]], letter_starts[hypothesis[j]]
        same = True
        while same:
            while i < last_i and at_i == letter_starts[source[i] + 1]:
                i += 1
                if i < last_i:
                    at_i = letter_starts[source[i]]
            while j < last_j and at_j == letter_starts[hypothesis[j] + 1]:
                j += 1
                if j < last_j:
                    at_j = letter_starts[hypothesis[j]]
            if i == last_i or j == last_j:
                same = i == last_i and j == last_j
                break
            same = letters[at_i] == letters[at_j]
            at_i += 1
            at_j += 1
        keep[k] = not same
