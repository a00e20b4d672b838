"""Days as the reader's language writes them, for sentences made in Python; templates use `date`."""

from datetime import date

from django.utils.formats import date_format


def short_day(day: date) -> str:
    """`2026-11-23` in English, `23.11.2026` in German. Of a moment with a time zone: the day there."""
    return date_format(day, "SHORT_DATE_FORMAT")
