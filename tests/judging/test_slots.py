"""Which items that a judge has begun are still the judge's to finish."""

from datetime import timedelta

import pytest
from django.utils import timezone

from rankings.judging.assignment import next_assignment
from rankings.judging.standing import task_of
from rankings.judging.turns import begun_by
from rankings.models import Assignment, Campaign, Item, Judge
from tests.factories import make_judge

State = Assignment.State


def give(judge: Judge, item: Item, *, minutes: int, state: str = State.LENT) -> Assignment:
    """An item in the hands of a judge whose lease ends in so many minutes."""
    now = timezone.now()
    return Assignment.objects.create(
        judge=judge,
        item=item,
        state=state,
        order=[0, 1, 2],
        lent_at=now,
        lease_expires_at=now + timedelta(minutes=minutes),
    )


@pytest.fixture
def item(campaign: Campaign) -> Item:
    return campaign.items.get(number=0)


def begun(judge: Judge) -> list[Assignment]:
    return list(begun_by(judge, timezone.now()))


def test_a_live_lease_keeps_the_item_though_all_its_places_are_taken(judge: Judge, item: Item):
    """The judge's own lease is one of those places."""
    own = give(judge, item, minutes=5)
    give(make_judge(judge.campaign, "J2"), item, minutes=-5, state=State.DONE)
    assert judge.campaign.judges_per_item == 2
    assert begun(judge) == [own]
    assert next_assignment(judge) == own
    assert task_of(judge).begun == 1


def test_a_live_lease_outlasts_the_retirement_of_its_item(judge: Judge, item: Item):
    own = give(judge, item, minutes=5)
    Item.objects.filter(pk=item.pk).update(retired_at=timezone.now())
    assert begun(judge) == [own]
    Assignment.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    assert begun(judge) == []


@pytest.mark.parametrize(
    ("state", "minutes", "is_full"),
    [(State.DONE, -5, True), (State.LENT, 5, True), (State.LENT, -5, False), (State.SKIPPED, 5, False)],
)
def test_a_lapsed_lease_keeps_the_item_until_others_have_taken_all_places(
    judge: Judge, item: Item, state: str, minutes: int, is_full: bool
):
    own = give(judge, item, minutes=-1)
    give(make_judge(judge.campaign, "J2"), item, minutes=-5, state=State.DONE)
    assert begun(judge) == [own]
    give(make_judge(judge.campaign, "J3"), item, minutes=minutes, state=state)
    assert begun(judge) == ([] if is_full else [own])


def test_what_was_taken_back_or_is_finished_or_anothers_is_not_begun(judge: Judge, item: Item):
    own = give(judge, item, minutes=5)
    other = give(make_judge(judge.campaign, "J2"), item, minutes=5)
    assert begun(other.judge) == [other]
    for change in ({"revoked_at": timezone.now()}, {"revoked_at": None, "state": State.DONE}):
        Assignment.objects.filter(pk=own.pk).update(**change)
        assert begun(judge) == []
