"""Which judgments and systems somebody chooses; `left_out` says what of the judgments is left."""

import difflib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from appraise_gec.words import visible
from rankings.formats.problems import quoted

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
            most = f"{MOST_SECONDS:,}"
            raise ValueError(f"The least active time has to be more than 0 and at most {most} seconds.")

    def __bool__(self) -> bool:
        return bool(self.documents or self.has_days or self.least_active_seconds is not None)

    @property
    def has_days(self) -> bool:
        return self.first_day is not None or self.last_day is not None

    @property
    def settings(self) -> Document:
        """As a recipe tells them: those that are set."""
        told = {
            "documents": list(self.documents),
            "first_day": self.first_day and self.first_day.isoformat(),
            "last_day": self.last_day and self.last_day.isoformat(),
            "time_zone": self.time_zone if self.has_days else "",
            "least_active_seconds": self.least_active_seconds,
        }
        return {name: value for name, value in told.items() if value}


ALL_JUDGMENTS = JudgmentFilter()


def check_time_zone(name: str) -> None:
    """Raise ValueError where this machine knows no time zone of that name."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        wanted = "Expected a name such as Europe/Berlin."
        raise ValueError(f"There is no time zone {quoted(name)}. {wanted}") from None


NAMED_SYSTEMS = 30


@dataclass(frozen=True, slots=True)
class SystemChoice:
    """Which systems take part.

    Attributes:
        only: the only ones; all if empty.
        without: left out, also of `only`.
    """

    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.only or self.without)

    @property
    def settings(self) -> dict[str, list[str]]:
        """As a recipe tells them."""
        return {"systems": list(self.only), "without_systems": list(self.without)}

    def among(self, known: Iterable[str], *, missing_ok: bool = False) -> tuple[str, ...]:
        """The chosen ones of these names, in their order.

        Raises:
            ValueError: a chosen name that is not among them, unless `missing_ok`; no system left.
        """
        names = tuple(known)
        if not missing_ok:
            self.check(names)
        wanted = set(self.only or names) - set(self.without)
        kept = tuple(name for name in names if name in wanted)
        if not kept and not missing_ok:
            raise ValueError(f"no system is left; the systems are {_listed(names)}")
        return kept

    def check(self, known: Collection[str]) -> None:
        """Raise ValueError where a chosen name is not among the known ones; it suggests a similar one."""
        for name in (*self.only, *self.without):
            if name not in known:
                near = _similar(name, known)
                meant = f"; did you mean {near}?" if near else ""
                raise ValueError(
                    f"no system is called {quoted(name)}{meant or '.'} The systems are {_listed(known)}"
                )


ALL_SYSTEMS = SystemChoice()


def _similar(name: str, known: Collection[str]) -> str:
    """Up to three of the known names that may have been meant."""
    looks: dict[str, list[str]] = defaultdict(list)
    for other in known:
        looks[other.casefold()].append(other)
    near = difflib.get_close_matches(name.casefold(), looks, n=3, cutoff=0.5)
    return " or ".join(quoted(other) for look in near for other in looks[look])


def _listed(names: Collection[str]) -> str:
    shown = [visible(name) for name in list(names)[:NAMED_SYSTEMS]]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
