"""Pauses, which a judge's active time leaves out."""

import json
import math
from typing import Any

MOST_PAUSES = 200
KINDS = ("idle", "hidden")


def read_pauses(text: str) -> list[dict[str, Any]]:
    """Pauses as the page reports them, for instance [[12.5, 240, "idle", true]]; [] where it reports none.

    Each is: seconds from the display of the page, seconds that it took, why ("idle": no sign of life for
    longer than the limit; "hidden": another window was in front), and whether the judge claimed it back as
    time of reading.
    """
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if not isinstance(entries, list):
        return []
    return [pause for entry in entries[:MOST_PAUSES] if (pause := _pause(entry))]


def _pause(entry: Any) -> dict[str, Any] | None:
    if not isinstance(entry, list) or len(entry) != 4:
        return None
    at, seconds, kind, claimed = entry
    if not all(type(n) in (int, float) and math.isfinite(n) and 0 <= n < 1e8 for n in (at, seconds)):
        return None
    if not isinstance(kind, str) or kind not in KINDS or type(claimed) is not bool:
        return None
    return {"after": round(at, 1), "seconds": round(seconds, 1), "kind": kind, "claimed": claimed}
