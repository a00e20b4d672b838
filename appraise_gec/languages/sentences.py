"""What depends on the language of the reader: what stands between sentences, and times."""

from collections.abc import Iterable
from datetime import datetime

from django.template import Library
from django.utils.formats import date_format
from django.utils.translation import get_language

WITHOUT_SPACE = frozenset({"zh-hans", "ja"})
SEMICOLONS = {"zh-hans": "\uff1b", "ja": "\u3001", "ar": "\u061b "}


def between_sentences() -> str:
    """A space, which Chinese and Japanese do without."""
    return "" if get_language() in WITHOUT_SPACE else " "


def in_one_sentence(parts: Iterable[str]) -> str:
    """Parts of a sentence that may have commas of their own, one after the other."""
    return SEMICOLONS.get(get_language() or "", "; ").join(parts)


register = Library()


@register.simple_tag(name="between_sentences")
def _between_sentences() -> str:
    """`{% between_sentences %}` between two sentences that are messages of their own."""
    return between_sentences()


@register.filter(expects_localtime=True)
def with_zone(moment: datetime | None) -> str:
    """`2026-11-23 16:05 UTC`, as the reader's language writes it."""
    return f"{date_format(moment, 'SHORT_DATETIME_FORMAT')} {moment:%Z}" if moment else ""
