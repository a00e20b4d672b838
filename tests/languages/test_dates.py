"""Days and times in the order of the reader's language."""

from datetime import datetime

import pytest
from django.utils import translation
from django.utils.formats import date_format

NOON = datetime(2026, 12, 23, 12, 5)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "23 December 2026, 12:05"),
        ("de", "23. Dezember 2026 12:05"),
        ("ar", "23 ديسمبر 2026، 12:05"),
        ("zh-hans", "2026年12月23日 12:05"),
    ],
)
def test_a_time_begins_with_its_day_in_the_order_of_the_language(language: str, words: str) -> None:
    with translation.override(language):
        assert date_format(NOON, "DATETIME_FORMAT") == words
