"""SIMULATED judges for the demo campaign. No person made these rankings; they are not data.

Three invented judges rank the demo's outputs by what is known to be wrong with each (`data/quality.tsv`).
Each has tastes, some lasting opinions and some luck of the day. Their names begin with `demo-` so that nobody
mistakes them for people in an export either.

Each draw of a random number hashes its own label, so the judgments are the same on every machine and Python
version, in whatever order they are asked for.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from statistics import NormalDist

from rankings.demo.corpus import Quality, load_qualities

CAREFUL_JUDGE = "demo-ines"
LENIENT_JUDGE = "demo-tomas"
CONSERVATIVE_JUDGE = "demo-wanjiru"
JUDGE_NAMES = (CAREFUL_JUDGE, LENIENT_JUDGE, CONSERVATIVE_JUDGE)
STEPS = 2**53


@dataclass(frozen=True, slots=True)
class SimulatedRanking:
    """An invented answer to an item.

    Attributes:
        ranks: one per output, in the order in which the outputs were given; 1 is best, ties and gaps occur,
            none is greater than the number of outputs.
        active_seconds: invented time spent on the item.
    """

    ranks: list[int]
    active_seconds: float


@dataclass(frozen=True, slots=True)
class Character:
    """How a simulated judge judges. Weights and spreads are in units of one ordinary grammatical error.

    Attributes:
        remaining, introduced, meaning, edits: how much each thing counts against an output.
        opinion: spread of the judge's lasting likes and dislikes, the same whenever an output comes back.
        mood: spread of the luck of the day, new at each judgment.
        tie: outputs closer to the best of their group than this get the same rank.
        gaps: whether the worst outputs are put at the lowest rank that there is, leaving ranks unused.
        pace: reading speed, 1 being ordinary.
    """

    remaining: float
    introduced: float
    meaning: float
    edits: float
    opinion: float
    mood: float
    tie: float
    gaps: bool
    pace: float


CHARACTERS = {
    CAREFUL_JUDGE: Character(1.0, 1.0, 1.2, 0.0, 0.35, 0.3, 0.25, gaps=False, pace=0.8),
    LENIENT_JUDGE: Character(0.8, 0.8, 0.5, 0.0, 0.35, 0.35, 0.8, gaps=False, pace=1.4),
    CONSERVATIVE_JUDGE: Character(0.7, 1.3, 2.0, 0.15, 0.35, 0.3, 0.25, gaps=True, pace=1.0),
}


def simulate_ranking(
    judge_name: str, sentence_index: int, outputs: Sequence[str], seed: int
) -> SimulatedRanking:
    """A simulated judge's answer to an item of the demo.

    The answer depends on the arguments alone, and an output's rank does not depend on the order of display.
    Another seed is another day: most, not all, of the order stays.

    Args:
        judge_name: one of `JUDGE_NAMES`.
        sentence_index: zero-based line of the demo's source.
        outputs: distinct outputs of that sentence, at least one.
        seed: which occasion this is.

    Raises:
        ValueError: the judge, the sentence or an output is not the demo's, or outputs are missing or
            repeated.
    """
    if judge_name not in CHARACTERS:
        raise ValueError(
            f"{judge_name!r} is not a judge of the demo; expected one of {', '.join(JUDGE_NAMES)}"
        )
    character = CHARACTERS[judge_name]
    texts = [output.strip() for output in outputs]
    qualities = look_up(sentence_index, texts)
    scores = [
        appeal(quality, character)
        + character.opinion * normal(judge_name, "opinion", sentence_index, text)
        + character.mood * normal(judge_name, "mood", seed, sentence_index, text)
        for text, quality in zip(texts, qualities, strict=True)
    ]
    ranks = rank(scores, character.tie)
    if character.gaps and max(ranks) > 1:
        ranks = [len(ranks) if r == max(ranks) else r for r in ranks]
    return SimulatedRanking(ranks, time_spent(judge_name, sentence_index, texts, seed))


def look_up(sentence_index: int, texts: Sequence[str]) -> list[Quality]:
    """What is wrong with each output."""
    known = load_qualities()
    if not 0 <= sentence_index < len(known):
        raise ValueError(f"the demo has sentences 0 to {len(known) - 1}, not {sentence_index}")
    if not texts or len(set(texts)) < len(texts):
        raise ValueError(f"sentence {sentence_index}: expected distinct outputs, at least one")
    for text in texts:
        if text not in known[sentence_index]:
            raise ValueError(f"sentence {sentence_index}: no system of the demo wrote {text!r}")
    return [known[sentence_index][text] for text in texts]


def appeal(quality: Quality, character: Character) -> float:
    """How good an output looks to a judge before any luck; 0 is flawless."""
    return -(
        character.remaining * quality.remaining
        + character.introduced * quality.introduced
        + character.meaning * quality.meaning
        + character.edits * quality.edits
    )


def rank(scores: Sequence[float], tie: float) -> list[int]:
    """Dense ranks from scores, best first; a group holds what is within `tie` of its best."""
    ranks = [0] * len(scores)
    current, top = 0, float("inf")
    for place in sorted(range(len(scores)), key=lambda place: -scores[place]):
        if top - scores[place] > tie:
            current, top = current + 1, scores[place]
        ranks[place] = current
    return ranks


def time_spent(judge_name: str, sentence_index: int, texts: Sequence[str], seed: int) -> float:
    """Invented seconds: reading, a decision per output, now and then a long look."""
    words = sum(len(text.split()) for text in texts)
    ordinary = 5.0 + 0.2 * words + 2.5 * len(texts)
    key = (judge_name, "time", seed, sentence_index, *sorted(texts))
    spread = exp(0.3 * normal(*key, "spread"))
    long_look = 2.0 if uniform(*key, "long") < 0.05 else 1.0
    return round(ordinary * spread * long_look / CHARACTERS[judge_name].pace, 1)


def uniform(*label: object) -> float:
    """A number in the open interval (0, 1), the same whenever the label is the same."""
    text = "\x1f".join(str(part) for part in label)
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 11
    return (number + 0.5) / STEPS


def normal(*label: object) -> float:
    """A standard normal number, the same whenever the label is the same."""
    return NormalDist().inv_cdf(uniform(*label))
