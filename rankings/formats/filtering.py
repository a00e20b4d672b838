"""Send judgments through a filter, and count what it leaves out.

Filters are asked in one order, and a judgment counts with the first that leaves it out.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from rankings.formats.columns import Judgments, Mask
from rankings.formats.judgment_filter import (
    ACTIVE_TIME,
    CHECKS,
    DAYS,
    DOCUMENTS,
    Document,
    JudgmentFilter,
)


@dataclass(frozen=True, slots=True)
class Filtered:
    """What a filter leaves of judgments.

    Attributes:
        kept: (R,) which rows stay: those that count, and those that are not counted.
        counting: how many rows count.
        left_out: for each filter that is asked, how many rows it left out, and the judges who lost their
            last; `unknown` are rows without a known day, which are left out; rows without a known time, which
            count; and judges without check items, who count.
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
        judgments: to choose from.
        wanted: the filters.
        uncounted: judges who are none of the report's: their rows stay, and are not counted.
        checked: for the judges who have answered check items, whether they passed enough of them; None where
            that is not asked. Others stay.
        documents: of each row; as the judgments say if None.
    """
    judges = np.array(judgments.judges, dtype=object)
    counted = ~np.isin(judgments.judge, [k for k, name in enumerate(judgments.judges) if name in uncounted])
    left = counted.copy()
    left_out: Document = {}

    def ask(stage: str, passes: Mask, unknown: Mask | None = None) -> None:
        nonlocal left
        before, left = left, left & passes
        after = np.unique(judgments.judge[left])
        left_out[stage] = {
            "rankings": int(np.count_nonzero(before & ~passes)),
            "judges": sorted(judges[np.setdiff1d(judgments.judge[before], after)]),
        }
        if unknown is not None:
            left_out[stage]["unknown"] = int(np.count_nonzero(before & unknown))
        if stage == CHECKS:
            left_out[stage]["unknown"] = len(set(judges[after]) - set(checked or ()))

    if wanted.documents:
        if documents is None:
            named = [k for k, name in enumerate(judgments.documents) if name in wanted.documents]
            ask(DOCUMENTS, np.isin(judgments.document, named))
        else:
            ask(DOCUMENTS, np.isin(np.array(documents, dtype=object), wanted.documents))
    if wanted.has_days:
        first, end = map(_in_utc, wanted.moments)
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
        failed = [k for k, name in enumerate(judgments.judges) if not checked.get(name, True)]
        ask(CHECKS, ~np.isin(judgments.judge, failed))
    return Filtered(left | ~counted, int(np.count_nonzero(left)), left_out)


def _in_utc(moment: datetime | None) -> np.datetime64:
    """Nothing is before or after what is no time."""
    return np.datetime64("NaT", "us") if moment is None else np.datetime64(moment.replace(tzinfo=None), "us")
