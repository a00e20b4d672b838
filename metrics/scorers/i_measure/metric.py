"""I-measure: by how much an output improves a text over leaving it as it is.

Source: Felice and Briscoe (2015), "Towards a standard evaluation method for grammatical error detection and
correction". Every sentence is compared with the reference that gives it the highest weighted accuracy; here
all references that mixing annotators' corrections allows are considered, however many there are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from msgspec import Meta

from metrics.scorers.counting import f_score, precision, recall
from metrics.scorers.i_measure.counts import Counts, accuracy, improvement, total, weighted_accuracy
from metrics.scorers.i_measure.gold import Correction, IMeasureLimitError, build_gold
from metrics.scorers.i_measure.mixing import SentenceGold, best_mixed, best_of
from metrics.scorers.registry import metric
from metrics.scorers.results import Number, SentenceScore
from metrics.scorers.scorer import Material, SentenceScorer
from rankings.formats.records import FormatError, Problem


@dataclass(frozen=True, slots=True)
class Place:
    """The clustered gold of a sentence, and where it stands: in messages."""

    gold: SentenceGold
    number: int
    file: str
    line: int | None


@metric("i-measure", "I-measure", "improvement over the unchanged source")
@dataclass(frozen=True)
class IMeasure(SentenceScorer[Place, Counts]):
    """I and weighted accuracy.

    The corpus score is I, computed from the summed counts of the best references and the summed counts of the
    source against the same references; 0 is as good as the source, 1 is perfect, -1 all wrong.

    Without mixing, each annotator's corrected sentence is a reference, and the source where one has nothing
    to correct. Gold corrections are split by Penn Treebank conventions, as the original program does (a full
    stop at the end of a correction becomes a token).
    """

    own_part: ClassVar[str] = "i"
    needs: ClassVar[frozenset[str]] = frozenset({"gold"})

    mix: Annotated[
        bool,
        Meta(description="Combine independent corrections of different annotators into one reference."),
    ] = True
    weight: Annotated[
        float,
        Meta(
            gt=0, le=1000, description="How many times a true or false positive counts in weighted accuracy."
        ),
    ] = 2.0
    beta: Annotated[
        float, Meta(ge=0, le=1000, description="Weight of recall in the F score among the parts.")
    ] = 1.0
    retokenise: Annotated[
        bool, Meta(description="Split gold corrections as the original does; for English only.")
    ] = True

    def aggregate(self, rows: Sequence[Counts]) -> dict[str, Number]:
        return self.parts_of(total(rows))

    def _prepare_sentences(self, material: Material) -> Iterable[Place]:
        gold = material.gold
        assert gold is not None  # noqa: S101 - the base class has checked it
        for number, sentence in enumerate(gold.sentences, start=1):
            corrections = [
                Correction(edit.start, edit.end, edit.corrections[0], annotation.annotator)
                for annotation in sentence.annotations
                for edit in annotation.edits
            ]
            annotators = len(sentence.annotations)
            clusters = build_gold(sentence.tokens, corrections, annotators, retokenise=self.retokenise)
            yield Place(SentenceGold(clusters), number, gold.name, sentence.line)

    def _statistics(self, text: str, sentence: Place) -> Counts:
        gold, tokens = sentence.gold, tuple(text.split())
        try:
            if self.mix:
                return best_mixed(gold, tokens, self.weight)
            return best_of(gold, gold.clusters.unmixed, tokens, self.weight)
        except IMeasureLimitError as error:
            message = f"I-measure cannot score sentence {sentence.number}: {error!s}."
            raise FormatError(Problem(sentence.file, message, sentence.line)) from error

    def _improvement(self, counts: Counts) -> float:
        return improvement(
            weighted_accuracy(counts, self.weight), weighted_accuracy(counts.baseline, self.weight)
        )

    def _sentence_score(self, row: Counts) -> SentenceScore:
        return SentenceScore(
            self._improvement(row),
            {
                "wacc": weighted_accuracy(row, self.weight),
                "wacc_base": weighted_accuracy(row.baseline, self.weight),
                **_columns(row),
            },
        )

    def parts_of(self, counts: Counts) -> dict[str, Number]:
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
