"""Systems that joined a campaign after its first rankings, for reports; and their names before and since."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from rankings.formats.columns import Judgments
from rankings.formats.fingerprint import rankings_digest
from rankings.formats.records import Judgment
from rankings.models import Campaign

RENAMED = "systems.rename"


def late_systems(campaign: Campaign, judgments: Iterable[Judgment]) -> list[dict[str, Any]]:
    """Systems that were added after rankings were there, by name.

    `rankings_before` counted when the system joined, `pairs` are its comparisons in these judgments.
    """
    late = campaign.systems.filter(rankings_before__gt=0).order_by("name")
    found = dict(late.values_list("name", "rankings_before"))
    pairs = _pairs(judgments, found)
    return [
        {"system": name, "rankings_before": rankings, "pairs": pairs[name]}
        for name, rankings in found.items()
    ]


def under_former_names(
    campaign: Campaign, judgments: Judgments, since: datetime, sha256: str
) -> Judgments | None:
    """The judgments as a report read them: under the names that systems had then.

    Names are taken back, one after another, until the judgments have the SHA-256 of the report; None where
    they never have. `since` is a moment before the report read them.
    """
    known = judgments
    renamed = campaign.audit_events.filter(action=RENAMED, at__gte=since).order_by("-at", "-pk")
    for detail in renamed.values_list("detail", flat=True):
        known = _renamed(known, {detail["name"]: detail["system"]})
        if rankings_digest(known) == sha256:
            return known
    return None


def _renamed(judgments: Judgments, names: Mapping[str, str]) -> Judgments:
    return judgments.rename(system=lambda name: names.get(name, name))


def _pairs(judgments: Iterable[Judgment], names: Iterable[str]) -> dict[str, int]:
    pairs = dict.fromkeys(names, 0)
    for judgment in judgments if pairs else ():
        covered = [system for output in judgment.outputs for system in output.systems]
        for system in covered:
            if system in pairs:
                pairs[system] += len(covered) - 1
    return pairs
