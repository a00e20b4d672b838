"""Forms are read without trust, and rankings are said in words."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone, translation
from hypothesis import given
from hypothesis import strategies as st

from rankings.items.ranking_words import ranks_in_words
from rankings.judging.answers import opened_stamp, read_flag, read_ranks, read_visit
from rankings.judgments.ranking_wording import letters_in_turn
from rankings.judgments.ranking_wording import ranks_in_words as ranking_in_words


@pytest.mark.parametrize("text", ["", "0", "6", "-1", "1.0", "1e0", " 1", "٣", "²", "x", "1" * 5000, "\0"])
def test_what_is_no_rank_counts_as_missing(text: str) -> None:
    assert read_ranks({"rank-0": text, "rank-1": "5"}, 2 if text else 5)[0] is None


def test_ranks_are_read_by_row() -> None:
    assert read_ranks({"rank-0": "3", "rank-2": "1", "rank-7": "1"}, 3) == [3, None, 1]


@given(st.text(), st.text(), st.text())
def test_any_form_is_read_without_an_error(submission: str, opened: str, active: str) -> None:
    visit = read_visit({"submission": submission, "opened": opened, "active": active}, uuid.uuid4())
    assert visit.active_seconds is None or 0 <= visit.active_seconds < float("inf")


@pytest.mark.parametrize("text", ["nan", "inf", "-5", "1e400", "", "abc"])
def test_impossible_times_are_unknown(text: str) -> None:
    assert read_visit({"active": text}, uuid.uuid4()).active_seconds is None


def test_the_time_of_opening_comes_back_only_as_the_server_signed_it_for_this_page() -> None:
    key, other = uuid.uuid4(), uuid.uuid4()
    at = timezone.now() - timedelta(minutes=3)
    stamp = opened_stamp(key, at)
    assert read_visit({"opened": stamp}, key).opened_at == at
    assert read_visit({"opened": stamp}, other).opened_at is None
    assert read_visit({"opened": "x" + stamp}, key).opened_at is None


def test_reasons_are_known_ones_and_notes_have_a_length() -> None:
    assert read_flag({"reason": "broken", "note": " a\0b "}).note == "ab"
    assert read_flag({"reason": "<script>"}).reason == ""
    assert len(read_flag({"note": "x" * 5000}).note) == 1000


@pytest.mark.parametrize(
    ("ranks", "words"),
    [
        ([2, 1, 3, 1], "Best: B and D; then A; worst: C."),
        ([5, 2], "Best: B; worst: A."),
        ([4, 4, 4], "All equal: A, B and C."),
        ([None, None], "No ranks yet."),
        ([2, None, 1, None], "So far: C, then A. Without a rank: B, D."),
        ([1, 2, 3, 4], "Best: A; then B; then C; worst: D."),
    ],
)
def test_a_ranking_in_words(ranks: list[int | None], words: str) -> None:
    assert ranks_in_words(ranks) == words


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "A, B, C"), ("de", "A, B, C"), ("ar", "A، B، C"), ("ja", "A、B、C"), ("zh-hans", "A、B、C")],
)
def test_letters_have_the_comma_of_the_language(language: str, words: str) -> None:
    with translation.override(language):
        assert letters_in_turn(["A", "B", "C"]) == words
        assert words in ranking_in_words([None, None, None, 1])
