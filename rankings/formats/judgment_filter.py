"""Some of the judgments, chosen by document, day and time spent."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from rankings.formats.problems import quoted

DOCUMENTS, DAYS, ACTIVE_TIME, CHECKS = "documents", "days", "active_time", "checks"
MOST_SECONDS = 86_400
UTC_NAME = "UTC"
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
    time_zone: str = UTC_NAME
    least_active_seconds: float | None = None

    def __post_init__(self) -> None:
        if not all(isinstance(name, str) and name for name in self.documents):
            raise ValueError("The documents have to be given by their names.")
        object.__setattr__(self, "documents", tuple(sorted(set(self.documents))))
        if self.first_day is not None and self.last_day is not None and self.last_day < self.first_day:
            raise ValueError("The last day is before the first.")
        if not self.has_days:
            object.__setattr__(self, "time_zone", UTC_NAME)
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
    def moments(self) -> tuple[datetime | None, datetime | None]:
        """When the first day begins, and when the last one is over, in UTC."""
        zone = ZoneInfo(self.time_zone)
        bounds = (self.first_day, self.last_day and self.last_day + timedelta(days=1))
        first, end = (
            None if day is None else datetime.combine(day, time.min, zone).astimezone(UTC) for day in bounds
        )
        return first, end

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
