"""Parts of the item's page that are the same on thousands of pages, rendered once for each form they take."""

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

MOST_KEPT = 1024


def kept_fragment(template: str, **context: Hashable | Mapping[str, str]) -> SafeString:
    """The template rendered with this context and nothing else: no request, no CSRF token, no messages."""
    values = tuple(
        (name, tuple(value.items()) if isinstance(value, Mapping) else value)
        for name, value in context.items()
    )
    mappings = frozenset(name for name, value in context.items() if isinstance(value, Mapping))
    # True and 1 are equal, and a page may tell them apart.
    kinds = tuple(type(value) for value in context.values())
    return _rendered(template, get_language(), values, mappings, kinds)


@lru_cache(maxsize=MOST_KEPT)
def _rendered(
    template: str,
    language: str | None,
    values: tuple[tuple[str, Any], ...],
    mappings: frozenset[str],
    kinds: tuple[type, ...],
) -> SafeString:
    context = {name: dict(value) if name in mappings else value for name, value in values}
    return render_to_string(template, context)
