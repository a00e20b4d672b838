"""MaxMatch (M2), the metric of the CoNLL-2013 and CoNLL-2014 shared tasks.

Dahlmeier and Ng (2012), "Better evaluation for grammatical error correction", NAACL. The scores are those of
the official scorer, its handling of several annotators and of ties included.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

import numpy as np
from msgspec import Meta

from metrics.references.edits import Edit, Gold
from metrics.scorers.counting import f_score, precision, recall
from metrics.scorers.m2.counts import Counts, GoldArrays, choose_annotators, count_edits
from metrics.scorers.m2.lattice import IntArray
from metrics.scorers.registry import metric
from metrics.scorers.results import Match, Matches, Number, Score, SentenceScore, TypeScore
from metrics.scorers.scorer import Material, Scorer


@dataclass(frozen=True)
class PreparedGold:
    """Sources and gold as numbers, made once for all systems."""

    gold: Gold
    arrays: GoldArrays
    sources: IntArray
    source_starts: IntArray
    vocabulary: dict[str, int]
    types: tuple[str, ...]


@metric("m2", "MaxMatch (M2)", "F of the edits, in the segmentation that matches best")
@dataclass(frozen=True)
class M2(Scorer[PreparedGold]):
    """MaxMatch: precision, recall and F of the edits that match the gold best.

    For each sentence the edits are read out of the hypothesis such that as many as possible are gold edits.
    Of several annotators the one that maximises F of the corpus up to this sentence is chosen, so a
    score depends on the order of the sentences and the sum of their gold edits differs between systems.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"gold"})
    chooses_by_corpus: ClassVar[bool] = True
    settings_in_heading: ClassVar[frozenset[str]] = frozenset({"beta"})
    edit_counts: ClassVar[tuple[str, ...]] = ("correct", "proposed", "gold")

    beta: Annotated[
        float,
        Meta(
            ge=0,
            le=1000,
            description=(
                "Weight of recall against precision; 0.5 at CoNLL-2014, below 1 precision weighs more."
            ),
        ),
    ] = 0.5
    ignore_whitespace_casing: Annotated[
        bool, Meta(description="Edits that only change blanks or case do not count as proposed.")
    ] = False
    max_unchanged_words: Annotated[
        int, Meta(ge=0, le=100, description="Unchanged words that one edit may span.")
    ] = 2

    def heading(self) -> str:
        return f"M\u00b2 F{self.beta:g}"

    def short_title(self) -> str:
        return self.heading()

    def explained(
        self, material: Material
    ) -> Callable[[str, Sequence[str]], tuple[Score, Mapping[int, Sequence[Matches]]]]:
        self._check({}, material)
        prepared = self._prepare(material)

        def score(system: str, hypotheses: Sequence[str]) -> tuple[Score, Mapping[int, Sequence[Matches]]]:
            self._check({system: hypotheses}, material)
            counts = self._count(hypotheses, prepared)
            chosen = choose_annotators(counts, prepared.arrays, self.beta)
            matches = {
                sentence: _matches(sentence, hypotheses[sentence], counts, place, prepared)
                for sentence, place in enumerate(chosen.tolist())
            }
            return replace(self._corpus_score(counts, chosen, prepared), system=system), matches

        return score

    def sweep(
        self,
        outputs: Mapping[str, Sequence[str]],
        material: Material,
        betas: Iterable[float],
    ) -> dict[str, tuple[float, ...]]:
        """The corpus score of every system for each of many betas, matching the edits only once."""
        scorers = [M2(beta, self.ignore_whitespace_casing, self.max_unchanged_words) for beta in betas]
        self._check(outputs, material)
        prepared = self._prepare(material)
        scores = {}
        for system, hypotheses in outputs.items():
            counts = self._count(hypotheses, prepared)
            gold_counts = np.diff(prepared.arrays.edits)
            row = []
            for scorer in scorers:
                chosen = choose_annotators(counts, prepared.arrays, scorer.beta)
                c, p = int(counts.correct[chosen].sum()), int(counts.proposed[chosen].sum())
                row.append(f_score(c, p, int(gold_counts[chosen].sum()), scorer.beta))
            scores[system] = tuple(row)
        return scores

    def _prepare(self, material: Material) -> PreparedGold:
        gold = material.gold
        assert gold is not None  # noqa: S101 - `needs` says so
        vocabulary: dict[str, int] = {}
        sources, starts = number_tokens(material.sources, vocabulary)
        arrays = gold_arrays(gold, vocabulary)
        return PreparedGold(gold, arrays, sources, starts, vocabulary, gold.types)

    def _score(self, hypotheses: Sequence[str], prepared: PreparedGold) -> Score:
        counts = self._count(hypotheses, prepared)
        return self._corpus_score(counts, choose_annotators(counts, prepared.arrays, self.beta), prepared)

    def _corpus_score(self, counts: Counts, chosen: IntArray, prepared: PreparedGold) -> Score:
        correct = counts.correct[chosen].tolist()
        proposed = counts.proposed[chosen].tolist()
        gold = np.diff(prepared.arrays.edits)[chosen].tolist()
        places = (chosen - prepared.arrays.annotations[:-1]).tolist()
        sentences = []
        for sentence, place, c, p, g in zip(
            prepared.gold.sentences, places, correct, proposed, gold, strict=True
        ):
            parts: dict[str, Number] = {
                "annotator": sentence.annotations[place].annotator,
                "precision": precision(c, p),
                "recall": recall(c, g),
                "correct": c,
                "proposed": p,
                "gold": g,
            }
            sentences.append(SentenceScore(f_score(c, p, g, self.beta), parts))
        c, p, g = sum(correct), sum(proposed), sum(gold)
        corpus: dict[str, Number] = {
            "precision": precision(c, p),
            "recall": recall(c, g),
            "correct": c,
            "proposed": p,
            "gold": g,
            "thinned_sentences": int(counts.thinned.sum()),
        }
        types = type_scores(counts, chosen, prepared)
        return Score("", f_score(c, p, g, self.beta), corpus, types, tuple(sentences))

    def _count(self, hypotheses: Sequence[str], prepared: PreparedGold) -> Counts:
        tokens, starts = number_tokens(hypotheses, prepared.vocabulary)
        letters, letter_starts = token_letters(prepared.vocabulary if self.ignore_whitespace_casing else {})
        return count_edits(
            prepared.sources,
            prepared.source_starts,
            tokens,
            starts,
            prepared.arrays,
            self.max_unchanged_words,
            letters,
            letter_starts,
        )


