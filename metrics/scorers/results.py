"""Scores as results: the one form that `appraise-gec score --json` prints and the API answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from metrics.scorers.scorer import CorpusScore, Number
from rankings.formats.results import to_json


@dataclass(frozen=True, slots=True)
class SentenceResult:
    """The score of one sentence, and the numbers that it is made of."""

    score: float
    parts: dict[str, Number] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TypeResult:
    """Recall of one error type: matched edits as a share of the gold edits; 0 where there are none."""

    type: str
    recall: float
    matched: int
    gold: int

    @classmethod
    def of(cls, type: str, matched: int, gold: int) -> "TypeResult":
        return cls(type, matched / gold if gold else 0.0, matched, gold)


@dataclass(frozen=True, slots=True)
class SystemResult:
    """A metric's result for one system.

    Attributes:
        system: name.
        score: of the corpus.
        parts: the numbers that it is made of, by name, in the order to show them.
        types: recall by error type; None where the metric knows no types, or nobody asked.
        sentences: in the order of the corpus; None where nobody asked.
    """

    system: str
    score: float
    parts: dict[str, Number] = field(default_factory=dict)
    types: tuple[TypeResult, ...] | None = None
    sentences: tuple[SentenceResult, ...] | None = None

    @classmethod
    def of(
        cls, system: str, score: CorpusScore, *, by_type: bool = True, by_sentence: bool = True
    ) -> "SystemResult":
        types = tuple(TypeResult.of(tally.type, tally.matched, tally.gold) for tally in score.types)
        sentences = tuple(
            SentenceResult(sentence.score, dict(sentence.parts)) for sentence in score.sentences
        )
        return cls(
            system,
            score.score,
            dict(score.parts),
            types if by_type else None,
            sentences if by_sentence else None,
        )


@dataclass(frozen=True, slots=True)
class Scores:
    """A metric's results for all systems, best first."""

    metric: str
    systems: tuple[SystemResult, ...]
    warnings: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, metric: str, scores: Mapping[str, CorpusScore], *, by_type: bool = True, by_sentence: bool = True
    ) -> "Scores":
        """All systems, best first; those with equal scores by name."""
        systems = [
            SystemResult.of(system, score, by_type=by_type, by_sentence=by_sentence)
            for system, score in scores.items()
        ]
        return cls(metric, tuple(sorted(systems, key=lambda system: (-system.score, system.system))))


def scores_document(scores: Scores) -> dict[str, Any]:
    """The document of scores, in which the parts of a score stand beside it."""
    document: dict[str, Any] = to_json(scores)
    for system in document["systems"]:
        for scored in (system, *(system["sentences"] or ())):
            scored.update(scored.pop("parts"))
    return document
