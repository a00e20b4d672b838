"""A manager puts a judge on hold, takes rankings out of the count, and takes both back."""

from tests.stories.campaigns import (
    desk,
    judge_all,
    judges,
    make_campaign,
    open_campaign,
    ranking_count,
    start,
)
from tests.stories.person import Person


def test_a_judge_is_held_discarded_replaced_and_taken_back(manager: Person) -> None:
    make_campaign(manager, items=4, judges_each=1)
    ann, ben = judges(manager, "Ann", "Ben")
    open_campaign(manager)
    assert judge_all(ann, ranks=lambda outputs: [1] * len(outputs)) == 4
    desk(manager).sees("4 of 4")
    start(ben).sees("no items")

    desk(manager).follow("Judges").press("Put on hold", within="Ann").sees("on hold")
    ann.visit("/").sees("on hold")
    desk(manager).follow("Judges").follow("Ann").follow("Discard").press("Discard").sees("reason")
    manager.fill({"Reason": "Every output the same rank"}).press("Discard")
    manager.sees("4 rankings of Ann are discarded", "Every output the same rank")
    assert ranking_count(manager) == 0
    assert judge_all(ben) == 4
    assert ranking_count(manager) == 4

    desk(manager).follow("Judges").follow("Ann").press("Let them count again").sees("count again")
    assert ranking_count(manager) == 8
    manager.follow("Animals").follow("Judges").press("End the hold", within="Ann")
    assert judge_all(ann) == 0
    desk(manager).follow("Settings").sees("Every output the same rank")
