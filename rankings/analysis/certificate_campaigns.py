"""What a certificate keeps of its simulated campaigns: all that another confidence needs, and no more."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from rankings.analysis.arrays import FloatArray
from rankings.analysis.choices import BootstrapUnit, SpeaksFor
from rankings.analysis.few_units import reason_without_ranges
from rankings.analysis.grounds import LineTests
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.ranked_systems import RULES, SMALLEST_WIDTH, Spread
from rankings.analysis.resampled_systems import Resampled, ResampledGroup, resample
from rankings.analysis.results.certificate import TEST_LEVEL, SimulatedModel
from rankings.analysis.results.head_to_head import HeadToHead, SystemPair

Kind = tuple[BootstrapUnit, SpeaksFor]
RULE = RULES["standard"]


class Interval(NamedTuple):
    """The interval of a score; `system` is its number in the table. Ends are None where none is given."""

    system: int
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, eq=False)
class KeptGroup:
    """Systems that comparisons link.

    Attributes:
        members: numbers of M systems in the table.
        spread: what resampling made of their scores.
        lines: what tests say of the line below each of the systems but the last, best first; empty where no
            confidence asks for it.
    """

    members: tuple[int, ...]
    spread: Spread
    lines: tuple[LineTests, ...]


@dataclass(frozen=True, slots=True, eq=False)
class KeptRanking:
    """A ranking of a simulated campaign, for any confidence.

    Attributes:
        unit: of resampling.
        speaks_for: for whom it speaks.
        units, sentences: with a decided comparison.
        groups: of systems, the best first.
        unlinked: numbers of systems that were compared with none.
    """

    unit: BootstrapUnit
    speaks_for: SpeaksFor
    units: int
    sentences: int
    groups: tuple[KeptGroup, ...]
    unlinked: tuple[int, ...]

    @classmethod
    def of(
        cls, table: JudgmentTable, kind: Kind, *, replicates: int, seed: int, for_clusters: bool
    ) -> "KeptRanking":
        """The ranking of one kind.

        Args:
            table: the judgments of the campaign.
            kind: of interval.
            replicates: of the ranking.
            seed: of the random numbers.
            for_clusters: whether clusters will be asked for; else intervals.
        """
        unit, speaks_for = kind
        # What is kept is the same for every confidence.
        made = resample(
            table, replicates=replicates, unit=unit, speaks_for=speaks_for, confidence=0.5, seed=seed
        )
        groups = tuple(_kept(group, made, for_clusters=for_clusters) for group in made.groups)
        linked = {number for group in groups for number in group.members}
        unlinked = set(range(len(table.systems))) - linked
        grounds = made.grounds
        return cls(unit, made.speaks_for, grounds.units, grounds.sentences, groups, tuple(sorted(unlinked)))

    def intervals(self, confidence: float) -> Iterator[Interval]:
        """Of every system, best first."""
        given = self._gives_ranges(confidence)
        alpha = _alpha(confidence)
        for group in self.groups:
            if not given:
                yield from (Interval(group.members[i], None, None) for i in group.spread.order)
                continue
            apart = self._clusters_of(group, confidence)[-1] > 1 if len(group.members) == 2 else None
            low, high = group.spread.intervals(alpha, apart=apart)
            for i in group.spread.order:
                wide = bool(high[i] - low[i] > SMALLEST_WIDTH)
                ends = (float(low[i]), float(high[i])) if wide else (None, None)
                yield Interval(group.members[i], *ends)
        yield from (Interval(number, None, None) for number in self.unlinked)

    def clusters(self, confidence: float) -> list[list[int]]:
        """Numbers of the systems of each cluster, best first."""
        given = self._gives_ranges(confidence)
        found: list[list[int]] = []
        for group in self.groups:
            numbers = self._clusters_of(group, confidence) if given else [1] * len(group.members)
            of_group: list[list[int]] = [[] for _ in range(numbers[-1])]
            for number, i in zip(numbers, group.spread.order, strict=True):
                of_group[number - 1].append(group.members[i])
            found += of_group
        return found

    def _gives_ranges(self, confidence: float) -> bool:
        return not reason_without_ranges(self.unit, self.units, self.sentences, confidence)

    def _clusters_of(self, group: KeptGroup, confidence: float) -> list[int]:
        alpha = _alpha(confidence)
        _, clusters = group.spread.ranges_and_clusters(
            lambda place: group.lines[place - 1].confirm(alpha), confidence
        )
        return clusters


def _kept(group: ResampledGroup, made: Resampled, *, for_clusters: bool) -> KeptGroup:
    members = group.group.members
    spread = Spread.of(group.scores, group.replicated, group.group.limits, RULE)
    best_first = [members[i] for i in spread.order]
    # Of two systems, the interval follows the line between them.
    places = range(1, len(members)) if for_clusters or len(members) == 2 else ()
    lines = tuple(made.grounds.line(best_first[:place], best_first[place:]) for place in places)
    if for_clusters and len(members) != 2:
        # Nobody asks for intervals.
        spread = replace(spread, replicated=np.empty((len(spread.replicated), 0)))
    return KeptGroup(members, spread, lines)


def _alpha(confidence: float) -> float:
    return round(1 - confidence, 12)


class PairErrors(NamedTuple):
    """Errors of a test in one campaign of equal systems.

    Attributes:
        false, wrong: share of pairs that it separates, and in the wrong order for the judges of the campaign.
        any_false, any_wrong: whether it does so with any pair after Holm's correction.
    """

    false: float
    wrong: float
    any_false: bool
    any_wrong: bool

    @classmethod
    def of(cls, tests: HeadToHead, preferred: Mapping[str, float], *, others: bool) -> "PairErrors":
        """Of the test for other judges or for these, where these prefer systems so much in the long run."""
        raw = [pair.p_judges if others else pair.p_sentence for pair in tests.pairs]
        corrected = [pair.p_judges_holm if others else pair.p_sentence_holm for pair in tests.pairs]
        wrong = [_wrong_order(pair, preferred) for pair in tests.pairs]
        separated = np.array([p is not None and p <= TEST_LEVEL for p in raw], dtype=np.float64)
        surely = [p is not None and p <= TEST_LEVEL for p in corrected]
        return cls(
            false=float(separated.mean()),
            wrong=float((separated * wrong).mean()),
            any_false=any(surely),
            any_wrong=any(sure and share > 0 for sure, share in zip(surely, wrong, strict=True)),
        )


def _wrong_order(pair: SystemPair, preferred: Mapping[str, float]) -> float:
    """1 where more comparisons were won by the system that judges prefer less, 1/2 if they prefer neither."""
    ahead = (pair.wins_a - pair.wins_b) * (preferred[pair.system_a] - preferred[pair.system_b])
    return 0.5 if ahead == 0 else float(ahead < 0)


@dataclass(frozen=True, slots=True, eq=False)
class KeptCampaign:
    """A simulated campaign.

    Attributes:
        rankings: one of every kind.
        others: (N,) scores by other judges.
        own: (N,) how much its judges move the scores of systems in the long run.
        tests: errors of the test for these judges and of that for others; None where systems differ.
    """

    rankings: tuple[KeptRanking, ...]
    others: FloatArray
    own: FloatArray
    tests: tuple[PairErrors, PairErrors] | None


@dataclass(frozen=True, slots=True, eq=False)
class KeptCampaigns:
    """The campaigns of a certificate, and the model that they were simulated by. Nobody may change them."""

    model: SimulatedModel
    campaigns: tuple[KeptCampaign, ...]

    @property
    def nbytes(self) -> int:
        """Of all arrays."""
        return sum(array.nbytes for array in _arrays(self.campaigns))

    def setflags(self, *, write: bool) -> None:
        """As of an array: of all arrays."""
        for array in _arrays(self.campaigns):
            array.setflags(write=write)


def _arrays(value: Any) -> Iterator[FloatArray]:
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for one in value:
            yield from _arrays(one)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _arrays(getattr(value, field.name))
