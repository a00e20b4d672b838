"""SARI and MAX-SARI: what an output keeps, deletes and adds, compared with the references.

Source: Xu, Napoles, Pavlick, Chen and Callison-Burch (2016), "Optimizing statistical machine translation for
text simplification", section 4, as their program computes it; MAX-SARI: Choshen and Abend (2018).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from metrics.scorers.ngrams import Ngrams, ngram_counts
from metrics.scorers.scorer import CorpusScore, Material, Scorer, SentenceScore, mean

ORDER = 4


class Counted(NamedTuple):
    """Runs of tokens of the source, and of every reference of one sentence."""

    source: Ngrams
    references: tuple[Ngrams, ...]


class Operations(NamedTuple):
    """The three scores that SARI averages."""

    keep: float
    delete: float
    add: float

    @property
    def score(self) -> float:
        return (self.keep + self.delete + self.add) / 3


@dataclass(frozen=True)
class Sari(Scorer[tuple[Counted, ...]]):
    """Mean over sentences of the mean of keep F1, delete precision and add F1 over runs of 1 to 4 tokens.

    Texts are lower-cased and split at single blanks. An unchanged source has no additions and deletions,
    which score 0: it gets about a third at most.
    """

    metric: ClassVar[str] = "sari"
    title: ClassVar[str] = "SARI"
    needs: ClassVar[frozenset[str]] = frozenset({"references"})

    def _prepare(self, material: Material) -> tuple[Counted, ...]:
        return tuple(
            Counted(_runs(source), tuple(_runs(text) for text in texts))
            for source, texts in zip(material.sources, material.reference_texts, strict=True)
        )

    def _score(self, hypotheses: Sequence[str], prepared: tuple[Counted, ...]) -> CorpusScore:
        sentences = []
        for text, counted in zip(hypotheses, prepared, strict=True):
            operations = self._operations(_runs(text), counted)
            sentences.append(SentenceScore(operations.score, operations._asdict()))
        score = mean(sentence.score for sentence in sentences)
        parts = {name: mean(sentence.parts[name] for sentence in sentences) for name in Operations._fields}
        return CorpusScore(score, {self.metric.replace("-", "_"): score, **parts}, tuple(sentences))

    def _operations(self, output: Ngrams, counted: Counted) -> Operations:
        return sari(output, counted)


@dataclass(frozen=True)
class MaxSari(Sari):
    """Mean over sentences of the highest SARI with one of the references alone."""

    metric: ClassVar[str] = "max-sari"
    title: ClassVar[str] = "MAX-SARI"

    def _operations(self, output: Ngrams, counted: Counted) -> Operations:
        return max(
            (sari(output, Counted(counted.source, (reference,))) for reference in counted.references),
            key=lambda operations: operations.score,
        )


def sari(output: Ngrams, counted: Counted) -> Operations:
    """SARI's three scores of one sentence, each the mean over run lengths."""
    by_length = []
    for length in range(ORDER):
        references: Counter[tuple[str, ...]] = Counter()
        for reference in counted.references:
            references.update(reference[length])
        by_length.append(
            _operations_of(counted.source[length], output[length], references, len(counted.references))
        )
    return Operations(*(mean(values) for values in zip(*by_length, strict=True)))


def _operations_of(
    source: Counter[tuple[str, ...]],
    output: Counter[tuple[str, ...]],
    references: Counter[tuple[str, ...]],
    many: int,
) -> Operations:
    """The scores for one run length. Source and output count `many` times, once for each reference."""
    kept = should_keep = deleted = 0
    deleted_well = 0.0
    kept_precision = kept_recall = 0.0
    for run, number in source.items():
        in_source, in_output, in_references = many * number, many * output[run], references[run]
        keeps = min(in_source, in_output)
        keeps_well = min(keeps, in_references)
        if keeps:
            kept += 1
            kept_precision += keeps_well / keeps
        if in_references:
            should_keep += 1
            kept_recall += keeps_well / min(in_source, in_references)
        if in_source > in_output:
            deleted += 1
            deleted_well += max(0, in_source - in_output - in_references) / (in_source - in_output)
    added = sum(run not in source for run in output)
    should_add = sum(run not in source for run in references)
    added_well = sum(run not in source and run in references for run in output)
    return Operations(
        _f1(_ratio(kept_precision, kept), _ratio(kept_recall, should_keep)),
        _ratio(deleted_well, deleted),
        _f1(_ratio(added_well, added), _ratio(added_well, should_add)),
    )


def _ratio(part: float, whole: int) -> float:
    return part / whole if whole else 0.0


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _runs(text: str) -> Ngrams:
    return ngram_counts(text.strip().lower().split(" "), ORDER)
