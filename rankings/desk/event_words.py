"""What the history of a campaign says: actions and their details in words.

The audit trail keeps short names, which never change; values are as they were stored.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime

from rankings.actions import ACTIONS
from rankings.desk.event_values import setting_in_words, value_in_words

# A day or a moment as they are stored, in the details that have them.
STORED = re.compile(r"\d{4}-\d\d-\d\d(T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?")
WITH_DAYS = frozenset({"days"})
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
NAMES = {
    "accounts": "accounts",
    "address": "address",
    "before": "before",
    "campaigns": "campaigns",
    "change": "change",
    "check_percent": "check percent",
    "copied_from": "copied from",
    "days": "days",
    "fields": "fields",
    "file": "file",
    "files": "files",
    "first_line": "first line",
    "first_sentence": "first sentence",
    "format": "format",
    "item": "item",
    "items": "items",
    "items_rebuilt": "items rebuilt",
    "judge": "judge",
    "judges_per_item": "judges per item",
    "kind": "kind",
    "link": "link",
    "made_at": "made at",
    "metric": "metric",
    "metrics": "metrics",
    "name": "name",
    "only_differing": "only differing",
    "pace": "pace",
    "people": "people",
    "public_links": "public links",
    "punctuation_set": "punctuation set",
    "questions": "questions",
    "rankings": "rankings",
    "reason": "reason",
    "references": "references",
    "repeat_percent": "repeat percent",
    "repeats": "repeats",
    "replaced": "replaced",
    "report": "report",
    "role": "role",
    "run": "run",
    "sampler": "sampler",
    "seed": "seed",
    "sentence": "sentence",
    "sentences": "sentences",
    "sha256": "sha256",
    "signature": "signature",
    "slug": "slug",
    "system": "system",
    "systems": "systems",
    "user": "user",
    "version": "version",
    "bootstrap": "bootstrap",
    "confidence": "confidence",
    "method": "method",
    "parts": "parts",
    "replicates": "replicates",
    "unit": "unit",
    "without_top_ups": "without top ups",
    "speaks_for": "speaks for",
    "with_discarded": "with discarded",
    "events": "events",
    "excluded_judges": "excluded judges",
    "documents": "documents",
    "first_day": "first day",
    "last_day": "last day",
    "time_zone": "time zone",
    "least_active_seconds": "least active seconds",
    "least_checks_passed": "least checks passed",
}


def action_in_words(action: str) -> str:
    """What was done; the short name itself where another program wrote it."""
    return ACTIONS[action].happened if action in ACTIONS else OF_NO_ACTION.get(action, action)


def known_actions() -> list[str]:
    """The short names of everything that the history may hold."""
    return sorted({*ACTIONS, *OF_NO_ACTION})


def details_in_words(
    detail: Mapping[str, Any], names: Mapping[str, Mapping[int, str]]
) -> list[tuple[str, str]]:
    """Names and values, without those that are empty.

    Judges and users are kept by key; `names` has what they are called, by "judge" and "user".
    """
    return [
        (_name(name), _value(name, _named(value, names[name]) if name in names else value))
        for name, value in detail.items()
        if value not in ("", None, [], {})
    ]


def _named(key: Any, names: Mapping[int, str]) -> Any:
    if isinstance(key, list):
        return [_named(one, names) for one in key]
    return names.get(key, "somebody who is gone" if isinstance(key, int) else key)


def _name(name: str) -> str:
    return str(NAMES[name]) if name in NAMES else setting_in_words(name) or name.replace("_", " ")


def _value(name: str, value: Any) -> str:
    if name in WITH_DAYS:
        return _with_short_times(str(value))
    if isinstance(value, list):
        return ", ".join(_value(name, one) for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value_in_words(name, value)


def _with_short_times(text: str) -> str:
    def read(found: re.Match[str]) -> str:
        moment = datetime.fromisoformat(found[0])
        if not found[1]:
            return str(moment.date())
        return date_format(localtime(moment) if moment.tzinfo else moment, "SHORT_DATETIME_FORMAT")

    return STORED.sub(read, text)
