"""iBLEU: BLEU with the references, set against BLEU with the source.

Source: Sun and Zhou (2012), "Joint learning of a dual SMT system for paraphrase generation", and Choshen and
Abend (2018), who apply it to corrections sentence by sentence.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta

from metrics.scorers.bleu import References, match, prepare_references, sentence_bleu
from metrics.scorers.counting import ngram_counts
from metrics.scorers.registry import metric
from metrics.scorers.results import Number, SentenceScore
from metrics.scorers.scorer import Material, SentenceScorer, mean

ORDER = 4


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
