"""What filters by document, day, time spent and check items leave of judgments, and what each left out.

Filters are asked in one order, and a judgment counts with the first that leaves it out.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np

from rankings.formats.columns import Judgments, Mask
from rankings.formats.filtering import Document, JudgmentFilter

DOCUMENTS, DAYS, ACTIVE_TIME, CHECKS = "documents", "days", "active_time", "checks"


@dataclass(frozen=True, slots=True)
class Filtered:
    """What a filter leaves of judgments.

    Attributes:
        kept: (R,) which rows stay: those that count, and those that are not counted.
        counting: how many rows count.
        left_out: for each filter that is asked, how many rows it left out; `unknown` are rows without a known
            day, which are left out; rows without a known time, which count; and judges without check items,
            who count. `judges` is how many failed check items.
    """

    kept: Mask
    counting: int
    left_out: Document


def filtered(
    judgments: Judgments,
    wanted: JudgmentFilter,
    *,
    uncounted: Collection[str] = (),
    checked: Mapping[str, bool] | None = None,
    documents: Sequence[str] | None = None,
) -> Filtered:
    """Ask the filters one after the other.

    Args:
        uncounted: judges who are none of the report's: their rows stay, and are not counted.
        checked: for the judges who have answered check items, whether they passed enough of them; None where
            that is not asked. Others stay.
        documents: of each row; as the judgments say if None.
    """
    counted = ~_rows_of(judgments.judges, judgments.judge, uncounted)
    left = counted.copy()
    left_out: Document = {}

    def ask(stage: str, passes: Mask, unknown: Mask | None = None) -> None:
        nonlocal left
        before, left = left, left & passes
        left_out[stage] = {"rankings": int(np.count_nonzero(before & ~passes))}
        if unknown is not None:
            left_out[stage]["unknown"] = int(np.count_nonzero(before & unknown))

    if wanted.documents:
        if documents is None:
            ask(DOCUMENTS, _rows_of(judgments.documents, judgments.document, wanted.documents))
        else:
            ask(DOCUMENTS, np.isin(np.array(documents, dtype=object), wanted.documents))
    if wanted.has_days:
        first, end = _bounds(wanted)
        without = np.isnat(judgments.submitted_at)
        too_early = judgments.submitted_at < first
        too_late = judgments.submitted_at >= end
        ask(DAYS, ~(without | too_early | too_late), without)
    if wanted.least_active_seconds is not None:
        active = judgments.active_seconds
        seconds = np.where(np.isnan(active), judgments.seconds, active)
        without = np.isnan(seconds)
        ask(ACTIVE_TIME, without | (seconds >= wanted.least_active_seconds), without)
    if checked is not None:
        failed = [name for name, passed in checked.items() if not passed]
        ask(CHECKS, ~_rows_of(judgments.judges, judgments.judge, failed))
        unknown = {judgments.judges[judge] for judge in np.unique(judgments.judge[left])} - checked.keys()
        left_out[CHECKS] |= {"judges": len(failed), "unknown": len(unknown)}
    return Filtered(left | ~counted, int(np.count_nonzero(left)), left_out)


def _rows_of(names: Sequence[str], codes: Any, wanted: Collection[str]) -> Mask:
    return np.isin(codes, [place for place, name in enumerate(names) if name in wanted])


def _bounds(wanted: JudgmentFilter) -> tuple[np.datetime64, np.datetime64]:
    """When the first day begins, and the last one is over; nothing is before or after what is no time."""
    zone = ZoneInfo(wanted.time_zone)
    first, end = (
        np.datetime64(datetime.combine(day, time.min, zone).astimezone(UTC).replace(tzinfo=None), "us")
        if day is not None
        else np.datetime64("NaT", "us")
        for day in (wanted.first_day, wanted.last_day and wanted.last_day + timedelta(days=1))
    )
    return first, end
