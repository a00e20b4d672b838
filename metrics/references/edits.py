"""Gold edits: what annotators corrected in the source sentences."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from rankings.formats.records import Problem

NOOP = "noop"


@dataclass(frozen=True, slots=True)
class Edit:
    """One correction of one annotator.

    Attributes:
        start, end: the source tokens `start..end-1` are replaced; `start == end` inserts before `start`.
        type: error type as the file names it.
        corrections: the texts that are right here, at least one; the empty text deletes.
        required, comment: further fields of the M2 format, kept for writing back.
        line: one-based line of the file the edit came from, if any.
    """

    start: int
    end: int
    type: str
    corrections: tuple[str, ...]
    required: str = "REQUIRED"
    comment: str = "-NONE-"
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Annotation:
    """One annotator's edits of one sentence.

    Attributes:
        annotator: the annotator's number.
        edits: in the order of the file; none when the annotator finds nothing to correct.
        noop: whether the file says so by a `noop` line.
    """

    annotator: int
    edits: tuple[Edit, ...] = ()
    noop: bool = False


@dataclass(frozen=True, slots=True)
class GoldSentence:
    """One source sentence with at least one annotation, in ascending order of annotators.

    An annotator who does not occur here is no alternative for this sentence. A sentence without any edit
    line has one annotation: annotator 0 without edits.
    """

    source: str
    annotations: tuple[Annotation, ...]
    line: int | None = None

    @property
    def tokens(self) -> list[str]:
        """The source split at white space."""
        return self.source.split()

    def annotation_of(self, annotator: int) -> Annotation | None:
        """The annotation of that annotator, if there is one here."""
        return next(
            (annotation for annotation in self.annotations if annotation.annotator == annotator), None
        )


@dataclass(frozen=True, slots=True)
class Gold:
    """The gold standard of a corpus.

    Attributes:
        name: the file's name as the person knows it.
        sentences: in corpus order.
        warnings: what the reader left out, and what looks wrong.
    """

    name: str
    sentences: tuple[GoldSentence, ...]
    warnings: tuple[Problem, ...] = ()

    @property
    def sources(self) -> tuple[str, ...]:
        """The source side."""
        return tuple(sentence.source for sentence in self.sentences)

    @property
    def annotators(self) -> tuple[int, ...]:
        """Every annotator who occurs, ascending."""
        return tuple(sorted({note.annotator for sentence in self.sentences for note in sentence.annotations}))

    @property
    def types(self) -> tuple[str, ...]:
        """Every error type that occurs, in order of first occurrence."""
        seen: dict[str, None] = {}
        for sentence in self.sentences:
            for annotation in sentence.annotations:
                seen.update(dict.fromkeys(edit.type for edit in annotation.edits))
        return tuple(seen)

    @property
    def edit_count(self) -> int:
        """Edits of all annotators together."""
        return sum(len(note.edits) for sentence in self.sentences for note in sentence.annotations)

    def only(self, annotator: int) -> "Gold":
        """The gold of one annotator alone.

        Where the annotator does not occur in a sentence, the sentence's first annotation stands in: files
        merged from several annotators keep one copy of what all of them agree on, under the lowest number.

        Raises ValueError for an annotator who occurs nowhere.
        """
        if annotator not in self.annotators:
            known = ", ".join(map(str, self.annotators))
            raise ValueError(f"{self.name} has no annotator {annotator}; it has {known}")
        sentences = tuple(
            replace(
                sentence,
                annotations=(
                    replace(
                        sentence.annotation_of(annotator) or sentence.annotations[0], annotator=annotator
                    ),
                ),
            )
            for sentence in self.sentences
        )
        return replace(self, sentences=sentences)

    def part(self, sentences: Sequence[int]) -> "Gold":
        """The gold of the sentences with these indices, in this order."""
        return replace(self, sentences=tuple(self.sentences[index] for index in sentences))


def apply_edits(tokens: Sequence[str], edits: Sequence[Edit]) -> list[str]:
    """The tokens of the corrected sentence.

    Edits are applied from left to right, those with equal offsets in the order given; the first of the
    alternative corrections is taken. An edit that begins inside of what an earlier one replaced cannot be
    applied as well and is left out.
    """
    corrected: list[str] = []
    done = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < done:
            continue
        corrected += tokens[done : edit.start]
        corrected += edit.corrections[0].split()
        done = edit.end
    corrected += tokens[done:]
    return corrected


def corrected_text(
    sentence: GoldSentence, annotation: Annotation, *, without_types: Collection[str] = ()
) -> str:
    """The sentence with all edits of one annotation applied, tokens joined by single blanks.

    Args:
        without_types: edits of these error types are not applied.
    """
    edits = [edit for edit in annotation.edits if edit.type not in without_types]
    return " ".join(apply_edits(sentence.tokens, edits))


def annotator_texts(gold: Gold, annotator: int, *, without_types: Collection[str] = ()) -> tuple[str, ...]:
    """One corrected text per sentence, as that annotator (see `Gold.only`) would have it."""
    return tuple(
        corrected_text(sentence, sentence.annotations[0], without_types=without_types)
        for sentence in gold.only(annotator).sentences
    )


def gold_references(gold: Gold) -> tuple[tuple[str, ...], ...]:
    """For each sentence its reference texts: one per annotation that occurs there, ascending."""
    return tuple(
        tuple(corrected_text(sentence, annotation) for annotation in sentence.annotations)
        for sentence in gold.sentences
    )


def identification_agreement(first: Gold, second: Gold) -> float:
    """Cohen's kappa of two annotators on which tokens of the source need correction.

    A token is marked if it lies in the span of an edit, so an insertion marks none. Ng et al. (2014), section
    6.1, report 0.43 for CoNLL-2014; this is 0.4346. NaN for a text without tokens.

    Raises:
        ValueError: a gold standard holds several annotators (see `Gold.only`), or sources differ.
    """
    if any(len(sentence.annotations) != 1 for gold in (first, second) for sentence in gold.sentences):
        raise ValueError("each gold standard has to hold one annotator; choose one with Gold.only")
    if [one.tokens for one in first.sentences] != [one.tokens for one in second.sentences]:
        raise ValueError(f"the sources of {first.name} and {second.name} differ")
    tokens = sum(len(sentence.tokens) for sentence in first.sentences)
    ours, theirs = _marked(first), _marked(second)
    # Whole numbers until the one division.
    observed = tokens * (tokens - len(ours ^ theirs))
    chance = len(ours) * len(theirs) + (tokens - len(ours)) * (tokens - len(theirs))
    if not tokens:
        return float("nan")
    return (observed - chance) / (tokens**2 - chance) if chance < tokens**2 else 1.0


def _marked(gold: Gold) -> set[tuple[int, int]]:
    """Sentence and place of every token in the span of an edit."""
    return {
        (number, token)
        for number, sentence in enumerate(gold.sentences)
        for edit in sentence.annotations[0].edits
        for token in range(edit.start, edit.end)
    }
