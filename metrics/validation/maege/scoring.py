"""Scores of many partly corrected sentences by any metric, each text once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from metrics.references.edits import Annotation, Gold, GoldSentence
from metrics.scorers.scorer import Material, Scorer
from metrics.validation.maege.lattice import Lattices
from rankings.analysis.arrays import FloatArray


class Text(NamedTuple):
    """A text to score.

    Attributes:
        sentence: place in `Lattices.sentences`.
        annotation: whose edits were applied.
        source: the text that metrics take as the source.
        text: what is scored.
    """

    sentence: int
    annotation: int
    source: str
    text: str


@dataclass(frozen=True, slots=True)
class References:
    """What texts are compared with.

    Attributes:
        lattices: the gold edits.
        texts: reference texts by sentence and annotation, both as in `lattices`.
        given: whether they are the same for all annotations of a sentence.
    """

    lattices: Lattices
    texts: tuple[tuple[tuple[str, ...], ...], ...]
    given: bool

    @classmethod
    def from_texts(cls, lattices: Lattices, texts: Sequence[Sequence[str]]) -> "References":
        """Reference texts by place in `lattices.sentences`.

        Without any, the corrections by the other annotators are taken. The annotator whose edits a text has
        is never a reference: every chain would end at one.
        """
        if not texts:
            return cls(lattices, lattices.other_corrections(), given=False)
        repeated = tuple(
            (tuple(those),) * len(sentence.annotations)
            for sentence, those in zip(lattices.sentences, texts, strict=True)
        )
        return cls(lattices, repeated, given=True)


class _Key(NamedTuple):
    """The key of texts that are scored together: sentence, whose edits they have, and source."""

    sentence: int
    annotation: int
    source: str


class _Row(NamedTuple):
    """A source with its references: texts or annotations."""

    source: str
    references: tuple[str, ...]
    annotations: tuple[Annotation, ...]


def score_texts(scorer: Scorer[Any], texts: Sequence[Text], references: References) -> FloatArray:
    """(T,) sentence scores of T texts.

    A score does not depend on what else is scored. Equal texts are scored once, and texts with the same
    source and references together, so that the metric prepares these once.

    Raises FormatError where a metric that compares edits (it needs gold) is given another source than that
    of the edits.
    """
    needed: dict[_Key, dict[str, int]] = {}
    many = 0
    places = np.empty(len(texts), np.int64)
    # Where a text's annotator does not matter, texts of all of them are the same.
    any_annotator = not scorer.needs or (references.given and "gold" not in scorer.needs)
    for number, element in enumerate(texts):
        source = (
            element.source if scorer.uses_source else references.lattices.sentences[element.sentence].source
        )
        known = needed.setdefault(
            _Key(element.sentence, 0 if any_annotator else element.annotation, source), {}
        )
        if element.text not in known:
            known[element.text] = many
            many += 1
        places[number] = known[element.text]
    rows = {key: _row(key, scorer, references) for key in needed}
    scores = np.full(many, -np.inf)
    for part in _parts(scorer, rows):
        _score_rows(scorer, needed, part, scores, references.lattices.name)
    score_of_text: FloatArray = scores[places]
    return score_of_text


def _row(key: _Key, scorer: Scorer[Any], references: References) -> _Row:
    sentence = references.lattices.sentences[key.sentence]
    if "gold" in scorer.needs:
        return _Row(key.source, (), _without(sentence.annotations, key.annotation))
    texts = references.texts[key.sentence][key.annotation] if scorer.needs else ()
    return _Row(key.source, texts, ())


def _without(annotations: tuple[Annotation, ...], place: int) -> tuple[Annotation, ...]:
    return (*annotations[:place], *annotations[place + 1 :])


def _parts(scorer: Scorer[Any], rows: dict[_Key, _Row]) -> Sequence[dict[_Key, _Row]]:
    """All rows at once, or one reference of each after the other."""
    if not scorer.chooses_by_corpus:
        return [rows]
    most = max((len(row.references or row.annotations) for row in rows.values()), default=0)
    return [
        {
            key: row._replace(references=row.references[k : k + 1], annotations=row.annotations[k : k + 1])
            for key, row in rows.items()
            if len(row.references or row.annotations) > k
        }
        for k in range(most)
    ]


def _score_rows(
    scorer: Scorer[Any],
    needed: dict[_Key, dict[str, int]],
    rows: dict[_Key, _Row],
    scores: FloatArray,
    name: str,
) -> None:
    """Raise `scores` to those of the texts of these rows.

    Rows with equally many texts make one corpus, in which the first texts of all are one system, the second
    texts another: that is how a scorer takes several texts for one source.
    """
    by_number: dict[int, list[_Key]] = {}
    for key in rows:
        by_number.setdefault(len(needed[key]), []).append(key)
    for number, keys in by_number.items():
        listed = [list(needed[key].items()) for key in keys]
        outputs = {str(k): [texts[k][0] for texts in listed] for k in range(number)}
        scored = scorer.score_systems(outputs, _material([rows[key] for key in keys], name))
        for k in range(number):
            places = [texts[k][1] for texts in listed]
            values = [sentence.score for sentence in scored[str(k)].sentences]
            scores[places] = np.maximum(scores[places], values)


def _material(rows: Sequence[_Row], name: str) -> Material:
    sources = tuple(row.source for row in rows)
    if rows[0].annotations:
        gold = Gold(name, tuple(GoldSentence(row.source, row.annotations) for row in rows))
        return Material(sources, gold)
    if rows[0].references:
        return Material(sources, references=tuple(row.references for row in rows))
    return Material(sources)
