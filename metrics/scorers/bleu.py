"""BLEU: how much of an output's wording the references share; iBLEU, set against what the source shares.

Source: Papineni, Roukos, Ward and Zhu (2002), "BLEU: a method for automatic evaluation of machine
translation". The corpus score is that of sacreBLEU without tokenisation and smoothing; the sentence score the
smoothed one by which Choshen and Abend (2018) rank corrections. iBLEU is by Sun and Zhou (2012), "Joint
learning of a dual SMT system for paraphrase generation"; Choshen and Abend apply it sentence by sentence.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta

from metrics.scorers.counting import Ngrams, common, ngram_counts
from metrics.scorers.registry import metric
from metrics.scorers.results import Number, SentenceScore
from metrics.scorers.scorer import Material, SentenceScorer, mean

# Of the runs that iBLEU compares.
ORDER = 4


@dataclass(frozen=True)
class References:
    """The references of one sentence.

    Attributes:
        lengths: tokens of each.
        most: for each run its highest count in one reference.
    """

    lengths: tuple[int, ...]
    most: Ngrams


@dataclass(frozen=True)
class Matches:
    """What BLEU sums over sentences: runs that match and all runs, by length, and tokens of both sides.

    `closest` is the reference length nearest to the output's, `shortest` the least one.
    """

    matched: tuple[int, ...]
    runs: tuple[int, ...]
    length: int
    closest: int
    shortest: int


@metric("bleu", "BLEU", "runs of tokens shared with the references")
@dataclass(frozen=True)
class Bleu(SentenceScorer[References, Matches]):
    """Corpus BLEU with the closest reference length; cased; tokens are split at white space.

    A sentence's score is smoothed (see `sentence_bleu`). A sentence that is too short for a run length can
    count as having one run of it, as NLTK does and sacreBLEU does not.
    """

    uses_source: ClassVar[bool] = False
    needs: ClassVar[frozenset[str]] = frozenset({"references"})

    order: Annotated[int, Meta(ge=1, le=9, description="Longest run of tokens that counts.")] = 4
    one_run_at_least: Annotated[
        bool, Meta(description="A sentence too short for a run length counts as having one run of it.")
    ] = False

    def aggregate(self, rows: Sequence[Matches]) -> dict[str, Number]:
        least = int(self.one_run_at_least)
        lengths = range(self.order)
        matched = [sum(row.matched[n] for row in rows) for n in lengths]
        runs = [sum(max(least, row.runs[n]) for row in rows) for n in lengths]
        length, closest = sum(row.length for row in rows), sum(row.closest for row in rows)
        precisions = [a / b if b else 0.0 for a, b in zip(matched, runs, strict=True)]
        penalty = brevity_penalty(length, closest)
        parts: dict[str, Number] = {
            "bleu": penalty * _geometric_mean(precisions),
            "brevity_penalty": penalty,
        }
        for n, (precision, a, b) in enumerate(zip(precisions, matched, runs, strict=True), start=1):
            parts |= {f"precision_{n}": precision, f"matched_{n}": a, f"runs_{n}": b}
        return parts | {
            "length": length,
            "reference_length": closest,
            "sentence_mean": mean(map(sentence_bleu, rows)),
        }

    def _prepare_sentences(self, material: Material) -> Iterable[References]:
        return (prepare_references(texts, self.order) for texts in material.reference_texts)

    def _statistics(self, text: str, sentence: References) -> Matches:
        return match(ngram_counts(text.split(), self.order), sentence)

    def _sentence_score(self, row: Matches) -> SentenceScore:
        parts: dict[str, Number] = {"length": row.length, "reference_length": row.closest}
        for n, (matched, runs) in enumerate(zip(row.matched, row.runs, strict=True), start=1):
            parts |= {f"matched_{n}": matched, f"runs_{n}": runs}
        return SentenceScore(sentence_bleu(row), parts)


class Compared(NamedTuple):
    """The score of one sentence, and the two that it is made of."""

    score: float
    bleu: float
    bleu_source: float


@metric("ibleu", "iBLEU", "BLEU with the references against BLEU with the source")
@dataclass(frozen=True)
class IBleu(SentenceScorer[tuple[References, References], Compared]):
    """Mean over sentences of alpha BLEU(output, references) - (1 - alpha) BLEU(output, source).

    With the sign "plus", the similarity to the source is added, which is what the scores that Choshen and
    Abend printed were computed with.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"references"})

    alpha: Annotated[float, Meta(ge=0, le=1, description="Weight of the references against the source.")] = (
        0.8
    )
    sign: Annotated[
        Literal["minus", "plus"],
        Meta(description="Subtract the similarity to the source, as in the papers, or add it."),
    ] = "minus"

    def aggregate(self, rows: Sequence[Compared]) -> dict[str, Number]:
        return {
            "ibleu": mean(row.score for row in rows),
            "bleu": mean(row.bleu for row in rows),
            "bleu_source": mean(row.bleu_source for row in rows),
        }

    def _prepare_sentences(self, material: Material) -> Iterable[tuple[References, References]]:
        for source, texts in zip(material.sources, material.reference_texts, strict=True):
            yield prepare_references(texts, ORDER), prepare_references([source], ORDER)

    def _statistics(self, text: str, sentence: tuple[References, References]) -> Compared:
        output = ngram_counts(text.split(), ORDER)
        similar, unchanged = (sentence_bleu(match(output, references)) for references in sentence)
        rest = (1 - self.alpha) * unchanged
        return Compared(self.alpha * similar + (rest if self.sign == "plus" else -rest), similar, unchanged)

    def _sentence_score(self, row: Compared) -> SentenceScore:
        return SentenceScore(row.score, {"bleu": row.bleu, "bleu_source": row.bleu_source})


