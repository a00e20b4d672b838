"""Times in words."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone, translation

from appraise_gec.presentation.numbers import hours_and_minutes
from appraise_gec.templatetags.times import ago_or_day


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.0, "0 min"),
        (0.2, "1 s"),
        (29.4, "29 s"),
        (59.4, "59 s"),
        (59.5, "1 min"),
        (480.0, "8 min"),
        (3569.0, "59 min"),
        (3571.0, "1 h 00 min"),
        (5400.0, "1 h 30 min"),
        (3_600_000.0, "1,000 h 00 min"),
    ],
)
def test_hours_only_where_there_are_any(seconds: float, words: str) -> None:
    assert hours_and_minutes(seconds) == words


def test_days_take_the_place_of_long_ago() -> None:
    now = timezone.now()
    assert ago_or_day(now - timedelta(hours=3)).replace("\xa0", " ") == "3 hours ago"
    with translation.override("de"), timezone.override(UTC):
        assert ago_or_day(datetime(2026, 1, 9, 12, tzinfo=UTC)) == "09.01.2026"
