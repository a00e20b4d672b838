"""Texts of packages that know no Django: English to files, the reader's language on a page."""

import copy
import json
import pickle

import pytest
from django.template import Context, Engine
from django.utils import translation

from appraise_gec import words as module
from appraise_gec.words import (
    Figure,
    Words,
    in_readers_language,
    joined,
    listed,
    packed,
    unpacked,
    words,
    words_for_count,
    words_in,
)

GERMAN = {
    "for %(who)s": "für %(who)s",
    "%(n)s judge": "%(n)s Bewertender",
    "%(n)s judges": "%(n)s Bewertende",
    "%(others)s and %(last)s": "%(others)s und %(last)s",
    "rank|noun": "Rang",
    "rank": "ordnen",
    "100 % <b>": "100 % <i>",
}


class German:
    def message(self, text: str, context: str) -> str:
        return GERMAN.get(f"{text}|{context}" if context else text, text)

    def plural(self, one: str, many: str, n: int, context: str) -> str:
        return self.message(one if n == 1 else many, context)

    def number(self, text: str) -> str:
        return text.translate(str.maketrans(".,", ",."))

    def moment(self, text: str) -> str:
        day, time = text.split()
        return f"{'.'.join(reversed(day.split('-')))} {time}"


@pytest.fixture
def in_german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_reader", German)


def on_page(text: str) -> str:
    return Engine().from_string("{{ text }}").render(Context({"text": text}))


TWO = words_for_count("%(n)s judge", "%(n)s judges", 2)
EXAMPLES = [
    (words("for %(who)s", who="J1 <x>"), "for J1 <x>", "für J1 &lt;x&gt;"),
    (words("100 % <b>"), "100 % <b>", "100 % &lt;i&gt;"),
    (words_for_count("%(n)s judge", "%(n)s judges", 1), "1 judge", "1 Bewertender"),
    (words_for_count("%(n)s judge", "%(n)s judges", 1234), "1,234 judges", "1.234 Bewertende"),
    (words("for %(who)s", who=TWO), "for 2 judges", "für 2 Bewertende"),
    (words_in("noun", "rank"), "rank", "Rang"),
    (words("rank"), "rank", "ordnen"),
    (Figure("1,234.5 %"), "1,234.5 %", "1.234,5 %"),
    (joined(" · ", [words("rank"), "A", Figure(".5")]), "rank · A · .5", "ordnen · A · ,5"),
    (listed(["A", "B", words("rank")]), "A, B and rank", "A, B und ordnen"),
    (listed(["A"]), "A", "A"),
    ("plain", "plain", "plain"),
]  # fmt: skip


@pytest.mark.usefixtures("in_german")
@pytest.mark.parametrize(("text", "english", "german"), EXAMPLES)
def test_a_page_says_it_in_the_readers_language_and_files_in_english(
    text: str, english: str, german: str
) -> None:
    assert text == english
    assert f"{text}" == english
    assert json.loads(json.dumps(text)) == english
    assert on_page(text) == german
    for again in (
        pickle.loads(pickle.dumps(text)),  # noqa: S301
        copy.deepcopy(text),
        unpacked(json.loads(json.dumps(packed(text)))),
    ):
        assert again == english
        assert on_page(again) == german


def test_without_a_reader_everything_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_reader", lambda: None)
    for text, english, _ in EXAMPLES:
        assert in_readers_language(text) == english


def test_the_site_says_them_by_its_catalogs() -> None:
    with translation.override("de"):
        assert on_page(Figure("1,234.5")) == "1.234,5"
        assert on_page(words("Sign in")) == "Anmelden"
    with translation.override("en"):
        assert on_page(Figure("1,234.5")) == "1,234.5"


def test_what_makes_a_new_string_gives_a_plain_one() -> None:
    assert not isinstance(words("rank") + "!", Words)
    assert type(f"{words('rank')}") is str
