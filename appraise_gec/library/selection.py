"""Which judgments of some files count."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from rankings.formats.judgment_filter import ALL_JUDGMENTS, UTC_NAME, JudgmentFilter, check_time_zone
from rankings.formats.system_choice import ALL_SYSTEMS, SystemChoice


@dataclass(frozen=True, slots=True)
class Selection:
    """Which judgments a command works on.

    Attributes:
        files: in any known format; `-` is standard input.
        judges: the only judges that count; all if empty.
        excluded: judges that do not count.
        first_sentence: the number of the first sentence in the files; the commands count from 0.
        systems: which systems count.
        filter: documents, days and time of the judgments that count.
    """

    files: tuple[Path, ...]
    judges: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    first_sentence: int = 0
    systems: SystemChoice = ALL_SYSTEMS
    filter: JudgmentFilter = ALL_JUDGMENTS

    def counts(self, judge: str) -> bool:
        """Whether a judge is one of the chosen."""
        return (not self.judges or judge in self.judges) and judge not in self.excluded

    @property
    def settings(self) -> dict[str, Any]:
        """As a recipe tells them."""
        return {
            "judges": list(self.judges),
            "excluded_judges": list(self.excluded),
            **self.systems.settings,
            "first_sentence": self.first_sentence,
            **self.filter.settings,
        }


ALL = Selection(())


def selection_of(
    files: tuple[Path, ...],
    *,
    judges: tuple[str, ...] = (),
    exclude_judges: tuple[str, ...] = (),
    systems: tuple[str, ...] = (),
    without: tuple[str, ...] = (),
    documents: tuple[str, ...] = (),
    first_day: str | date | None = None,
    last_day: str | date | None = None,
    time_zone: str = UTC_NAME,
    least_active_seconds: float | None = None,
    first_sentence: int = 0,
) -> Selection:
    """What the arguments of `read_judgments` choose. Raises ValueError for unknown days and zones."""
    check_time_zone(time_zone)
    wanted = JudgmentFilter(documents, _day(first_day), _day(last_day), time_zone, least_active_seconds)
    return Selection(files, judges, exclude_judges, first_sentence, SystemChoice(systems, without), wanted)


def _day(given: str | date | None) -> date | None:
    try:
        return date.fromisoformat(given) if isinstance(given, str) else given
    except ValueError:
        raise ValueError(f"there is no day {given!r}; expected one such as 2026-03-31") from None
