"""Which judges need a look, and why. Rules with stated thresholds; no rule judges by a few rankings.

Every rule is made so that it hardly ever names a careful judge (docs/managing-in-detail.md has simulated
rates): medians and shares in place of means, and a margin of chance where few rankings speak.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import comb
from statistics import median
from typing import TypeVar

from rankings.analysis.crowd_judges import CrowdJudge

# Rankings before a judge is looked at.
LEAST_RANKINGS = 8
# Nobody reads a sentence with several outputs and ranks them in less.
TOO_FAST_SECONDS = 3.0
# Of what the other judges need.
TOO_FAST_SHARE = 0.2
# Rankings in one column, where fewer than half of the others' are.
SAME_COLUMN_SHARE = 0.9
# A careful judge passes nine of ten check items; so few passes would happen to one of a hundred of them.
CAREFUL_PASSES = 0.9
CHECKS_P = 0.01
# Of the median judge's agreement beyond chance; so many standard errors below that.
DISAGREEING_SHARE = 0.5
DISAGREEING_ERRORS = 3.0


Key = TypeVar("Key", bound=Hashable)


class AlarmKind(StrEnum):
    FAST = "fast"
    CHECKS = "checks"
    SAME_COLUMN = "same-column"
    DISAGREES = "disagrees"


@dataclass(frozen=True, slots=True)
class JudgeEvidence:
    """What is known of a judge's rankings that count.

    Attributes:
        timed: rankings with a measured time.
        median_seconds: of their active seconds; None without any.
        one_column: rankings in which all outputs have the same rank.
        rankings: rankings of at least two outputs.
        checks, passed: check items answered, and passed.
        crowd: agreement with the others; None without shared items.
    """

    timed: int = 0
    median_seconds: float | None = None
    one_column: int = 0
    rankings: int = 0
    checks: int = 0
    passed: int = 0
    crowd: CrowdJudge | None = None


@dataclass(frozen=True, slots=True)
class Alarm:
    """A reason to look at a judge. `value` is the judge's, `usual` the others' or the threshold's."""

    kind: AlarmKind
    value: float
    usual: float | None = None


def judge_evidence(
    seconds: Sequence[float] = (),
    *,
    one_column: int = 0,
    rankings: int = 0,
    crowd: CrowdJudge | None = None,
) -> JudgeEvidence:
    """Evidence from the rankings themselves, without check items.

    Args:
        seconds: active seconds of each ranking that has a measured time.
        one_column, rankings, crowd: as in `JudgeEvidence`.
    """
    return JudgeEvidence(
        timed=len(seconds),
        median_seconds=float(median(seconds)) if seconds else None,
        one_column=one_column,
        rankings=rankings,
        crowd=crowd,
    )


def alarms_of(evidence: Mapping[Key, JudgeEvidence]) -> dict[Key, list[Alarm]]:
    """Alarms by judge; judges without any are left out."""
    found: dict[Key, list[Alarm]] = {}
    for key, judge in evidence.items():
        others = [other for name, other in evidence.items() if name != key]
        alarms = [
            alarm
            for alarm in (
                _fast(judge, others),
                _checks(judge),
                _same_column(judge, others),
                _disagrees(judge, [other.crowd for other in others if other.crowd]),
            )
            if alarm is not None
        ]
        if alarms:
            found[key] = alarms
    return found


def usual_seconds(others: Sequence[JudgeEvidence]) -> float | None:
    """The median of judges' medians, of those with enough timed rankings."""
    medians = [
        judge.median_seconds
        for judge in others
        if judge.median_seconds is not None and judge.timed >= LEAST_RANKINGS
    ]
    return median(medians) if medians else None


def passes_too_few(checks: int, passed: int) -> bool:
    """Whether a careful judge would pass so few check items in at most one case of a hundred."""
    at_most = sum(
        comb(checks, k) * CAREFUL_PASSES**k * (1 - CAREFUL_PASSES) ** (checks - k) for k in range(passed + 1)
    )
    return checks > 0 and at_most <= CHECKS_P + 1e-9


def _fast(judge: JudgeEvidence, others: Sequence[JudgeEvidence]) -> Alarm | None:
    own = judge.median_seconds
    if own is None or judge.timed < LEAST_RANKINGS:
        return None
    usual = usual_seconds(others)
    if own < max(TOO_FAST_SECONDS, TOO_FAST_SHARE * (usual or 0.0)):
        return Alarm(AlarmKind.FAST, own, usual)
    return None


def _checks(judge: JudgeEvidence) -> Alarm | None:
    failed = passes_too_few(judge.checks, judge.passed)
    return Alarm(AlarmKind.CHECKS, judge.passed, judge.checks) if failed else None


def _same_column(judge: JudgeEvidence, others: Sequence[JudgeEvidence]) -> Alarm | None:
    if judge.rankings < LEAST_RANKINGS:
        return None
    share = judge.one_column / judge.rankings
    shares = [one.one_column / one.rankings for one in others if one.rankings >= LEAST_RANKINGS]
    usual = median(shares) if shares else None
    if share >= SAME_COLUMN_SHARE and (usual is None or usual < 0.5):
        return Alarm(AlarmKind.SAME_COLUMN, share, usual)
    return None


def _disagrees(judge: JudgeEvidence, others: Sequence[CrowdJudge]) -> Alarm | None:
    own = judge.crowd
    known = [other for other in others if other.rankings >= LEAST_RANKINGS]
    # Of two judges who disagree, nobody can say which is wrong.
    if own is None or own.rankings < LEAST_RANKINGS or len(known) < 2:
        return None
    is_low = own.above_chance < DISAGREEING_SHARE * own.usual
    if is_low and own.above_chance + DISAGREEING_ERRORS * own.error < own.usual:
        return Alarm(AlarmKind.DISAGREES, max(0.0, own.above_chance), own.usual)
    return None
