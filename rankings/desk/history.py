"""What the history of a campaign says: actions and their details in words.

The audit trail keeps short names, which never change, and judges and users by key.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import FieldDoesNotExist

from appraise_gec.accounts.models import AuditEvent, User
from rankings.actions import ACTIONS
from rankings.models import Campaign

OF_NO_ACTION = {
    "campaign.create": "Campaign created",
    "archive.download": "Whole campaign downloaded",
    "archive.import": "Campaign made from a file",
    "judgments.import": "Judgments imported",
    "judgments.export": "Judgments exported",
    "edit-marks.export": "Marked edits exported",
    "systems.add": "System added",
    "sentences.add": "Sentences added",
    "link.use": "Link used",
    "crowd.join": "Participant joined",
    "report.request": "Report requested",
    "paper.download": "Archive of a report downloaded",
    "references.add": "References added",
    "metrics.request": "Metric scores requested",
    "metrics.import": "Metric scores imported",
}


@dataclass(frozen=True, slots=True)
class PastEvent:
    """One line. `action` is what was done, and `details` are (name, value), in words."""

    event: AuditEvent
    action: str
    details: list[tuple[str, str]]


def past_events(campaign: Campaign, events: Iterable[AuditEvent]) -> list[PastEvent]:
    """Events in words; judges and users by the names that they have now."""
    events = list(events)
    users = {event.detail["user"] for event in events if isinstance(event.detail.get("user"), int)}
    names: dict[str, dict[int, str]] = {
        "judge": dict(campaign.judges.values_list("pk", "name")),
        "user": dict(User.objects.filter(pk__in=users).values_list("pk", "username")),
    }
    return [PastEvent(event, _action(event.action), _details(event.detail, names)) for event in events]


def known_actions() -> list[str]:
    """The short names of everything that the history may hold."""
    return sorted({*ACTIONS, *OF_NO_ACTION})


def _action(name: str) -> str:
    """What was done; the short name itself where another program wrote it."""
    return ACTIONS[name].happened if name in ACTIONS else OF_NO_ACTION.get(name, name)


def _details(detail: Mapping[str, Any], names: Mapping[str, Mapping[int, str]]) -> list[tuple[str, str]]:
    """Names and values, without empty ones."""
    return [
        (_setting(name), _value(name, value, names.get(name)))
        for name, value in detail.items()
        if value not in ("", None, [], {})
    ]


def _setting(name: str) -> str:
    """What a setting of campaigns is called; everything else by its own name."""
    try:
        return str(getattr(Campaign._meta.get_field(name), "verbose_name", name))
    except FieldDoesNotExist:
        return name.replace("_", " ")


def _value(name: str, value: Any, called: Mapping[int, str] | None) -> str:
    if isinstance(value, list):
        return ", ".join(_value(name, one, called) for one in value)
    if called is not None:
        return str(called.get(value, "somebody who is gone" if isinstance(value, int) else value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _setting(value) if name == "fields" else str(value)
