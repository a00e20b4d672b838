"""Judgments of files, chosen by document, day and time spent."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from rankings.formats.records import Judgment
from tests.cli.conftest import Call

Store = Callable[..., Path]


@pytest.fixture
def timed(few: list[Judgment]) -> list[Judgment]:
    """Sentence k was judged on 1 + k March at 23:30 UTC, by ann in 10 + k seconds, by bob in 3.

    Documents have three sentences. The last judgment of bob has neither day nor time.
    """
    made = []
    for one in few:
        number = int(one.sentence)
        spent = 10.0 + number if one.judge == "ann" else 3.0
        made.append(
            replace(
                one,
                document=f"essay-{number // 3}",
                seconds=60.0,
                active_seconds=spent,
                submitted_at=datetime(2026, 3, 1 + number, 23, 30, tzinfo=UTC),
            )
        )
    made[-1] = replace(made[-1], seconds=None, active_seconds=None, submitted_at=None)
    return made


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--only-document", "essay-9"), 'No document is called "essay-9"; documents are essay-0, essay-1.'),
        (("--first-day", "tomorrow"), "There is no day 'tomorrow'"),
        (("--first-day", "2026-03-02", "--last-day", "2026-03-01"), "The last day is before the first."),
        (("--time-zone", "Berlin"), "There is no time zone"),
        (("--least-active-seconds", "nan"), "nan is not a number"),
        (("--first-day", "2030-01-01"), "No judgment is left"),
    ],
)
def test_wrong_filters_are_refused(
    call: Call, store: Store, timed: list[Judgment], words: tuple[str, ...], message: str
) -> None:
    ended = call("rank", store("a.jsonl", timed), *words)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert message in ended.stderr


def test_a_filtered_report_tells_what_it_left_out(call: Call, store: Store, timed: list[Judgment]) -> None:
    words = ("--only-document", "essay-0", "--first-day", "2026-03-02", "--least-active-seconds", 5)
    ended = call("report", store("a.json", timed), *words, "--bootstrap", 20, "--json")
    assert ended.exit_code == 0, ended.stderr
    recipe = json.loads(ended.stdout)["recipe"]
    assert (recipe["rankings"]["number"], recipe["settings"]["documents"]) == (2, ["essay-0"])
    assert recipe["left_out"] == {
        "documents": {"rankings": 6},
        "days": {"rankings": 2, "unknown": 0},
        "active_time": {"rankings": 2, "unknown": 0},
    }
