"""Which judges need a look, and why. Rules with stated thresholds; no rule judges by a few rankings.

Every rule is made so that it hardly ever names a careful judge (docs/managing-in-detail.md has simulated
rates): medians and shares in place of means, and a margin of chance where few rankings speak.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import comb, log
from statistics import median
from typing import TypeVar

import numpy as np

from rankings.analysis.crowd_judges import CrowdJudge

# Rankings before a judge is looked at.
LEAST_RANKINGS = 8
# Nobody reads a sentence with several outputs and ranks them in less.
TOO_FAST_SECONDS = 3.0
# Of what the other judges need.
TOO_FAST_SHARE = 0.2
# Rankings in one column, where fewer than half of the others' are.
SAME_COLUMN_SHARE = 0.9
# Of the variance of the ranks that the row alone explains, with a p-value under random order of rows.
POSITION_SHARE = 0.4
POSITION_P = 1e-4
# A careful judge passes nine of ten check items; so few passes would happen to one of a hundred of them.
CAREFUL_PASSES = 0.9
CHECKS_P = 0.01
# How much likelier the answers are from somebody who knows nothing than from somebody with the usual
# competence; and a competence of less than half the usual one. By the model, a judge with the usual
# competence is named in at most one of a thousand cases, however often one looks.
DISAGREEING_ODDS = 1000.0
DISAGREEING_SHARE = 0.5


Key = TypeVar("Key", bound=Hashable)


class AlarmKind(StrEnum):
    FAST = "fast"
    CHECKS = "checks"
    SAME_COLUMN = "same-column"
    POSITION = "position"
    DISAGREES = "disagrees"


@dataclass(frozen=True, slots=True)
class JudgeEvidence:
    """What is known of a judge's rankings that count.

    Attributes:
        timed: rankings with a measured time.
        median_seconds: of their active seconds; None without any.
        one_column: rankings in which all outputs have the same rank.
        rankings: rankings of at least two outputs.
        ordered: rankings with a known order of rows.
        row_share, row_p: of their ranks, what the row explains (`row_effect`).
        checks, passed: check items answered, and passed.
        crowd: agreement with the others; None without shared items.
    """

    timed: int = 0
    median_seconds: float | None = None
    one_column: int = 0
    rankings: int = 0
    ordered: int = 0
    row_share: float = 0.0
    row_p: float = 1.0
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
    by_row: Sequence[Sequence[int]] = (),
    *,
    one_column: int = 0,
    rankings: int = 0,
    crowd: CrowdJudge | None = None,
) -> JudgeEvidence:
    """Evidence from the rankings themselves, without check items.

    Args:
        seconds: active seconds of each ranking that has a measured time.
        by_row: ranks by row as shown, for each ranking with a known order of rows.
        one_column, rankings, crowd: as in `JudgeEvidence`.
    """
    share, p = row_effect(by_row)
    return JudgeEvidence(
        timed=len(seconds),
        median_seconds=float(median(seconds)) if seconds else None,
        one_column=one_column,
        rankings=rankings,
        ordered=len(by_row),
        row_share=share,
        row_p=p,
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
                _position(judge),
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


def row_effect(by_row: Sequence[Sequence[int]]) -> tuple[float, float]:
    """The share of the ranks' variance that the row explains, and its p-value when rows are in random order.

    Rows are drawn at random for every judge and item, so for whoever reads the outputs the row says nothing.
    Sums of centred ranks by row then have known variances, and their scaled squares are chi-squared.
    """
    by_size: dict[int, list[Sequence[int]]] = {}
    for ranks in by_row:
        if len(set(ranks)) > 1:
            by_size.setdefault(len(ranks), []).append(ranks)
    explained = total = chi_squared = 0.0
    freedom = 0
    for size, rankings in by_size.items():
        ranks_of = np.array(rankings, dtype=float)
        centred = ranks_of - ranks_of.mean(axis=1, keepdims=True)
        squares = float((centred**2).sum())
        between = float((centred.sum(axis=0) ** 2).sum())
        explained += between / len(rankings)
        total += squares
        # Each ranking's centred ranks have variance squares / size and covariance -1 / (size - 1) of it.
        chi_squared += (size - 1) * between / squares
        freedom += size - 1
    if not total:
        return 0.0, 1.0
    from scipy.special import chdtrc  # noqa: PLC0415 - pages load this module without it

    return explained / total, float(chdtrc(freedom, chi_squared))


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


def _position(judge: JudgeEvidence) -> Alarm | None:
    if judge.ordered < LEAST_RANKINGS:
        return None
    named = judge.row_share >= POSITION_SHARE and judge.row_p <= POSITION_P
    return Alarm(AlarmKind.POSITION, judge.row_share) if named else None


def _disagrees(judge: JudgeEvidence, others: Sequence[CrowdJudge]) -> Alarm | None:
    own = judge.crowd
    known = [other for other in others if other.rankings >= LEAST_RANKINGS]
    # Of two judges who disagree, nobody can say which is wrong.
    if own is None or own.rankings < LEAST_RANKINGS or len(known) < 2:
        return None
    is_low = own.competence < DISAGREEING_SHARE * own.usual_competence
    if is_low and own.evidence >= log(DISAGREEING_ODDS):
        return Alarm(AlarmKind.DISAGREES, own.competence, own.usual_competence)
    return None
