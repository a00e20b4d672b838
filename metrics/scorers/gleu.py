"""GLEU: BLEU for corrections, with a penalty for text kept from the source that the references change.

Source: Napoles, Sakaguchi, Post and Tetreault (2015), "Ground truth for grammatical error correction
metrics", and (2016) "GLEU without tuning"; the 2016 version, as its program computes it.
"""

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar, Literal

import numpy as np
import numpy.typing as npt
from msgspec import Meta

from metrics.scorers.counting import Ngrams, common, ngram_counts
from metrics.scorers.registry import metric
from metrics.scorers.results import Number, SentenceScore
from metrics.scorers.scorer import Material, SentenceScorer

SEED_STEP = 101
"""The original seeds iteration j with 101 j."""

Draws = Literal["python2", "python3"]
Table = npt.NDArray[np.int64]
"""(references, 2 + 2 order): output and reference length, then for each run length matches and runs."""


@dataclass(frozen=True)
class GleuReference:
    """A reference: its length, its runs, and the runs that count against an output.

    Attributes:
        length: tokens.
        runs: its runs.
        against: runs of the source that count against an output, with their number.
        pardoned: those of them that do not, where they are counted by difference.
    """

    length: int
    runs: Ngrams
    against: Ngrams
    pardoned: Ngrams


@metric("gleu", "GLEU", "as of 2016, over random choices of references")
@dataclass(frozen=True)
class Gleu(SentenceScorer[tuple[GleuReference, ...], tuple[Table, float]]):
    """Mean corpus GLEU over random choices of one reference per sentence; tokens are split at white space.

    The choices are those of the original program (seed 101 j for iteration j). A sentence's score is the mean
    over its references, zero counts smoothed to one.

    By difference, a run of the source that an output keeps counts against it as often as the reference has it
    less often, instead of only where the reference does not have it at all; and a sentence may have fewer
    matches than 0. This is what the package gec-metrics calls GLEU.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"references"})

    order: Annotated[int, Meta(ge=1, le=9, description="Longest run of tokens that counts.")] = 4
    iterations: Annotated[
        int, Meta(ge=1, le=100_000, description="Random choices of references to average.")
    ] = 500
    by_difference: Annotated[
        bool, Meta(description="Count kept runs of the source by difference, as gec-metrics does.")
    ] = False
    draws: Annotated[
        Draws, Meta(description="Random numbers as the original drew them, or as its ports do.")
    ] = "python2"

    def aggregate(self, rows: Sequence[tuple[Table, float]]) -> dict[str, Number]:
        # Sentences behind one another: row `offset + reference` of the sentence holds its statistics.
        flat = np.concatenate([*(table for table, _ in rows), np.zeros((0, 2 + 2 * self.order), np.int64)])
        many = tuple(len(table) for table, _ in rows)
        offsets = np.cumsum([0, *many], dtype=np.int64)[:-1]
        iterations = 1 if max(many, default=1) == 1 else self.iterations
        choices = _choices(many, iterations, self.draws)
        scores = np.array([_gleu(flat[offsets + row].sum(axis=0)) for row in choices])
        return {"gleu": float(scores.mean()), "deviation": float(scores.std()), "iterations": len(scores)}

    def _prepare_sentences(self, material: Material) -> Iterable[tuple[GleuReference, ...]]:
        for source, texts in zip(material.sources, material.reference_texts, strict=True):
            yield tuple(_reference(source, text, self.order, self.by_difference) for text in texts)

    def _statistics(self, text: str, sentence: tuple[GleuReference, ...]) -> tuple[Table, float]:
        table = _statistics(text.split(), sentence, self.order, None if self.by_difference else 0)
        return table, math.fsum(_gleu(row) for row in np.maximum(table, 1)) / len(table)

    def _sentence_score(self, row: tuple[Table, float]) -> SentenceScore:
        return SentenceScore(row[1])


@lru_cache(maxsize=2)
def _choices(many: tuple[int, ...], iterations: int, draws: Draws) -> npt.NDArray[np.int32]:
    """Which reference each iteration takes for sentences with so many (iterations, sentences)."""
    choices = np.zeros((iterations, len(many)), np.int32)
    for iteration, row in enumerate(choices):
        chance = random.Random(SEED_STEP * iteration)
        if draws == "python2":
            row[:] = [int(chance.random() * number) for number in many]
        else:
            row[:] = [chance.randrange(number) for number in many]
    return choices


def _reference(source: str, text: str, order: int, by_difference: bool) -> GleuReference:
    tokens = text.split()
    runs = ngram_counts(tokens, order)
    against = ngram_counts(source.split(), order)
    if by_difference:
        pardoned = tuple(mine & theirs for mine, theirs in zip(against, runs, strict=True))
        return GleuReference(len(tokens), runs, against, pardoned)
    for mine, theirs in zip(against, runs, strict=True):
        for run in theirs:
            mine.pop(run, None)
    return GleuReference(len(tokens), runs, against, ngram_counts((), order))


def _statistics(
    tokens: Sequence[str], references: Sequence[GleuReference], order: int, least: int | None
) -> Table:
    """Fewer matches than `least` count as so many."""
    length = len(tokens)
    runs = ngram_counts(tokens, order)
    rows = []
    for reference in references:
        row = [length, reference.length]
        for n, mine in enumerate(runs):
            kept = common(mine, reference.against[n]) - common(mine, reference.pardoned[n])
            matches = common(mine, reference.runs[n]) - kept
            row += [matches if least is None else max(matches, least), max(length - n, 0)]
        rows.append(row)
    return np.array(rows, np.int64)


def _gleu(statistics: npt.NDArray[np.int64]) -> float:
    if (statistics <= 0).any():
        return 0.0
    length, reference, *counts = statistics.tolist()
    logs = [math.log(matched / runs) for matched, runs in zip(counts[::2], counts[1::2], strict=True)]
    return math.exp(math.fsum(logs) / len(logs) + min(0.0, 1 - reference / length))
