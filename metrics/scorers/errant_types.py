"""ERRANT's error types of single edits, such as R:VERB:SVA, wherever the edits come from.

Source: Bryant, Felice and Briscoe (2017), section 3. The package classifies an edit by its tokens and their
parts of speech in both sentences. Here each edit stands alone in its sentence, so its type does not depend on
what else an output changes.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

from metrics.scorers.errant import BLANK, MODELS, Errant, load_annotator
from metrics.scorers.scorer import UnavailableError

LANGUAGE = "en"
NOT_TYPES = frozenset({"UNK", "noop"})
AT_ONCE = 256


class Change(NamedTuple):
    """An edit in a source sentence.

    Attributes:
        source: its tokens.
        start, end: the tokens `start..end-1` are replaced; `start == end` inserts before `start`.
        correction: tokens that replace them.
    """

    source: tuple[str, ...]
    start: int
    end: int
    correction: tuple[str, ...]


def classifier() -> Errant | None:
    """ERRANT with the first of its language models that is here; None where one of both is missing."""
    model = next((name for name in MODELS if name != BLANK and find_spec(name) is not None), "")
    try:
        scorer = Errant(model=model) if model else None
        if scorer is not None:
            scorer.ensure_available()
    except UnavailableError:
        return None
    return scorer


def error_types(
    changes: Sequence[Change], scorer: Errant, progress: Callable[[float], None] = lambda share: None
) -> dict[Change, str]:
    """The type of each change that has one.

    Args:
        changes: of English sentences.
        scorer: as `classifier` gives it.
        progress: called with the finished share of the work, from 0 to 1.

    Raises UnavailableError where the package or the model is missing.
    """
    annotator = load_annotator(scorer.model)
    doc_of, edit_of = import_module("spacy.tokens").Doc, import_module("errant.edit").Edit
    distinct = [
        change
        for change in dict.fromkeys(changes)
        if change.source[change.start : change.end] != change.correction
    ]
    distinct.sort(key=lambda change: change.source)
    types: dict[Change, str] = {}
    for first in range(0, len(distinct), AT_ONCE):
        part = distinct[first : first + AT_ONCE]
        texts = list(dict.fromkeys(text for change in part for text in (change.source, _corrected(change))))
        # One by one, spaCy takes about three times as long.
        docs = annotator.nlp.pipe(doc_of(annotator.nlp.vocab, words=list(text)) for text in texts if text)
        parsed = dict(zip((text for text in texts if text), docs, strict=True))
        for change in part:
            source, corrected = parsed.get(change.source), parsed.get(_corrected(change))
            if source is None or corrected is None:
                continue
            end = change.start + len(change.correction)
            edit = edit_of(source, corrected, [change.start, change.end, change.start, end])
            kind = str(annotator.classify(edit).type)
            if kind not in NOT_TYPES:
                types[change] = kind
        progress((first + len(part)) / len(distinct))
    return types


def _corrected(change: Change) -> tuple[str, ...]:
    return (*change.source[: change.start], *change.correction, *change.source[change.end :])
