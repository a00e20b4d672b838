"""A system that comes while judging is open is shown in what nobody has seen, ranked, renamed and retired."""

from collections.abc import Callable, Sequence

from tests.stories.campaigns import (
    SENTENCES,
    SYSTEMS,
    desk,
    judge_all,
    judges,
    make_campaign,
    open_campaign,
    ranking,
    report,
)
from tests.stories.person import Person, file

LATE = [line.replace("run", "walks") for line in SENTENCES]


def texts(manager: Person) -> Person:
    return desk(manager).follow("Settings").follow("Systems and sentences")


def test_a_late_system_is_shown_ranked_and_retired(manager: Person, run_jobs: Callable[[], int]) -> None:
    make_campaign(manager, items=8, judges_each=1)
    [ann] = judges(manager, "Ann")
    open_campaign(manager)
    assert judge_all(ann, most=3) == 3
    texts(manager).follow("Add a system").fill({"Output file": file("LATE.txt", LATE[:-1])})
    manager.press("Go to the preview").sees("LATE.txt", "23")
    assert not manager.offers("Add the system")
    texts(manager).follow("Add a system").fill({"Output file": file("LATE.txt", LATE)})
    manager.press("Go to the preview").press("Add the system").sees("LATE is added")
    desk(manager).sees("5 systems")

    seen: list[str] = []

    def like_walking(outputs: Sequence[str]) -> list[int]:
        seen.extend(outputs)
        return [1 if "walks" in text else 2 for text in outputs]

    assert judge_all(ann, ranks=like_walking) >= 4
    assert any("walks" in text for text in seen)
    assert not any("LATE" in text for text in seen)
    report(manager).follow("Choose the settings").fill({"Replicates": 200}).press(
        "Compute the report", within="Replicates"
    )
    assert run_jobs()
    systems = [system for _, system, *_ in ranking(report(manager))]
    assert systems[0] == "LATE"
    assert set(systems) == {*SYSTEMS, "INPUT", "LATE"}

    texts(manager).follow("Rename", within="LATE").fill({"New name": "WALKER"}).press("Rename")
    exported = report(manager).follow("All reports").download("Result XML")
    assert b"WALKER" in exported
    assert b"LATE" not in exported

    texts(manager).follow("Retire", within="WALKER").press("Retire").sees("retired")
    assert report(manager).follow("All reports").download("Result XML") == exported, "its rankings stay"
