"""GREEN: F of the changes that an output makes, counted in runs of tokens instead of edits.

Source: Koyama, Nagata, Takamura and Okazaki (2024), "n-gram F-score for evaluating grammatical error
correction" (INLG). What a length without runs scores, and which reference counts, is as in gec-metrics.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from metrics.scorers.ngrams import Ngrams, common, ngram_counts
from metrics.scorers.scorer import CorpusScore, Material, Scorer, SentenceScore, require, setting

Counts = npt.NDArray[np.int64]
"""(order, 3): for each run length the runs treated well, treated wrongly, and wrongly left alone."""


class Reference(NamedTuple):
    """A reference's runs, and those that it shares with the source, each as often as both have it."""

    runs: Ngrams
    kept: Ngrams


class Chosen(NamedTuple):
    """Counts of an output against its best reference, and the parts of its score."""

    counts: Counts
    parts: dict[str, float]


class Sentence(NamedTuple):
    """The runs of a source and of its references.

    `known` has the outputs seen before: systems share more than half of theirs.
    """

    source: Ngrams
    references: tuple[Reference, ...]
    known: dict[str, Chosen]


@dataclass(frozen=True)
class Green(Scorer[tuple[Sentence, ...]]):
    """F of the geometric means of precision and recall over runs of 1 to `order` tokens.

    A run of source, output and reference is kept, inserted or deleted, truly or wrongly. True are those that
    the output treats as the reference does: kept by both, inserted by both, deleted by both. Precision is the
    share of true ones among these and the output's wrong insertions and deletions; recall, among these and
    what the output kept or failed to insert although the reference does otherwise. Each sentence takes the
    reference with the highest F, the first of equals; the corpus score is made of the summed counts.

    Attributes:
        order: longest run that counts.
        beta: above 1 recall weighs more than precision.
    """

    metric: ClassVar[str] = "green"
    title: ClassVar[str] = "GREEN"
    needs: ClassVar[frozenset[str]] = frozenset({"references"})

    order: int = setting(4, "Longest run of tokens that counts.")
    beta: float = setting(2.0, "Above 1 recall weighs more than precision.")

    def __post_init__(self) -> None:
        require(1 <= self.order <= 9, "order", self.order, "1 to 9")
        require(0 <= self.beta <= 1e6, "beta", self.beta, "0 to 1000000")

    def _prepare(self, material: Material) -> tuple[Sentence, ...]:
        return tuple(
            _sentence(source, texts, self.order)
            for source, texts in zip(material.sources, material.reference_texts, strict=True)
        )

    def _score(self, hypotheses: Sequence[str], prepared: tuple[Sentence, ...]) -> CorpusScore:
        total = np.zeros((self.order, 3), np.int64)
        sentences = []
        for text, sentence in zip(hypotheses, prepared, strict=True):
            if text not in sentence.known:
                sentence.known[text] = self._choose(text, sentence)
            counts, parts = sentence.known[text]
            sentences.append(SentenceScore(parts["green"], parts))
            total += counts
        corpus = self._parts(total)
        for length, (well, wrongly, missed) in enumerate(total.tolist(), start=1):
            corpus |= {f"tp_{length}": well, f"fp_{length}": wrongly, f"fn_{length}": missed}
        return CorpusScore(corpus["green"], corpus, tuple(sentences))

    def _choose(self, text: str, sentence: Sentence) -> Chosen:
        output = ngram_counts(text.split(), self.order)
        counts = [_counts(output, sentence.source, reference) for reference in sentence.references]
        parts = [self._parts(reference_counts) for reference_counts in counts]
        best = max(range(len(parts)), key=lambda place: parts[place]["green"])
        return Chosen(counts[best], {**parts[best], "reference": best})

    def _parts(self, counts: Counts) -> dict[str, float]:
        well, wrongly, missed = counts.T.tolist()
        precision, recall = _geometric_mean(well, wrongly), _geometric_mean(well, missed)
        weight = self.beta * self.beta
        below = weight * precision + recall
        score = (1 + weight) * precision * recall / below if below else 0.0
        return {"green": score, "precision": precision, "recall": recall}


def _sentence(source: str, texts: Sequence[str], order: int) -> Sentence:
    mine = ngram_counts(source.split(), order)
    references = []
    for text in texts:
        runs = ngram_counts(text.split(), order)
        references.append(Reference(runs, tuple(a & b for a, b in zip(mine, runs, strict=True))))
    return Sentence(mine, tuple(references), {})


def _counts(output: Ngrams, source: Ngrams, reference: Reference) -> Counts:
    return np.array(
        [_of_length(*runs) for runs in zip(output, source, reference.runs, reference.kept, strict=True)],
        np.int64,
    )


def _of_length(
    output: Counter[tuple[str, ...]],
    source: Counter[tuple[str, ...]],
    reference: Counter[tuple[str, ...]],
    kept: Counter[tuple[str, ...]],
) -> tuple[int, int, int]:
    """True, wrong and missed runs of one length, from what the three texts share."""
    truly_kept = common(output, kept)
    wrongly_kept = common(output, source) - truly_kept
    truly_inserted = common(output, reference) - truly_kept
    wrongly_deleted = kept.total() - truly_kept
    truly_deleted = source.total() - truly_kept - wrongly_kept - wrongly_deleted
    wrongly_inserted = output.total() - truly_kept - wrongly_kept - truly_inserted
    not_inserted = reference.total() - truly_kept - wrongly_deleted - truly_inserted
    return (
        truly_kept + truly_inserted + truly_deleted,
        wrongly_inserted + wrongly_deleted,
        wrongly_kept + not_inserted,
    )


def _geometric_mean(well: Sequence[int], badly: Sequence[int]) -> float:
    """Of the shares done well, by run length. Where nothing was done badly the share is 1."""
    shares = [good / (good + bad) if bad else 1.0 for good, bad in zip(well, badly, strict=True)]
    return math.exp(math.fsum(map(math.log, shares)) / len(shares)) if all(shares) else 0.0
