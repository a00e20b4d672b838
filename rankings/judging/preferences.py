"""A judge's preferences for the judging page, kept with the judge for all their devices."""

import json
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from rankings.models import Judge

# Actions that have a key of one character; people can give them another one or none (WCAG 2.1.4).
LETTER_KEYS = {
    "next_output": "j",
    "previous_output": "k",
    "copy_above": "=",
    "undo": "u",
    "previous_item": "p",
    "next_unfinished": "n",
    "flag": "f",
    "later": "l",
    "context": "c",
    "edits": "d",
    "guidelines": "g",
    "help": "?",
}
KEY_NAMES: dict[str, Promise] = {
    "next_output": pgettext_lazy("key", "next output"),
    "previous_output": pgettext_lazy("key", "previous output"),
    "copy_above": pgettext_lazy("key", "same rank as above"),
    "undo": pgettext_lazy("key", "undo"),
    "previous_item": pgettext_lazy("key", "previous item"),
    "next_unfinished": pgettext_lazy("key", "next unfinished item"),
    "flag": pgettext_lazy("key", "flag"),
    "later": pgettext_lazy("key", "skip for now"),
    "context": pgettext_lazy("key", "context"),
    "edits": pgettext_lazy("key", "view of edits"),
    "guidelines": pgettext_lazy("key", "guidelines"),
    "help": pgettext_lazy("key", "help"),
}
CHOICES = {
    "context": {"shown", "hidden"},
    "edits": {"marked", "old", "plain"},
    "letters": {"on", "off"},
}


@lru_cache
def names_of_keys(language: str | None) -> dict[str, str]:
    """What each key does, in the language that is active."""
    return {action: str(name) for action, name in KEY_NAMES.items()}


class UnreadablePreferencesError(ValueError):
    """The request names no preference that exists."""


def keep_preferences(judge: Judge, body: bytes) -> dict[str, Any]:
    """Change what the request names, for instance {"context": "hidden", "keys": {"flag": "x", "edits": ""}}.

    Returns all preferences. Raises UnreadablePreferencesError.
    """
    try:
        changes = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise UnreadablePreferencesError("no preferences") from error
    if (
        not isinstance(changes, dict)
        or not changes
        or not all(_is_valid(name, changes[name]) for name in changes)
    ):
        raise UnreadablePreferencesError("no preferences")
    with transaction.atomic():
        # Two windows may set two things at once.
        own = Judge.objects.select_for_update().get(pk=judge.pk)
        kept: dict[str, Any] = {**own.preferences, **changes}
        Judge.objects.filter(pk=judge.pk).update(preferences=kept)
    judge.preferences = kept
    return kept


def keys_of(judge: Judge) -> dict[str, str]:
    """The key of every action, "" where the judge has taken it away."""
    return {**LETTER_KEYS, **judge.preferences.get("keys", {})}


def _is_valid(name: str, value: Any) -> bool:
    if name in CHOICES:
        return isinstance(value, str) and value in CHOICES[name]
    return name == "keys" and isinstance(value, dict) and _are_keys(value)


def _are_keys(keys: dict[str, Any]) -> bool:
    if not all(action in LETTER_KEYS and isinstance(key, str) for action, key in keys.items()):
        return False
    given = [key for key in {**LETTER_KEYS, **keys}.values() if key]
    # Digits are ranks, and a key that does two things does neither.
    return len(set(given)) == len(given) and all(
        len(key) == 1 and key.isprintable() and not key.isspace() and not key.isdigit() and key == key.lower()
        for key in given
    )
