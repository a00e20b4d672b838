"""SARI and MAX-SARI: what an output keeps, deletes and adds, compared with the references.

Source: Xu, Napoles, Pavlick, Chen and Callison-Burch (2016), "Optimizing statistical machine translation for
text simplification", section 4, as their program computes it; MAX-SARI: Choshen and Abend (2018).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from metrics.scorers.counting import Ngrams, ngram_counts
from metrics.scorers.registry import metric
from metrics.scorers.results import Number, SentenceScore
from metrics.scorers.scorer import Material, SentenceScorer, mean

ORDER = 4


class Pool(NamedTuple):
    """Runs of tokens of some references together, and how many references they are."""

    runs: Ngrams
    many: int


class Operations(NamedTuple):
    """The three scores that SARI averages."""

    keep: float
    delete: float
    add: float

    @property
    def score(self) -> float:
        return (self.keep + self.delete + self.add) / 3


class Counted(NamedTuple):
    """The runs of a source, and the pools of references of which the best one counts."""

    source: Ngrams
    pools: tuple[Pool, ...]


@metric("sari", "SARI", "what is kept, deleted and added, as in the references")
@dataclass(frozen=True)
class Sari(SentenceScorer[Counted, Operations]):
    """Mean over sentences of the mean of keep F1, delete precision and add F1 over runs of 1 to 4 tokens.

    Texts are lower-cased and split at single blanks. An unchanged source has no additions and deletions,
    which score 0: it gets about a third at most.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"references"})

    def aggregate(self, rows: Sequence[Operations]) -> dict[str, Number]:
        parts: dict[str, Number] = {self.repeated_part(): mean(row.score for row in rows)}
        return parts | {name: mean(getattr(row, name) for row in rows) for name in Operations._fields}

    def _prepare_sentences(self, material: Material) -> Iterable[Counted]:
        for source, texts in zip(material.sources, material.reference_texts, strict=True):
            yield Counted(_runs(source), self._pools([_runs(text) for text in texts]))

    def _statistics(self, text: str, sentence: Counted) -> Operations:
        output = _runs(text)
        pools = (sari(output, sentence.source, pool) for pool in sentence.pools)
        return max(pools, key=lambda operations: operations.score)

    def _sentence_score(self, row: Operations) -> SentenceScore:
        return SentenceScore(row.score, row._asdict())

    def _pools(self, references: Sequence[Ngrams]) -> tuple[Pool, ...]:
        together: Ngrams = tuple(sum(of_length, Counter()) for of_length in zip(*references, strict=True))
        return (Pool(together, len(references)),)


@metric("max-sari", "MAX-SARI", "SARI with the best single reference")
@dataclass(frozen=True)
class MaxSari(Sari):
    """Mean over sentences of the highest SARI with one of the references alone."""

    def _pools(self, references: Sequence[Ngrams]) -> tuple[Pool, ...]:
        return tuple(Pool(runs, 1) for runs in references)


def sari(output: Ngrams, source: Ngrams, references: Pool) -> Operations:
    """SARI's three scores of one sentence, each the mean over run lengths."""
    by_length = [
        _operations_of(*runs, references.many) for runs in zip(source, output, references.runs, strict=True)
    ]
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
        in_source, in_output, in_references = many * number, many * output.get(run, 0), references.get(run, 0)
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