def number_tokens(sentences: Sequence[str], vocabulary: dict[str, int]) -> tuple[IntArray, IntArray]:
    """Token numbers of all sentences, and where each sentence begins; new tokens enter the vocabulary."""
    numbers: list[int] = []
    starts = [0]
    for sentence in sentences:
        numbers += [vocabulary.setdefault(token, len(vocabulary)) for token in sentence.split()]
        starts.append(len(numbers))
    return np.array(numbers, dtype=np.int32), np.array(starts, dtype=np.int64)


def token_letters(vocabulary: Iterable[str]) -> tuple[IntArray, IntArray]:
    """Code points of every token in lower case, by token number."""
    lowered = [token.lower() for token in vocabulary]
    starts = np.cumsum([0, *map(len, lowered)]).astype(np.int64)
    return np.array([ord(letter) for token in lowered for letter in token], dtype=np.int32), starts


def gold_arrays(gold: Gold, vocabulary: dict[str, int]) -> GoldArrays:
    """The gold edits as numbers; tokens of corrections enter the vocabulary."""
    annotations, edits, text_starts, texts = [0], [0], [0], [0]
    spans: list[tuple[int, int]] = []
    tokens: list[int] = []
    for sentence in gold.sentences:
        for annotation in sentence.annotations:
            for edit in annotation.edits:
                spans.append((edit.start, edit.end))
                for text in edit.corrections:
                    tokens += _correction_tokens(text, vocabulary)
                    texts.append(len(tokens))
                text_starts.append(len(texts) - 1)
            edits.append(len(spans))
        annotations.append(len(edits) - 1)
    span = np.array(spans, dtype=np.int32).reshape(-1, 2)
    return GoldArrays(
        np.array(annotations, dtype=np.int64),
        np.array(edits, dtype=np.int64),
        span[:, 0].copy(),
        span[:, 1].copy(),
        np.array(text_starts, dtype=np.int64),
        np.array(texts, dtype=np.int64),
        np.array(tokens, dtype=np.int32),
    )


def _matches(
    sentence: int, hypothesis: str, counts: Counts, chosen: int, prepared: PreparedGold
) -> tuple[Matches, ...]:
    words = hypothesis.split()
    matches = []
    first = int(prepared.arrays.annotations[sentence])
    for place, annotation in enumerate(prepared.gold.sentences[sentence].annotations, start=first):
        rows = counts.edits[counts.edit_starts[place] : counts.edit_starts[place + 1]].tolist()
        edits = []
        for i, k, j, m, g in rows:
            verdict, kind = ("matched", annotation.edits[g].type) if g >= 0 else ("wrong", "")
            edits.append(Match(verdict, i, k, (" ".join(words[j:m]),), kind))
        matched = {row[4] for row in rows}
        for g, edit in enumerate(annotation.edits):
            if g not in matched:
                edits.append(Match("missed", edit.start, edit.end, edit.corrections, edit.type))
        ordered = tuple(sorted(edits, key=lambda edit: (edit.start, edit.end)))
        matches.append(Matches(annotation.annotator, place == chosen, ordered))
    return tuple(matches)


def type_scores(counts: Counts, chosen: IntArray, prepared: PreparedGold) -> tuple[TypeScore, ...]:
    """Recall per error type over the chosen annotators' gold edits, in order of the types in the file."""
    tallies = {kind: [0, 0] for kind in prepared.types}
    for place, edits in _chosen_edits(chosen, prepared):
        for edit in edits:
            tallies[edit.type][1] += 1
        rows = counts.edits[counts.edit_starts[place] : counts.edit_starts[place + 1], 4]
        for g in rows[rows >= 0].tolist():
            tallies[edits[g].type][0] += 1
    return tuple(TypeScore.of(kind, matched, total) for kind, (matched, total) in tallies.items())


def _chosen_edits(chosen: IntArray, prepared: PreparedGold) -> Iterator[tuple[int, tuple[Edit, ...]]]:
    firsts = prepared.arrays.annotations.tolist()
    for sentence, place, first in zip(prepared.gold.sentences, chosen.tolist(), firsts, strict=False):
        yield place, sentence.annotations[place - first].edits


def _correction_tokens(text: str, vocabulary: dict[str, int]) -> list[int]:
    tokens = text.split()
    if " ".join(tokens) != text:
        return [-1]  # the original compares texts: with other blanks than single ones none is equal
    return [vocabulary.setdefault(token, len(vocabulary)) for token in tokens]
