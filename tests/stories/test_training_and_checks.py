"""Judges train on items with a known answer; others among the items tell whether a judge reads."""

from collections.abc import Sequence

from tests.stories.campaigns import (
    by_taste,
    desk,
    judge_all,
    judges,
    make_campaign,
    open_campaign,
    start,
    task,
)
from tests.stories.person import Person


def upside_down(outputs: Sequence[str]) -> list[int]:
    ranks = by_taste(outputs)
    return [max(ranks) + 1 - rank for rank in ranks]


def quality(manager: Person) -> Person:
    return desk(manager).follow("Design")


def test_judges_train_and_those_who_fail_checks_are_stopped(manager: Person) -> None:
    make_campaign(manager, items=6, judges_each=2)
    quality(manager).follow("Create a training item").follow("Use this sentence:", first=True)
    manager.rank(*by_taste(manager.outputs()))
    manager.fill({"Training": True, "Explanation": "Only **runs** is right."}).press("Save the known answer")
    quality(manager).fill({"A damaged output": True, "How many": 4}).press("Create")
    quality(manager).fill({"Judges begin with": True, "Check items (%)": 50, "Minimum pass rate": 75})
    manager.fill({"before a judge is assessed": 2, "no further items": True}).press("Save")
    ann, ben = judges(manager, "Ann", "Ben")
    open_campaign(manager)

    start(ann).rank(*upside_down(ann.outputs())).press("Submit")
    ann.sees("A different answer was expected", "Only runs is right.")
    ann.rank(*by_taste(ann.outputs())).press("Save change").sees("That is the expected answer")
    done = judge_all(ann)
    assert done > 6, "some of them are checks"
    start(ben).rank(*by_taste(ben.outputs())).press("Submit").sees("That is the expected answer")
    assert judge_all(ben, ranks=upside_down) < done
    task(ben).sees("ends here", "check items")

    desk(manager).follow("Judges")
    assert "0 of 2" in " ".join(manager.row("Ben")), manager.text
    manager.follow("Ben").sees("failed")
    desk(manager).follow("Judges").follow("Ann").sees("passed").sees_not("failed")
