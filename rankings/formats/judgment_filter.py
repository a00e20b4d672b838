"""Some of the judgments, chosen by document, day and time spent; and what that leaves out."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from rankings.formats.problems import quoted
from rankings.formats.records import Judgment

DOCUMENTS, DAYS, ACTIVE_TIME, CHECKS = "documents", "days", "active_time", "checks"
STAGES = (DOCUMENTS, DAYS, ACTIVE_TIME, CHECKS)
"""In the order in which they are asked: a judgment counts with the first that leaves it out."""
MOST_SECONDS = 86_400
UTC = "UTC"
_ZONE = re.compile(r"[A-Za-z0-9_+/-]{1,64}", re.ASCII)
Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class JudgmentFilter:
    """Which judgments count; without any wish, all.

    Attributes:
        documents: names of the only documents whose sentences count, sorted; all if empty.
        first_day, last_day: on which a judgment was submitted, both included. Where either is set, judgments
            without a known day do not count.
        time_zone: of the days; UTC where there are none.
        least_active_seconds: judgments made in less active time do not count. Where that is not known, the
            time with pauses has to be shorter, and where neither is known, they count.

    Raises:
        ValueError: days in the wrong order, no name of a time zone, or seconds out of range. Whether this
            machine knows the zone is another question (`check_time_zone`): who reads about a filter need not.
    """

    documents: tuple[str, ...] = ()
    first_day: date | None = None
    last_day: date | None = None
    time_zone: str = UTC
    least_active_seconds: float | None = None

    def __post_init__(self) -> None:
        if not all(isinstance(name, str) and name for name in self.documents):
            raise ValueError("The documents have to be given by their names.")
        object.__setattr__(self, "documents", tuple(sorted(set(self.documents))))
        if self.first_day is not None and self.last_day is not None and self.last_day < self.first_day:
            raise ValueError("The last day is before the first.")
        if not self.has_days:
            object.__setattr__(self, "time_zone", UTC)
        elif not isinstance(self.time_zone, str) or not _ZONE.fullmatch(self.time_zone):
            raise ValueError("A time zone has a name such as Europe/Berlin.")
        least = self.least_active_seconds
        if least is not None and not 0 < least <= MOST_SECONDS:
            raise ValueError(
                f"The least active time has to be more than 0 and at most {MOST_SECONDS:,} seconds."
            )

    def __bool__(self) -> bool:
        return bool(self.documents or self.has_days or self.least_active_seconds is not None)

    @property
    def has_days(self) -> bool:
        return self.first_day is not None or self.last_day is not None

    @property
    def settings(self) -> Document:
        """As a recipe tells them: those that are set."""
        return {
            name: value
            for name, value in (
                ("documents", list(self.documents)),
                ("first_day", self.first_day and self.first_day.isoformat()),
                ("last_day", self.last_day and self.last_day.isoformat()),
                ("time_zone", self.time_zone if self.has_days else ""),
                ("least_active_seconds", self.least_active_seconds),
            )
            if value
        }


ALL_JUDGMENTS = JudgmentFilter()


class Filtering:
    """Judgments go through a filter, which counts what it leaves out.

    Args:
        wanted: the filter.
        counts: whether a judge is one of the report; judgments of others pass, and are not counted.
        checked: for the judges who have answered check items, whether they passed enough of them; None where
            that is not asked. Others stay.
    """

    def __init__(
        self,
        wanted: JudgmentFilter,
        counts: Callable[[str], bool] = lambda judge: True,
        checked: Mapping[str, bool] | None = None,
    ) -> None:
        self.wanted = wanted
        self._counts = counts
        self._checked = checked
        self._documents = frozenset(wanted.documents)
        self._zone = ZoneInfo(wanted.time_zone)
        asked = {
            DOCUMENTS: bool(wanted.documents),
            DAYS: wanted.has_days,
            ACTIVE_TIME: wanted.least_active_seconds is not None,
            CHECKS: checked is not None,
        }
        self._stages = tuple(stage for stage in STAGES if asked[stage])
        self._begin()

    def _begin(self) -> None:
        self.judges: set[str] = set()
        """Of all judgments that came by."""
        self.documents: set[str] = set()
        self.kept = 0
        self._dropped: Counter[str] = Counter()
        self._unknown: Counter[str] = Counter()
        # By judge, how many stages the judgment that came farthest has passed.
        self._passed: dict[str, int] = {}

    def __bool__(self) -> bool:
        return bool(self._stages)

    def of(self, judgments: Iterable[Judgment]) -> Iterator[Judgment]:
        """Those that count, or are not counted; counting begins anew."""
        self._begin()
        if not self:
            return iter(judgments)
        return (judgment for judgment in judgments if self.keeps_judgment(judgment))

    def keeps_judgment(self, judgment: Judgment) -> bool:
        """`keeps`, of a judgment."""
        return self.keeps(
            judgment.judge,
            judgment.document,
            judgment.submitted_at,
            judgment.active_seconds,
            judgment.seconds,
        )

    def keeps(
        self,
        judge: str,
        document: str,
        submitted_at: datetime | None,
        active_seconds: float | None,
        seconds: float | None,
    ) -> bool:
        """Whether a judgment counts, or is none of those that are counted."""
        self.judges.add(judge)
        self.documents.add(document)
        if not self._counts(judge):
            return True
        for passed, stage in enumerate(self._stages):
            if not self._passes(stage, judge, document, submitted_at, active_seconds, seconds):
                self._dropped[stage] += 1
                self._passed[judge] = max(passed, self._passed.get(judge, 0))
                return False
        self.kept += 1
        self._passed[judge] = len(self._stages)
        return True

    def _passes(  # noqa: PLR0917 - what is known of a judgment
        self,
        stage: str,
        judge: str,
        document: str,
        submitted_at: datetime | None,
        active_seconds: float | None,
        seconds: float | None,
    ) -> bool:
        if stage == DOCUMENTS:
            return document in self._documents
        if stage == DAYS:
            if submitted_at is None:
                self._unknown[stage] += 1
                return False
            day = submitted_at.astimezone(self._zone).date()
            first, last = self.wanted.first_day, self.wanted.last_day
            return (first is None or first <= day) and (last is None or day <= last)
        if stage == ACTIVE_TIME:
            time = seconds if active_seconds is None else active_seconds
            if time is None:
                self._unknown[stage] += 1
                return True
            return time >= (self.wanted.least_active_seconds or 0)
        return (self._checked or {}).get(judge, True)

    @property
    def left_out(self) -> Document:
        """For each stage that is asked: how many judgments it left out, and judges who lost their last.

        `unknown` are judgments without a known day, which are left out; judgments without a known time, which
        count; and judges without check items, who count.
        """
        return {
            stage: {
                "rankings": self._dropped[stage],
                "judges": sorted(judge for judge, passed in self._passed.items() if passed == number),
                **({} if stage == DOCUMENTS else {"unknown": self._unknown_of(stage, number)}),
            }
            for number, stage in enumerate(self._stages)
        }

    def _unknown_of(self, stage: str, number: int) -> int:
        if stage != CHECKS:
            return self._unknown[stage]
        known = self._checked or {}
        return sum(judge not in known for judge, passed in self._passed.items() if passed > number)

    def unknown_documents(self) -> list[str]:
        """Documents that were asked for, and that no judgment names."""
        return sorted(self._documents - self.documents)


def check_time_zone(name: str) -> None:
    """Raise ValueError where this machine knows no time zone of that name."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ValueError(
            f"There is no time zone {quoted(name)}. Expected a name such as Europe/Berlin."
        ) from None


def judges_without_any(left_out: Mapping[str, Any], stage: str = "") -> Collection[str]:
    """The judges of whom a stage, or any of them, left nothing."""
    stages = [left_out[stage]] if stage in left_out else [] if stage else list(left_out.values())
    return {judge for entry in stages for judge in entry["judges"]}
