"""I-measure: by how much an output improves a text over leaving it as it is.

Source: Felice and Briscoe (2015), "Towards a standard evaluation method for grammatical error detection and
correction". Every sentence is compared with the reference that gives it the highest weighted accuracy; here
all references that mixing annotators' corrections allows are considered, however many there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from metrics.references.edits import Gold
from metrics.scorers.f_score import f_score, precision, recall
from metrics.scorers.i_measure.counts import Counts, accuracy, improvement, total, weighted_accuracy
from metrics.scorers.i_measure.gold import Correction, IMeasureLimitError, build_gold
from metrics.scorers.i_measure.mixing import SentenceGold, best_mixed, best_of
from metrics.scorers.scorer import CorpusScore, Material, Scorer, SentenceScore, require, setting
from rankings.formats.records import FormatError, Problem


@dataclass(frozen=True)
class PreparedGold:
    """The gold, clustered; and for each sentence the counts of the unchanged source, once known."""

    gold: Gold
    sentences: tuple[SentenceGold, ...]
    unchanged: dict[int, Counts]


@dataclass(frozen=True)
class IMeasure(Scorer[PreparedGold]):
    """I and weighted accuracy.

    The corpus score is I, computed from the summed counts of the best references and the summed counts of the
    source against the same references; 0 is as good as the source, 1 is perfect, -1 all wrong.

    Attributes:
        mix: combine independent corrections of different annotators into one reference; without it each
            annotator's corrected sentence is a reference, and the source where one has nothing to correct.
        weight: how many times a true or false positive counts.
        beta: of the F score in the parts.
        retokenise: split gold corrections by Penn Treebank conventions, as the original program does (a full
            stop at the end of a correction becomes a token). Switch off for languages other than English.
    """

    metric: ClassVar[str] = "i-measure"
    title: ClassVar[str] = "I-measure"
    own_part: ClassVar[str] = "i"
    needs: ClassVar[frozenset[str]] = frozenset({"gold"})

    mix: bool = setting(True, "Combine independent corrections of different annotators into one reference.")
    weight: float = setting(2.0, "How many times a true or false positive counts in weighted accuracy.")
    beta: float = setting(1.0, "Weight of recall in the F score among the parts.")
    retokenise: bool = setting(True, "Split gold corrections as the original does; for English only.")

    def __post_init__(self) -> None:
        require(0 < self.weight <= 1000, "weight", self.weight, "more than 0, at most 1000")
        require(0 <= self.beta <= 1000, "beta", self.beta, "0 to 1000")

    def _prepare(self, material: Material) -> PreparedGold:
        assert material.gold is not None  # noqa: S101 - the base class has checked it
        sentences = []
        for sentence in material.gold.sentences:
            corrections = [
                Correction(edit.start, edit.end, edit.corrections[0], annotation.annotator)
                for annotation in sentence.annotations
                for edit in annotation.edits
            ]
            clusters = build_gold(
                sentence.tokens, corrections, len(sentence.annotations), retokenise=self.retokenise
            )
            sentences.append(SentenceGold(clusters))
        return PreparedGold(material.gold, tuple(sentences), {})

    def _score(self, hypotheses: Sequence[str], prepared: PreparedGold) -> CorpusScore:
        counts = [self._sentence(index, text, prepared) for index, text in enumerate(hypotheses)]
        sums = total(counts)
        return CorpusScore(
            self._improvement(sums),
            self.parts_of(sums),
            tuple(self._sentence_score(sentence) for sentence in counts),
        )

    def _sentence(self, index: int, hypothesis: str, prepared: PreparedGold) -> Counts:
        gold = prepared.sentences[index]
        tokens = tuple(hypothesis.split())
        unchanged = tokens == gold.clusters.source
        if unchanged and index in prepared.unchanged:
            return prepared.unchanged[index]
        try:
            if self.mix:
                counts = best_mixed(gold, tokens, self.weight)
            else:
                counts = best_of(gold, gold.clusters.unmixed, tokens, self.weight)
        except IMeasureLimitError as error:
            line = prepared.gold.sentences[index].line
            message = f"I-measure cannot score sentence {index + 1}: {error!s}."
            raise FormatError(Problem(prepared.gold.name, message, line)) from error
        if unchanged:
            prepared.unchanged[index] = counts
        return counts

    def _improvement(self, counts: Counts) -> float:
        return improvement(
            weighted_accuracy(counts, self.weight), weighted_accuracy(counts.baseline, self.weight)
        )

    def _sentence_score(self, counts: Counts) -> SentenceScore:
        return SentenceScore(
            self._improvement(counts),
            {
                "wacc": weighted_accuracy(counts, self.weight),
                "wacc_base": weighted_accuracy(counts.baseline, self.weight),
                **_columns(counts),
            },
        )

    def parts_of(self, counts: Counts) -> dict[str, float]:
        """All measures of a corpus, from its counts."""
        proposed, gold = counts.tp + counts.fp, counts.tp + counts.fn
        return {
            "i": self._improvement(counts),
            "wacc": weighted_accuracy(counts, self.weight),
            "wacc_base": weighted_accuracy(counts.baseline, self.weight),
            "accuracy": accuracy(counts),
            "precision": precision(counts.tp, proposed),
            "recall": recall(counts.tp, gold),
            "f": f_score(counts.tp, proposed, gold, self.beta),
            "i_detection": self._improvement(counts.detection),
            "wacc_detection": weighted_accuracy(counts.detection, self.weight),
            **_columns(counts),
        }


def _columns(counts: Counts) -> dict[str, int]:
    return {
        "tp": counts.tp,
        "tn": counts.tn,
        "fp": counts.fp,
        "fn": counts.fn,
        "fpn": counts.fpn,
        "base_tn": counts.base_tn,
        "base_fn": counts.base_fn,
    }
