"""The words of the history."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from rankings.desk.event_words import ACTIONS, action_in_words, details_in_words
from rankings.plan import sampling

# Of no campaign that is still there, so on no page; and what is written with a word that a variable holds.
ELSEWHERE = {"campaign.delete"}
MADE = {
    *(f"campaign.{step}" for step in ("open", "close", "reopen", "freeze")),
    *(f"flag.{outcome}" for outcome in ("answered", "retired", "dismissed")),
    *("checks.make", "training.make"),
    *("systems.rename", "sentences.add", "judge.hold", "judge.resume"),
    sampling.DRAW_ACTION,
}


def recorded() -> Iterator[str]:
    """The actions that sources of campaigns name where they record an event."""
    for folder in ("rankings", "metrics"):
        for file in Path(settings.BASE_DIR, folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "record_event":
                    action = node.args[1]
                    if isinstance(action, ast.Constant):
                        yield str(action.value)


def test_every_action_has_words() -> None:
    named = set(recorded())
    assert len(named) > 50
    assert (named | MADE) - ELSEWHERE <= set(ACTIONS)


@pytest.mark.parametrize("action", ["judge.hold", "items.draw"])
def test_words_are_no_codes(action: str) -> None:
    assert "." not in action_in_words(action)


def test_details_are_named_and_empty_ones_left_out() -> None:
    detail = {"first_line": 3, "files": ["a", "b"], "seed": "", "own_name": "x"}
    assert details_in_words(detail) == [("first line", "3"), ("files", "a, b"), ("own name", "x")]


def test_settings_are_called_as_on_their_page() -> None:
    assert details_in_words({"least_checks": 2}) == [("check items before a judge is assessed", "2")]
