"""Systems that joined a campaign after its first rankings, for reports; and their names before and since."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from rankings.formats.fingerprint import rankings_digest
from rankings.formats.records import Judgment
from rankings.models import Campaign, TextChange

Kind = TextChange.Kind


def late_systems(campaign: Campaign, judgments: Iterable[Judgment]) -> list[dict[str, Any]]:
    """Systems that were added, or whose outputs were replaced, after rankings were there; by name.

    `rankings_before` counted when the system joined, `pairs` are its comparisons in these judgments.
    `former_outputs` is the name of the outputs that it replaced; "" for a system that was added.
    """
    changes = TextChange.objects.filter(
        campaign=campaign, kind__in=(Kind.SYSTEM_ADDED, Kind.SYSTEM_REPLACED), rankings_before__gt=0
    )
    changes = changes.filter(undone_at=None, system__retired_at=None).select_related(
        "system", "former_system"
    )
    found = {change.system.name: change for change in changes if change.system is not None}
    pairs = _pairs(judgments, found)
    return [
        {
            "system": name,
            "rankings_before": change.rankings_before,
            "pairs": pairs[name],
            "former_outputs": change.former_system.name if change.former_system else "",
        }
        for name, change in sorted(found.items())
    ]


def under_former_names(
    campaign: Campaign, judgments: Sequence[Judgment], since: datetime, sha256: str
) -> list[Judgment] | None:
    """The judgments as a report read them: under the names that systems had then.

    Names are taken back, change by change, until the judgments have the SHA-256 of the report; None where
    they never have. `since` is a moment before the report read them.
    """
    events: list[tuple[datetime, str, str]] = []
    renaming = TextChange.objects.filter(
        campaign=campaign, kind__in=(Kind.SYSTEM_RENAMED, Kind.SYSTEM_REPLACED)
    )
    for change in renaming:
        was, became = change.former_name, change.name
        if change.kind == Kind.SYSTEM_REPLACED:
            was, became = became, was
        events.append((change.created_at, was, became))
        if change.undone_at is not None:
            events.append((change.undone_at, became, was))
    known = list(judgments)
    for moment, was, became in sorted(events, reverse=True):
        if moment < since:
            break
        known = [_renamed(judgment, {became: was}) for judgment in known]
        if rankings_digest(known) == sha256:
            return known
    return None


def _renamed(judgment: Judgment, names: Mapping[str, str]) -> Judgment:
    outputs = tuple(
        replace(output, systems=tuple(names.get(system, system) for system in output.systems))
        for output in judgment.outputs
    )
    return replace(judgment, outputs=outputs)


def _pairs(judgments: Iterable[Judgment], names: Iterable[str]) -> dict[str, int]:
    pairs = dict.fromkeys(names, 0)
    for judgment in judgments if pairs else ():
        covered = [system for output in judgment.outputs for system in output.systems]
        for system in covered:
            if system in pairs:
                pairs[system] += len(covered) - 1
    return pairs
