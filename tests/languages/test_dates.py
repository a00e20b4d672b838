"""Days and times in the order of the reader's language."""

from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.formats import date_format


@pytest.mark.parametrize(
    ("language", "day", "time", "zoned"),
    [
        ("en", "2026-12-23", "2026-12-23 12:05", "2026-12-23 12:05 UTC"),
        ("de", "23.12.2026", "23.12.2026 12:05", "23.12.2026 12:05 UTC"),
        ("fr", "23/12/2026", "23/12/2026 12:05", "23/12/2026 12:05 UTC"),
        ("zh-hans", "2026年12月23日", "2026年12月23日 12:05", "2026年12月23日 12:05 UTC"),
        ("ja", "2026/12/23", "2026/12/23 12:05", "2026/12/23 12:05 UTC"),
    ],
)
def test_short_days_and_times_are_the_languages_own(language: str, day: str, time: str, zoned: str) -> None:
    moment = datetime(2026, 12, 23, 12, 5, 9, tzinfo=UTC)
    with translation.override(language):
        assert date_format(moment, "SHORT_DATE_FORMAT") == day
        assert date_format(moment, "SHORT_DATETIME_FORMAT") == time
        shown = Template("{{ at|with_zone }} · {{ none|with_zone }}")
        assert shown.render(Context({"at": moment, "none": None})) == f"{zoned} · "
