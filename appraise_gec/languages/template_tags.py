"""Tags for what depends on the reader's language: what stands between sentences, and times."""

from datetime import datetime

from django.template import Library
from django.utils.formats import date_format

from appraise_gec.languages.sentences import between_sentences

register = Library()


@register.simple_tag(name="between_sentences")
def _between_sentences() -> str:
    """`{% between_sentences %}` between two sentences that are messages of their own."""
    return between_sentences()


@register.filter(expects_localtime=True)
def with_zone(moment: datetime | None) -> str:
    """`2026-11-23 16:05 UTC`, as the reader's language writes it."""
    return f"{date_format(moment, 'SHORT_DATETIME_FORMAT')} {moment:%Z}" if moment else ""