def prepare_references(texts: Sequence[str], order: int) -> References:
    """Count the runs of a sentence's references once for all outputs."""
    counted = [ngram_counts(text.split(), order) for text in texts]
    most, *others = counted
    for counts in others:
        for union, runs in zip(most, counts, strict=True):
            for run, number in runs.items():
                if number > union.get(run, 0):
                    union[run] = number
    return References(tuple(len(text.split()) for text in texts), most)


def match(output: Ngrams, references: References) -> Matches:
    """Compare the runs of an output sentence with its references."""
    length = output[0].total()
    matched = tuple(common(mine, theirs) for mine, theirs in zip(output, references.most, strict=True))
    runs = tuple(max(0, length - n) for n in range(len(output)))
    closest = min(references.lengths, key=lambda other: (abs(other - length), other))
    return Matches(matched, runs, length, closest, min(references.lengths))


def sentence_bleu(matches: Matches) -> float:
    """BLEU of one sentence in [0, 1], of the order of the shortest text where that is less.

    Zero without a common token. Run lengths without a common run count as 1/2, 1/4, 1/8 ... of one (the
    geometric smoothing of the NIST script: NLTK's method 3).
    """
    orders = min(len(matches.matched), matches.length, matches.shortest)
    if not orders or not matches.matched[0]:
        return 0.0
    precisions = []
    part = 1.0
    for matched, runs in zip(matches.matched[:orders], matches.runs[:orders], strict=True):
        if not matched:
            part /= 2
        precisions.append((matched or part) / runs)
    return brevity_penalty(matches.length, matches.closest) * _geometric_mean(precisions)


def brevity_penalty(length: int, reference: int) -> float:
    """1 for outputs as long as the reference, less for shorter ones, 0 for an empty one."""
    if length >= reference:
        return 1.0
    return math.exp(1 - reference / length) if length else 0.0


def _geometric_mean(values: Sequence[float]) -> float:
    if min(values) <= 0:
        return 0.0
    return math.exp(math.fsum(math.log(value) for value in values) / len(values))
