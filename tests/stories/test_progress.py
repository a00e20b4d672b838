"""A manager sees how far the judges are, and closes when it is enough."""

from tests.stories.campaigns import desk, judge_all, judges, make_campaign, open_campaign, start, task
from tests.stories.person import Person


def test_progress_is_seen_while_judges_work(manager: Person) -> None:
    make_campaign(manager, items=5, judges_each=2).sees("0 of 10")
    ann, ben, cleo = judges(manager, "Ann", "Ben", "Cleo")
    task(ann).sees("not been opened")
    open_campaign(manager)
    assert judge_all(ann, most=3) == 3
    task(ann).sees("3 items done")
    desk(manager).sees("3 of 10 planned rankings are done (30 %)")
    manager.follow("Judges")
    assert [manager.row(name)[1] for name in ("Ann", "Ben")] == ["3", "0"]
    assert judge_all(ben) == 5
    assert judge_all(ann) == 2
    start(cleo).sees("no items")
    desk(manager).sees("10 of 10").follow("Judges").follow("Ben").sees("Answers")
    assert len(manager.table("Answers")) == 5
    ben.follow("View or change your items").follow("Change", first=True)
    ben.rank(*[1] * len(ben.outputs())).press("Save change")
    desk(manager).follow("Judges").follow("Ben").sees("changed 1")

    desk(manager).follow("Close").press("Close").sees("closed")
    task(ann).sees("closed").follow("View your items")
    assert not ann.offers("Change this")
    desk(manager).follow("Open again").press("Open again")
    assert task(ann).follow("View or change").offers("Change this")
