"""Texts made by applying only some of the gold edits (Choshen and Abend 2018, section 4).

The subsets of one annotator's edits form a lattice. Of two subsets where one contains the other, the larger
makes the better text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from metrics.references.edits import Annotation, Edit, Gold, GoldSentence, apply_edits, corrected_text
from rankings.formats.records import FormatError, Problem

_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Lattices:
    """The sentences of a gold standard that can be corrected in part.

    Attributes:
        name: of the gold.
        sentences: with the annotations that have edits, and of these the edits that can be applied together.
        indices: place of each sentence in the gold.
        noop: sentences left out because an annotator finds nothing to correct in them.
        without_edits: further sentences left out because nobody has an edit for them.
        overlapping: edits left out because they overlap an earlier one of the same annotator.
    """

    name: str
    sentences: tuple[GoldSentence, ...]
    indices: tuple[int, ...]
    noop: int
    without_edits: int
    overlapping: int

    def with_annotators(self, least: int) -> tuple[int, ...]:
        """Places, in `sentences`, of those with at least so many annotations."""
        return tuple(
            place for place, sentence in enumerate(self.sentences) if len(sentence.annotations) >= least
        )

    def other_corrections(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """By sentence and annotation, what all other annotators made of the sentence."""
        others = []
        for sentence in self.sentences:
            texts = [corrected_text(sentence, annotation) for annotation in sentence.annotations]
            others.append(tuple((*texts[:place], *texts[place + 1 :]) for place in range(len(texts))))
        return tuple(others)


def build_lattices(gold: Gold) -> Lattices:
    """Keep what can be corrected in part.

    A sentence that needs no correction according to one annotator is left out as a whole (section 4 of the
    paper). Where edits of one annotator overlap, the paper merges or splits them by hand; here the later one
    is left out, as everywhere in this package.

    Raises FormatError when no sentence is left.
    """
    sentences: list[GoldSentence] = []
    indices: list[int] = []
    noop = without_edits = overlapping = 0
    for index, sentence in enumerate(gold.sentences):
        if any(annotation.noop for annotation in sentence.annotations):
            noop += 1
            continue
        annotations = []
        for annotation in sentence.annotations:
            edits = _applicable(annotation.edits)
            overlapping += len(annotation.edits) - len(edits)
            if edits:
                annotations.append(Annotation(annotation.annotator, edits))
        if annotations:
            sentences.append(replace(sentence, annotations=tuple(annotations)))
            indices.append(index)
        else:
            without_edits += 1
    if not sentences:
        message = "No sentence is left: MAEGE needs sentences that every annotator corrects."
        raise FormatError(Problem(gold.name, message))
    return Lattices(gold.name, tuple(sentences), tuple(indices), noop, without_edits, overlapping)


def partial_text(tokens: Sequence[str], edits: Sequence[Edit], chosen: Sequence[int]) -> str:
    """The sentence with the chosen ones of its edits applied, which do not overlap.

    The text depends on which edits are chosen, not on their order: insertions at the same place stay in the
    order of the file.
    """
    return " ".join(apply_edits(tokens, [edits[place] for place in sorted(chosen)]))


def partial_text_as_published(tokens: Sequence[str], edits: Sequence[Edit], chosen: Sequence[int]) -> str:
    """The same as the program of Choshen and Abend makes it.

    Insertions at the same place come in the order of application. Where what stands first or last is
    deleted, the blank beside it stays: it counts as a character in distances and lengths.
    """
    done = 0
    pieces: list[str] = []
    for edit in sorted((edits[place] for place in chosen), key=lambda edit: (edit.start, edit.end)):
        pieces += [*tokens[done : edit.start], edit.corrections[0]]
        done = edit.end
    return _BLANKS.sub(" ", " ".join([*pieces, *tokens[done:]]))


def _applicable(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """In the order of the file, those that are applied when all are."""
    done = 0
    kept = set()
    for place, edit in sorted(enumerate(edits), key=lambda entry: (entry[1].start, entry[1].end)):
        if edit.start >= done:
            kept.add(place)
            done = edit.end
    return tuple(edit for place, edit in enumerate(edits) if place in kept)
