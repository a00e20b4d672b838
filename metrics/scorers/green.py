"""GREEN: F of the changes that an output makes, counted in runs of tokens instead of edits.

Source: Koyama, Nagata, Takamura and Okazaki (2024), "n-gram F-score for evaluating grammatical error
correction" (INLG). What a length without runs scores, and which reference counts, is as in gec-metrics.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple

from msgspec import Meta

from metrics.scorers.counting import Ngrams, common, ngram_counts
from metrics.scorers.registry import metric
from metrics.scorers.results import Number, SentenceScore
from metrics.scorers.scorer import Material, SentenceScorer

Counts = tuple[tuple[int, int, int], ...]
"""For each run length the runs treated well, treated wrongly, and wrongly left alone."""


class Reference(NamedTuple):
    """A reference's runs, and those that it shares with the source, each as often as both have it."""

    runs: Ngrams
    kept: Ngrams


class Chosen(NamedTuple):
    """Counts of an output against its best reference, and the parts of its score."""

    counts: Counts
    parts: dict[str, Number]


class Sentence(NamedTuple):
    """The runs of a source and of its references."""

    source: Ngrams
    references: tuple[Reference, ...]


@metric("green", "GREEN", "F of runs of tokens kept, inserted and deleted")
@dataclass(frozen=True)
class Green(SentenceScorer[Sentence, Chosen]):
    """F of the geometric means of precision and recall over runs of 1 to `order` tokens.

    A run of source, output and reference is kept, inserted or deleted, truly or wrongly. True are those that
    the output treats as the reference does: kept by both, inserted by both, deleted by both. Precision is the
    share of true ones among these and the output's wrong insertions and deletions; recall, among these and
    what the output kept or failed to insert although the reference does otherwise. Each sentence takes the
    reference with the highest F, the first of equals; the corpus score is made of the summed counts.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"references"})

    order: Annotated[int, Meta(ge=1, le=9, description="Longest run of tokens that counts.")] = 4
    beta: Annotated[
        float, Meta(ge=0, le=1_000_000, description="Above 1 recall weighs more than precision.")
    ] = 2.0

    def aggregate(self, rows: Sequence[Chosen]) -> dict[str, Number]:
        total = [
            tuple(sum(row.counts[length][kind] for row in rows) for kind in range(3))
            for length in range(self.order)
        ]
        parts = self._parts(total)
        for length, (well, wrongly, missed) in enumerate(total, start=1):
            parts |= {f"tp_{length}": well, f"fp_{length}": wrongly, f"fn_{length}": missed}
        return parts

    def _prepare_sentences(self, material: Material) -> Iterable[Sentence]:
        for source, texts in zip(material.sources, material.reference_texts, strict=True):
            mine = ngram_counts(source.split(), self.order)
            references = []
            for text in texts:
                runs = ngram_counts(text.split(), self.order)
                references.append(Reference(runs, tuple(a & b for a, b in zip(mine, runs, strict=True))))
            yield Sentence(mine, tuple(references))

    def _statistics(self, text: str, sentence: Sentence) -> Chosen:
        output = ngram_counts(text.split(), self.order)
        counts = [
            tuple(map(_of_length, output, sentence.source, reference.runs, reference.kept))
            for reference in sentence.references
        ]
        parts = [self._parts(reference_counts) for reference_counts in counts]
        best = max(range(len(parts)), key=lambda place: parts[place]["green"])
        return Chosen(counts[best], {**parts[best], "reference": best})

    def _sentence_score(self, row: Chosen) -> SentenceScore:
        return SentenceScore(row.parts["green"], row.parts)

    def _parts(self, counts: Sequence[tuple[int, ...]]) -> dict[str, Number]:
        well, wrongly, missed = zip(*counts, strict=True)
        precision, recall = _geometric_mean(well, wrongly), _geometric_mean(well, missed)
        weight = self.beta * self.beta
        below = weight * precision + recall
        score = (1 + weight) * precision * recall / below if below else 0.0
        return {"green": score, "precision": precision, "recall": recall}


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
