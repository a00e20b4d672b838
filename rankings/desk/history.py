"""What the history of a campaign says: actions and their details in words.

The audit trail keeps short names, which never change, and judges and users by key.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.utils.formats import date_format
from django.utils.timezone import localtime

from appraise_gec.accounts.models import AuditEvent, User
from rankings.actions import ACTIONS
from rankings.analysis.methods import REGISTERED
from rankings.models import Campaign, Membership

# A day or a moment as they are stored.
STORED = re.compile(r"\d{4}-\d\d-\d\d(T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?")
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
SPEAKS_FOR = {"judges-like-these": "judges like these", "these-judges": "these judges"}


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
    return [
        PastEvent(event, action_in_words(event.action), details_in_words(event.detail, names))
        for event in events
    ]


def action_in_words(action: str) -> str:
    """What was done; the short name itself where another program wrote it."""
    return ACTIONS[action].happened if action in ACTIONS else OF_NO_ACTION.get(action, action)


def known_actions() -> list[str]:
    """The short names of everything that the history may hold."""
    return sorted({*ACTIONS, *OF_NO_ACTION})


def details_in_words(
    detail: Mapping[str, Any], names: Mapping[str, Mapping[int, str]]
) -> list[tuple[str, str]]:
    """Names and values, without empty ones. `names` has what keys are called, by "judge" and "user"."""
    return [
        (_setting(name) or name.replace("_", " "), _value(name, value, names.get(name)))
        for name, value in detail.items()
        if value not in ("", None, [], {})
    ]


def _setting(name: str) -> str:
    """What a setting of campaigns is called; "" for everything else."""
    try:
        return str(getattr(Campaign._meta.get_field(name), "verbose_name", ""))
    except FieldDoesNotExist:
        return ""


def _value(name: str, value: Any, called: Mapping[int, str] | None) -> str:
    if isinstance(value, list):
        return ", ".join(_value(name, one, called) for one in value)
    if called is not None:
        return str(called.get(value, "somebody who is gone" if isinstance(value, int) else value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "fields":
        return _setting(str(value)) or str(value)
    if isinstance(value, str):
        return STORED.sub(_moment, _choices(name).get(value, value))
    return str(value)


def _choices(name: str) -> dict[str, str]:
    """What the stored values of a detail are called."""
    match name:
        case "method":
            return {key: one.title for key, one in REGISTERED.items()}
        case "role":
            return {str(key): str(label) for key, label in Membership.Role.choices}
        case "speaks_for":
            return SPEAKS_FOR
    try:
        field = Campaign._meta.get_field(name)
    except FieldDoesNotExist:
        return {}
    return {str(key): str(label) for key, label in getattr(field, "flatchoices", ())}


def _moment(found: re.Match[str]) -> str:
    moment = datetime.fromisoformat(found[0])
    if not found[1]:
        return str(moment.date())
    return date_format(localtime(moment) if moment.tzinfo else moment, "SHORT_DATETIME_FORMAT")
