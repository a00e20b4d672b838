"""iBLEU: BLEU with the references, set against BLEU with the source.

Source: Sun and Zhou (2012), "Joint learning of a dual SMT system for paraphrase generation", and Choshen and
Abend (2018), who apply it to corrections sentence by sentence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from metrics.scorers.bleu import References, match, prepare_references, sentence_bleu
from metrics.scorers.ngrams import Ngrams, ngram_counts
from metrics.scorers.scorer import CorpusScore, Material, Scorer, SentenceScore, mean, require, setting

ORDER = 4

SIGNS = ("minus", "plus")


@dataclass(frozen=True)
class IBleu(Scorer[tuple[tuple[References, References], ...]]):
    """Mean over sentences of alpha BLEU(output, references) - (1 - alpha) BLEU(output, source).

    Attributes:
        alpha: weight of the references.
        sign: "minus" as in both papers; "plus" adds the similarity to the source, which is what the scores
            that Choshen and Abend printed were computed with.
    """

    metric: ClassVar[str] = "ibleu"
    title: ClassVar[str] = "iBLEU"
    needs: ClassVar[frozenset[str]] = frozenset({"references"})

    alpha: float = setting(0.8, "Weight of the references against the source.")
    sign: str = setting("minus", "Subtract the similarity to the source, as in the papers, or add it.", SIGNS)

    def __post_init__(self) -> None:
        require(0 <= self.alpha <= 1, "alpha", self.alpha, "0 to 1")
        require(self.sign in SIGNS, "sign", self.sign, '"minus" or "plus"')

    def _prepare(self, material: Material) -> tuple[tuple[References, References], ...]:
        return tuple(
            (prepare_references(texts, ORDER), prepare_references([source], ORDER))
            for source, texts in zip(material.sources, material.reference_texts, strict=True)
        )

    def _score(
        self, hypotheses: Sequence[str], prepared: tuple[tuple[References, References], ...]
    ) -> CorpusScore:
        sentences = tuple(
            self._sentence(ngram_counts(text.split(), ORDER), *both)
            for text, both in zip(hypotheses, prepared, strict=True)
        )
        score = mean(sentence.score for sentence in sentences)
        parts = {
            "ibleu": score,
            "bleu": mean(sentence.parts["bleu"] for sentence in sentences),
            "bleu_source": mean(sentence.parts["bleu_source"] for sentence in sentences),
        }
        return CorpusScore(score, parts, sentences)

    def _sentence(self, output: Ngrams, references: References, source: References) -> SentenceScore:
        similar = sentence_bleu(match(output, references))
        unchanged = sentence_bleu(match(output, source))
        rest = (1 - self.alpha) * unchanged
        score = self.alpha * similar + (rest if self.sign == "plus" else -rest)
        return SentenceScore(score, {"bleu": similar, "bleu_source": unchanged})
