"""A manager samples items and sees beforehand what comes of it."""

from tests.stories.campaigns import desk, judge_all, judges, open_campaign, upload
from tests.stories.person import Person


def sentences(manager: Person) -> list[str]:
    """The sentences of all items in order."""
    desk(manager).follow("Work")
    return [
        next(cell for cell in row if cell.startswith("The ")) for row in manager.table("Items and answers")
    ]


def sample(manager: Person, **filled: int) -> Person:
    desk(manager).follow("Design").fill({"Items to sample": filled["items"], "Seed": filled["seed"]})
    return manager.fill({"more than once": False})


def test_items_are_sampled_and_sampled_again(manager: Person) -> None:
    upload(manager, "Animals").press("Create").sees("24 sentences", "4 systems")
    manager.follow("Design").fill({"Judges per item": 3}).press("Save the plan")
    sample(manager, items=10, seed=7).press("Sample the items").sees("now has 10")
    first = sentences(manager)
    assert len(set(first)) == 10
    sample(manager, items=10, seed=8).press("Sample again")
    assert sentences(manager) != first
    sample(manager, items=10, seed=7).press("Sample again")
    assert sentences(manager) == first, "the same seed gives the same items"
    sample(manager, items=25, seed=7).press("Sample again").sees("Only 24")
    assert sentences(manager) == first

    # What judges may have seen stays; more comes after it.
    [judge] = judges(manager, "Ann")
    open_campaign(manager)
    assert judge_all(judge, most=4) == 4
    sample(manager, items=5, seed=1).press("Add")
    assert sentences(manager)[:10] == first
    assert len(sentences(manager)) == 15
    assert judge_all(judge) == 11
