"""Forms are read without trust, and rankings are said in words."""

import uuid
from datetime import timedelta

from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from rankings.judging.answers import opened_stamp, read_ranks, read_visit


def test_ranks_are_read_by_row() -> None:
    assert read_ranks({"rank-0": "3", "rank-2": "1", "rank-7": "1"}, 3) == [3, None, 1]


@given(st.text(), st.text(), st.text())
def test_any_form_is_read_without_an_error(submission: str, opened: str, active: str) -> None:
    visit = read_visit({"submission": submission, "opened": opened, "active": active}, uuid.uuid4())
    assert visit.active_seconds is None or 0 <= visit.active_seconds < float("inf")


def test_the_time_of_opening_comes_back_only_as_the_server_signed_it_for_this_page() -> None:
    key, other = uuid.uuid4(), uuid.uuid4()
    at = timezone.now() - timedelta(minutes=3)
    stamp = opened_stamp(key, at)
    assert read_visit({"opened": stamp}, key).opened_at == at
    assert read_visit({"opened": stamp}, other).opened_at is None
    assert read_visit({"opened": "x" + stamp}, key).opened_at is None
