"""How judges used the scale, and how long their rankings took."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from rankings.formats.records import Judgment


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


def scale_use(judgments: Iterable[Judgment]) -> tuple[ScaleUse, ...]:
    """One record per judge, by name, all with as many ranks as the lowest that anybody gave."""
    by_judge: dict[str, list[Judgment]] = {}
    for judgment in judgments:
        if not judgment.skipped and len(judgment.outputs) > 1:
            by_judge.setdefault(judgment.judge, []).append(judgment)
    lowest = max(
        (output.rank for made in by_judge.values() for one in made for output in one.outputs), default=0
    )
    return tuple(_of_judge(judge, by_judge[judge], lowest) for judge in sorted(by_judge))


def _of_judge(judge: str, judgments: Sequence[Judgment], lowest: int) -> ScaleUse:
    ranks = [output.rank for one in judgments for output in one.outputs]
    counts = np.bincount(ranks, minlength=lowest + 1)[1:]
    known = (one.seconds if one.active_seconds is None else one.active_seconds for one in judgments)
    seconds = [value for value in known if value is not None]
    quartiles = np.quantile(seconds, (0.25, 0.5, 0.75)).tolist() if seconds else [None] * 3
    return ScaleUse(judge, tuple(counts.tolist()), len(seconds), *quartiles)
