"""Details in the history of a campaign that are stored as short names, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import FieldDoesNotExist

from rankings.analysis.methods import REGISTERED
from rankings.models import Campaign, Membership

# By the name of a detail, what its values are called.
LABELS: Mapping[str, Callable[[], Mapping[Any, Any]]] = {
    "method": lambda: {name: one.title for name, one in REGISTERED.items()},
    "role": lambda: dict(Membership.Role.choices),
    "speaks_for": lambda: {"judges-like-these": "judges like these", "these-judges": "these judges"},
}


def setting_in_words(name: str) -> str:
    """What a setting of campaigns is called; "" for everything else."""
    try:
        return str(getattr(Campaign._meta.get_field(name), "verbose_name", ""))
    except FieldDoesNotExist:
        return ""


def value_in_words(name: str, value: Any) -> str:
    """What a stored value of a detail is called; the value itself where it has no other name."""
    if name in LABELS:
        return str(LABELS[name]().get(value, value))
    try:
        choices = dict(getattr(Campaign._meta.get_field(name), "flatchoices", ()))
    except FieldDoesNotExist:
        return str(value)
    return str(choices.get(value, value))
