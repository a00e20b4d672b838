"""Which judges need a look, and why. Rules with stated thresholds; no rule judges by a few rankings.

Every rule is made so that it hardly ever names a careful judge (docs/managing.md has simulated
rates): medians and shares in place of means, and a margin of chance where few rankings speak.

How a judge agrees with the others is seen in pairs of outputs of the same item that several judges have
ranked, each said to be better, tied or worse: how often the judge says the same as another judge, less how
often that would happen if the judge's ranks were dealt to the outputs at random (ties kept). That is 0 for a
judge who clicks at random or ties everything.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import comb
from statistics import median
from typing import TypeVar

import numpy as np

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
MOST_OUTPUTS = 64
BETTER, TIED, WORSE = 0, 1, 2

Key = TypeVar("Key", bound=Hashable)


class AlarmKind(StrEnum):
    FAST = "fast"
    CHECKS = "checks"
    SAME_COLUMN = "same-column"
    DISAGREES = "disagrees"


@dataclass(frozen=True, slots=True)
class SeenRanking:
    """A ranking: ranks by output of the item, always in the same order of outputs."""

    judge: Hashable
    item: Hashable
    ranks: Sequence[int]


@dataclass(frozen=True, slots=True)
class CrowdJudge:
    """One judge beside the others.

    Attributes:
        rankings: those of items that another judge has ranked, too.
        agreement: share of comparisons with other judges in which both said the same.
        chance: the same if the judge's ranks were dealt at random.
        error: standard error of `agreement - chance` between rankings.
        usual: `agreement - chance` of the median judge.
    """

    rankings: int
    agreement: float
    chance: float
    error: float
    usual: float

    @property
    def agreement_percent(self) -> int:
        return round(100 * self.agreement)

    @property
    def chance_percent(self) -> int:
        return round(100 * self.chance)

    @property
    def above_chance(self) -> float:
        return self.agreement - self.chance


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


def alarms_of(evidence: Mapping[Key, JudgeEvidence]) -> dict[Key, list[Alarm]]:
    """Alarms by judge; judges without any are left out."""
    found: dict[Key, list[Alarm]] = {}
    for key, judge in evidence.items():
        others = [other for name, other in evidence.items() if name != key]
        raised = (
            _fast(judge, others),
            _checks(judge),
            _same_column(judge, others),
            _disagrees(judge, others),
        )
        if alarms := [alarm for alarm in raised if alarm is not None]:
            found[key] = alarms
    return found


def usual_seconds(others: Sequence[JudgeEvidence]) -> float | None:
    """The median of judges' medians, of those with enough timed rankings."""
    known = [one.median_seconds for one in others if one.timed >= LEAST_RANKINGS]
    medians = [seconds for seconds in known if seconds is not None]
    return median(medians) if medians else None


def passes_too_few(checks: int, passed: int) -> bool:
    """Whether a careful judge would pass so few check items in at most one case of a hundred."""
    at_most = sum(
        comb(checks, k) * CAREFUL_PASSES**k * (1 - CAREFUL_PASSES) ** (checks - k) for k in range(passed + 1)
    )
    return checks > 0 and at_most <= CHECKS_P + 1e-9


def crowd_judges(rankings: Sequence[SeenRanking], least: int = 1) -> dict[Hashable, CrowdJudge]:
    """Every judge with at least one ranking of an item that somebody else has ranked.

    Args:
        rankings: at most one per judge and item.
        least: rankings that a judge needs to count for the median judge.
    """
    by_size: dict[int, list[SeenRanking]] = defaultdict(list)
    for ranking in rankings:
        if 1 < len(ranking.ranks) <= MOST_OUTPUTS:
            by_size[len(ranking.ranks)].append(ranking)
    rates: dict[Hashable, list[tuple[float, float]]] = defaultdict(list)
    for alike in by_size.values():
        for ranking, (agreed, by_chance, compared) in zip(alike, _rates(alike), strict=True):
            if compared:
                rates[ranking.judge].append((agreed / compared, by_chance / compared))
    if not rates:
        return {}
    gains = {judge: np.subtract(*np.array(own).T) for judge, own in rates.items()}
    enough = min(least, max(map(len, gains.values())))
    usual = float(np.median([gain.mean() for gain in gains.values() if len(gain) >= enough]))
    found = {}
    for judge, own in rates.items():
        agreement, chance = np.mean(own, axis=0).tolist()
        deviation = float(gains[judge].std(ddof=1)) if len(own) > 1 else 0.0
        found[judge] = CrowdJudge(len(own), agreement, chance, deviation / len(own) ** 0.5, usual)
    return found


def _rates(rankings: Sequence[SeenRanking]) -> list[list[float]]:
    """For each ranking of as many outputs: comparisons with others that agree, by chance, and in all."""
    items: dict[Hashable, int] = {}
    item = np.array([items.setdefault(ranking.item, len(items)) for ranking in rankings])
    ranks = np.array([ranking.ranks for ranking in rankings])
    first, second = np.triu_indices(ranks.shape[1], 1)
    label = np.sign(ranks[:, first] - ranks[:, second]) + 1
    pair = np.arange(len(first))
    counts = np.zeros((len(items), len(first), 3))
    np.add.at(counts, (item[:, None], pair, label), 1.0)
    others = counts[item]
    others[np.arange(len(rankings))[:, None], pair, label] -= 1
    same = np.take_along_axis(others, label[:, :, None], axis=2).sum(axis=(1, 2))
    tied = (label == TIED).mean(axis=1)
    said = others.sum(axis=1)
    by_chance = tied * said[:, TIED] + (1 - tied) / 2 * (said[:, BETTER] + said[:, WORSE])
    rates: list[list[float]] = np.stack([same, by_chance, said.sum(axis=1)], axis=1).tolist()
    return rates


def _fast(judge: JudgeEvidence, others: Sequence[JudgeEvidence]) -> Alarm | None:
    own, usual = judge.median_seconds, usual_seconds(others)
    if own is None or judge.timed < LEAST_RANKINGS:
        return None
    is_fast = own < max(TOO_FAST_SECONDS, TOO_FAST_SHARE * (usual or 0.0))
    return Alarm(AlarmKind.FAST, own, usual) if is_fast else None


def _checks(judge: JudgeEvidence) -> Alarm | None:
    failed = passes_too_few(judge.checks, judge.passed)
    return Alarm(AlarmKind.CHECKS, judge.passed, judge.checks) if failed else None


def _same_column(judge: JudgeEvidence, others: Sequence[JudgeEvidence]) -> Alarm | None:
    if judge.rankings < LEAST_RANKINGS:
        return None
    share = judge.one_column / judge.rankings
    shares = [one.one_column / one.rankings for one in others if one.rankings >= LEAST_RANKINGS]
    usual = median(shares) if shares else None
    is_alike = share >= SAME_COLUMN_SHARE and (usual is None or usual < 0.5)
    return Alarm(AlarmKind.SAME_COLUMN, share, usual) if is_alike else None


def _disagrees(judge: JudgeEvidence, others: Sequence[JudgeEvidence]) -> Alarm | None:
    own = judge.crowd
    known = [other for other in others if other.crowd and other.crowd.rankings >= LEAST_RANKINGS]
    # Of two judges who disagree, nobody can say which is wrong.
    if own is None or own.rankings < LEAST_RANKINGS or len(known) < 2:
        return None
    is_low = own.above_chance < DISAGREEING_SHARE * own.usual
    is_far = own.above_chance + DISAGREEING_ERRORS * own.error < own.usual
    return Alarm(AlarmKind.DISAGREES, max(0.0, own.above_chance), own.usual) if is_low and is_far else None
