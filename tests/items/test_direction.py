"""Which way a text is read."""

import pytest

from rankings.items.tokens import direction_of_language, direction_of_text, reading_direction


@pytest.mark.parametrize(
    ("code", "expected"),
    [("ar", "rtl"), ("he", "rtl"), ("en", "ltr"), ("ar-Latn", "ltr"), ("az-Arab", "rtl"), ("", None)],
)
def test_a_language_has_its_direction(code, expected):
    assert direction_of_language(code) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("ذهب الولد .", "rtl"), ("I go home .", "ltr"), ("(2015) « ذهب Ahmed »", "rtl"), ("", "ltr")],
)
def test_a_text_has_the_direction_of_its_first_strong_character(text, expected):
    assert direction_of_text(text) == expected


def test_what_was_chosen_counts_first_then_the_language_then_the_text():
    assert reading_direction("ltr", "ar", "ذهب") == "ltr"
    assert reading_direction("rtl", "en", "I go") == "rtl"
    assert reading_direction("auto", "ar", "Ahmed ذهب") == "rtl"
    assert reading_direction("auto", "en", "الله is a word") == "ltr"
    assert reading_direction("auto", "ku", "ئەز دچم") == "rtl"
    assert reading_direction("auto", "", "ذهب") == "rtl"
