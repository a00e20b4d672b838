"""GLEU: BLEU for corrections, with a penalty for text kept from the source that the references change.

Source: Napoles, Sakaguchi, Post and Tetreault (2015), "Ground truth for grammatical error correction
metrics", and (2016) "GLEU without tuning"; the 2016 version, as its program computes it.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from metrics.scorers.ngrams import Ngrams, common, ngram_counts
from metrics.scorers.scorer import CorpusScore, Material, Scorer, SentenceScore, require, setting

SEED_STEP = 101
"""The original seeds iteration j with 101 j."""

DRAWS = ("python2", "python3")


@dataclass(frozen=True)
class GleuReference:
    """A reference: its length, its runs, and the runs that count against an output.

    Attributes:
        length: tokens.
        runs: its runs.
        against: runs of the source that count against an output, with their number.
    """

    length: int
    runs: Ngrams
    against: Ngrams
    pardoned: Ngrams


@dataclass(frozen=True)
class PreparedReferences:
    """What is the same for all systems.

    Attributes:
        sentences: the references of every sentence.
        draws: which of them each iteration takes (iterations, sentences).
        known: by sentence and output, the statistics and the score; systems share more than half of theirs.
    """

    sentences: tuple[tuple[GleuReference, ...], ...]
    draws: npt.NDArray[np.int32]
    known: tuple[dict[str, tuple[npt.NDArray[np.int64], float]], ...]


@dataclass(frozen=True)
class Gleu(Scorer[PreparedReferences]):
    """Mean corpus GLEU over random choices of one reference per sentence; tokens are split at white space.

    The choices are those of the original program (seed 101 j for iteration j). A sentence's score is the mean
    over its references, zero counts smoothed to one.

    Attributes:
        order: longest run that counts.
        iterations: random choices to average; with one reference everywhere there is only one.
        by_difference: a run of the source that an output keeps counts against it as often as the reference
            has it less often, instead of only where the reference does not have it at all; and a sentence may
            have fewer matches than 0. This is what the package gec-metrics calls GLEU.
        draws: the random integers of "python2", as the original, or of "python3", as ports of it.
    """

    metric: ClassVar[str] = "gleu"
    title: ClassVar[str] = "GLEU"
    needs: ClassVar[frozenset[str]] = frozenset({"references"})

    order: int = setting(4, "Longest run of tokens that counts.")
    iterations: int = setting(500, "Random choices of references to average.")
    by_difference: bool = setting(False, "Count kept runs of the source by difference, as gec-metrics does.")
    draws: str = setting(DRAWS[0], "Random numbers as the original drew them, or as its ports do.", DRAWS)

    def __post_init__(self) -> None:
        require(self.draws in DRAWS, "draws", self.draws, '"python2" or "python3"')
        require(1 <= self.order <= 9, "order", self.order, "1 to 9")
        require(1 <= self.iterations <= 100_000, "iterations", self.iterations, "1 to 100000")

    def _prepare(self, material: Material) -> PreparedReferences:
        sentences = tuple(
            tuple(_reference(source, text, self.order, self.by_difference) for text in texts)
            for source, texts in zip(material.sources, material.reference_texts, strict=True)
        )
        many = [len(references) for references in sentences]
        iterations = 1 if max(many, default=1) == 1 else self.iterations
        draws = np.zeros((iterations, len(many)), np.int32)
        for iteration, row in enumerate(draws):
            chance = random.Random(SEED_STEP * iteration)
            if self.draws == "python2":
                row[:] = [int(chance.random() * number) for number in many]
            else:
                row[:] = [chance.randrange(number) for number in many]
        return PreparedReferences(sentences, draws, tuple({} for _ in sentences))

    def _score(self, hypotheses: Sequence[str], prepared: PreparedReferences) -> CorpusScore:
        least = None if self.by_difference else 0
        tables, scored = [], []
        for text, references, known in zip(hypotheses, prepared.sentences, prepared.known, strict=True):
            if text not in known:
                table = _statistics(text.split(), references, self.order, least)
                known[text] = table, _sentence_gleu(table)
            tables.append(known[text][0])
            scored.append(SentenceScore(known[text][1]))
        sentences = tuple(scored)
        # Sentences behind one another: row `offset + reference` of the sentence holds its statistics.
        flat = np.concatenate([*tables, np.zeros((0, 2 + 2 * self.order), np.int64)])
        offsets = np.cumsum([0, *(len(table) for table in tables)], dtype=np.int64)[:-1]
        scores = np.array([_gleu(flat[offsets + row].sum(axis=0)) for row in prepared.draws])
        score = float(scores.mean())
        parts = {"gleu": score, "deviation": float(scores.std()), "iterations": len(scores)}
        return CorpusScore(score, parts, sentences)


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
) -> npt.NDArray[np.int64]:
    """(references, 2 + 2 order): output and reference length, then for each run length matches and runs.

    Fewer matches than `least` count as so many.
    """
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


def _sentence_gleu(table: npt.NDArray[np.int64]) -> float:
    return math.fsum(_gleu(row) for row in np.maximum(table, 1)) / len(table)


def _gleu(statistics: npt.NDArray[np.int64]) -> float:
    if (statistics <= 0).any():
        return 0.0
    length, reference, *counts = statistics.tolist()
    logs = [math.log(matched / runs) for matched, runs in zip(counts[::2], counts[1::2], strict=True)]
    return math.exp(math.fsum(logs) / len(logs) + min(0.0, 1 - reference / length))
