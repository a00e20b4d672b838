"""What a metric finds: the score of each system, and what it is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from rankings.formats.results import to_json

Number = int | float


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """The score of one sentence, a fraction, and the numbers that it is made of."""

    score: float
    parts: dict[str, Number] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TypeScore:
    """Recall of one error type: matched edits as a share of the gold edits; 0 where there are none."""

    type: str
    recall: float
    matched: int
    gold: int

    @classmethod
    def of(cls, type: str, matched: int, gold: int) -> "TypeScore":
        return cls(type, matched / gold if gold else 0.0, matched, gold)


@dataclass(frozen=True, slots=True)
class Score:
    """A metric's result for one system.

    Attributes:
        system: name.
        score: of the corpus, a fraction.
        parts: the numbers that it is made of, by name, in the order to show them.
        types: recall by error type; empty where the metric knows no types, or nobody asked.
        sentences: in the order of the corpus; they need not average to the corpus score. Empty where nobody
            asked.
    """

    system: str
    score: float
    parts: dict[str, Number] = field(default_factory=dict)
    types: tuple[TypeScore, ...] = ()
    sentences: tuple[SentenceScore, ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """A metric's results for all systems, best first."""

    metric: str
    systems: tuple[Score, ...]
    warnings: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, metric: str, scores: Mapping[str, Score], *, by_type: bool = True, by_sentence: bool = True
    ) -> "Scores":
        """All systems, best first; those with equal scores by name."""
        systems = [
            replace(
                score,
                system=system,
                types=score.types if by_type else (),
                sentences=score.sentences if by_sentence else (),
            )
            for system, score in scores.items()
        ]
        return cls(metric, tuple(sorted(systems, key=lambda score: (-score.score, score.system))))


class Match(msgspec.Struct, frozen=True, array_like=True):
    """An edit of an output or of the gold. `verdict` is "matched", "wrong" or "missed"."""

    verdict: str
    start: int
    end: int
    after: tuple[str, ...]
    type: str

    @property
    def place(self) -> str:
        if self.start == self.end:
            return f"before token {self.start + 1}"
        if self.end == self.start + 1:
            return f"token {self.end}"
        return f"tokens {self.start + 1}\u2013{self.end}"


class Matches(msgspec.Struct, frozen=True, array_like=True):
    """An output compared with one annotator: the edits from left to right.

    `chosen` says whether the annotator counts for the corpus score. For another annotator the output's edits
    may be cut differently.
    """

    annotator: int
    chosen: bool
    edits: tuple[Match, ...]

    @property
    def counts(self) -> str:
        """How many edits are of which kind."""
        verdicts = [edit.verdict for edit in self.edits]
        number = {verdict: verdicts.count(verdict) for verdict in ("matched", "wrong", "missed")}
        return f"{number['matched']} matched, {number['wrong']} not in the gold, {number['missed']} missed"


def scores_document(scores: Scores) -> dict[str, Any]:
    """The document of scores: the parts of a score stand beside it, and what nobody asked for is null."""
    document: dict[str, Any] = to_json(scores)
    for system in document["systems"]:
        for scored in (system, *system["sentences"]):
            scored.update(scored.pop("parts"))
        system |= {name: system[name] or None for name in ("types", "sentences")}
    return document
