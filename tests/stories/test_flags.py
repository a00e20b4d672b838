"""Judges say what is wrong with an item; a manager answers, or takes the item out."""

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


def test_flags_are_raised_answered_and_decided(manager: Person) -> None:
    make_campaign(manager, items=5, judges_each=2)
    ann, ben = judges(manager, "Ann", "Ben")
    open_campaign(manager)
    start(ann).fill({"The outputs cannot be compared": True, "Note": "Which house?"})
    broken = ann.outputs()
    ann.press("Flag and continue")
    assert ann.outputs() != broken
    ann.rank(*by_taste(ann.outputs())).fill({"Something else": True, "Note": "Odd."})
    ann.press("Flag and keep my ranking")
    assert judge_all(ann) == 3

    desk(manager).follow("2 flags").sees("Which house?", "Odd.", "also ranked")
    manager.follow("Review the flag", within="Which house?").sees("Which house?")
    manager.fill({"Item retired": True, "Answer to the judge": "The one with the number."})
    manager.press("Review the flag").follow("Review the flag", within="Odd.")
    manager.fill({"Dismissed": True}).press("Review the flag").sees("No flags")
    task(ann).sees("The one with the number.")
    # The retired item goes to nobody else. Ann answered all five, one of them without ranks.
    assert judge_all(ben) == 4
    desk(manager).follow("Judges")
    assert [manager.row(name)[1] for name in ("Ann", "Ben")] == ["5 1 skipped", "4"]
    ann.follow("View or change your items").sees("The outputs cannot be compared", "Odd.")
    ann.follow("Change", within="Odd.").rank(*[1] * len(ann.outputs())).press("Save change")
    ann.sees("changed")
