"""Judgments of files, chosen by document, day and time spent."""

import json
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from rankings.formats.judgments import read_judgments
from rankings.formats.records import Judgment
from tests.cli.conftest import Ask, Call

Store = Callable[..., Path]
QUICK = ("--bootstrap", 20)


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


FILTERS = {
    "document": (("--only-document", "essay-1"), lambda one: one.document == "essay-1"),
    "days": (
        ("--first-day", "2026-03-02", "--last-day", "2026-03-04"),
        lambda one: one.submitted_at and 2 <= one.submitted_at.day <= 4,
    ),
    "days in a zone": (
        ("--first-day", "2026-03-02", "--last-day", "2026-03-04", "--time-zone", "Europe/Berlin"),
        lambda one: one.submitted_at and 1 <= one.submitted_at.day <= 3,
    ),
    "time": (
        ("--least-active-seconds", "11.5"),
        lambda one: one.active_seconds is None or one.active_seconds >= 11.5,
    ),
}


@pytest.mark.parametrize("name", FILTERS)
def test_filtered_judgments_are_those_of_a_file_without_the_others(
    ask: Ask, store: Store, timed: list[Judgment], name: str
) -> None:
    words, counts = FILTERS[name]
    chosen = [one for one in timed if counts(one)]
    assert 0 < len(chosen) < len(timed)
    whole = store("whole.jsonl", timed)
    ranked = ask("rank", whole, *words, *QUICK)
    alone = ask("rank", store("alone.jsonl", chosen), *QUICK)["result"]
    assert {**ranked["result"], "warnings": []} == {**alone, "warnings": []}
    both = ask("rank", whole, store("more.jsonl", [replace(timed[0], sentence="77")]), *words, *QUICK)
    assert both["result"]["rankings"] >= len(chosen)


def test_the_recipe_and_a_warning_say_what_was_left_out(
    ask: Ask, call: Call, store: Store, timed: list[Judgment]
) -> None:
    path = store("a.jsonl", timed)
    words = ("--first-day", "2026-03-03", "--least-active-seconds", 12)
    document = ask("rank", path, *words, *QUICK)
    settings = document["recipe"]["settings"]
    assert (settings["first_day"], settings["time_zone"]) == ("2026-03-03", "UTC")
    assert settings["least_active_seconds"] == 12
    assert "documents" not in settings
    days, time = document["result"]["warnings"]
    assert days.endswith("That leaves out 5 rankings. The day of 1 of them is not known.")
    assert time.endswith("That leaves out 3 rankings, and with them all of bob.")
    assert days in call("rank", path, *words, *QUICK).stderr
    assert "first_day" not in ask("rank", path, *QUICK)["recipe"]["settings"]


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


def test_a_filtered_report_and_its_archive(
    call: Call, store: Store, timed: list[Judgment], tmp_path: Path
) -> None:
    folder, paper = tmp_path / "report", tmp_path / "paper.zip"
    words = ("--only-document", "essay-0", "--first-day", "2026-03-02", "--least-active-seconds", 5)
    ended = call(
        "report",
        store("a.json", timed),
        *words,
        *("--bootstrap", 20, "-o", folder, "--archive", paper),
    )
    assert ended.exit_code == 0, ended.stderr
    made = json.loads((folder / "report.json").read_text())
    assert made["recipe"]["rankings"]["number"] == 2
    assert made["recipe"]["settings"]["documents"] == ["essay-0"]
    assert made["recipe"]["left_out"] == {
        "documents": {"rankings": 6, "judges": []},
        "days": {"rankings": 2, "judges": [], "unknown": 0},
        "active_time": {"rankings": 2, "judges": ["bob"], "unknown": 0},
    }
    page = (folder / "report.html").read_text()
    assert "Fast rankings do not count: less than 5 s of active time." in page
    verified = call("report", paper, "--verify")
    assert verified.exit_code == 0, verified.stdout
    with zipfile.ZipFile(paper) as archive:
        recipe = json.loads(archive.read("recipe.json"))
        held = read_judgments(archive.read("data/judgments.jsonl"), "judgments.jsonl")
    assert recipe["documents"] == ["chosen-document-1"]
    assert recipe["left_out"]["active_time"]["judges"] == ["judge-2"]
    assert {(one.judge, one.sentence) for one in held} == {("judge-1", "1"), ("judge-1", "2")}


def test_marks_on_edits_go_with_their_rankings(
    ask: Ask, store: Store, timed: list[Judgment], tmp_path: Path
) -> None:
    marks = tmp_path / "marks.csv"
    head = "judge,sentence,item,systems,start,end,original,correction,verdict"
    rows = [f"{judge},{number},,A,0,1,a,b,wrong" for judge in ("ann", "bob") for number in range(6)]
    marks.write_text("\n".join([head, *rows]) + "\n")
    path = store("a.jsonl", timed)
    more = ("--edit-marks", marks, *QUICK)
    whole = ask("report", path, *more)["result"]["rejected_edits"]
    some = ask("report", path, "--least-active-seconds", 5, *more)["result"]["rejected_edits"]
    # All of ann, and the one of bob whose time is not known.
    assert (whole["total"]["edits"], some["total"]["edits"]) == (12, 7)
