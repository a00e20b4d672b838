"""The demo's gold edits, from the corrections that are marked in its invented essays.

Annotator 0 takes the first right correction of each error, annotator 1 the last one, so that the two differ
where there are several.
"""

from collections.abc import Callable, Iterator
from difflib import SequenceMatcher

from metrics.references.edits import Annotation, Edit, Gold, GoldSentence
from rankings.demo.corpus import data_folder
from rankings.demo.make_outputs import MarkedSentence, Place, read_essays

NAME = "demo.m2"
# Names of the types that mark errors in the essays.
TYPES = {
    "A": "Article",
    "C": "Comma",
    "G": "Agreement",
    "M": "Missing",
    "N": "Noun",
    "O": "WordOrder",
    "P": "Preposition",
    "S": "Spelling",
    "V": "Verb",
    "W": "WordChoice",
}
CHOICES: tuple[Callable[[Place], str], ...] = (lambda place: place.right[0], lambda place: place.right[-1])


def demo_gold() -> Gold:
    """The edits of two annotators for every sentence of the demo."""
    essays = data_folder().joinpath("essays.txt").read_text(encoding="utf-8")
    return Gold(NAME, tuple(map(gold_sentence, read_essays(essays))))


def gold_sentence(sentence: MarkedSentence) -> GoldSentence:
    """The edits of one sentence: runs of tokens in which its correction differs."""
    annotations = []
    for annotator, choose in enumerate(CHOICES):
        edits = tuple(_edits(sentence, choose))
        annotations.append(Annotation(annotator, edits, noop=not edits))
    return GoldSentence(sentence.source, tuple(annotations))


def _edits(sentence: MarkedSentence, choose: Callable[[Place], str]) -> Iterator[Edit]:
    corrected = "".join(
        part if isinstance(part, str) else choose(part) if part.is_error else part.source
        for part in sentence.parts
    )
    before, after = sentence.source.split(), corrected.split()
    kinds = _kinds_of_tokens(sentence)
    matcher = SequenceMatcher(a=before, b=after, autojunk=False)
    for tag, start, end, from_, to in matcher.get_opcodes():
        if tag != "equal":
            # An insertion belongs to the token that it stands before.
            kind = next((one for one in kinds[start : end + 1] if one), "M")
            yield Edit(start, end, TYPES[kind], (" ".join(after[from_:to]),))


def _kinds_of_tokens(sentence: MarkedSentence) -> list[str]:
    """For each token the type of the first error that touches it, or ""; and one more at the end."""
    kinds = [""] * (len(sentence.source.split()) + 1)
    text = ""
    for part in sentence.parts:
        source = part if isinstance(part, str) else part.source
        if isinstance(part, Place) and part.is_error:
            first = max(len(text.split()) - (not text.endswith(" ")), 0) if text else 0
            last = max(len((text + source).split()), first + 1)
            for token in range(first, min(last, len(kinds))):
                kinds[token] = kinds[token] or part.kind
        text += source
    return kinds
