"""How each judge used the scale, and how long a ranking took."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScaleUse:
    """One judge.

    Attributes:
        judge: name.
        ranks: how many outputs got rank 1, 2, ... in rankings of at least two outputs.
        timed: rankings with a known time.
        seconds_low, seconds, seconds_high: quartiles of their times, of active time where that is known; None
            without any.
    """

    judge: str
    ranks: tuple[int, ...]
    timed: int
    seconds_low: float | None = None
    seconds: float | None = None
    seconds_high: float | None = None
