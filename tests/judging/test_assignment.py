"""Which item a judge gets: in order, never twice, never beyond the planned number of judges."""

from datetime import timedelta

import pytest
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.judging.assignment import next_assignment
from rankings.judging.standing import task_of
from rankings.judging.turns import LEASE
from rankings.models import Assignment, Campaign, Item, Judge
from tests.factories import make_campaign, make_item, make_judge

State = Assignment.State


def finish(assignment: Assignment, state: str = State.DONE) -> Assignment:
    Assignment.objects.filter(pk=assignment.pk).update(state=state, finished_at=timezone.now())
    return assignment


def let_lapse(assignment: Assignment) -> None:
    Assignment.objects.filter(pk=assignment.pk).update(lease_expires_at=timezone.now() - timedelta(seconds=1))


def lend(judge: Judge) -> Assignment:
    assignment = next_assignment(judge)
    assert assignment is not None
    return assignment


def do_all(judge: Judge) -> list[int]:
    numbers = []
    while assignment := next_assignment(judge):
        numbers.append(finish(assignment).item.number)
    return numbers


def test_an_item_begun_comes_again_with_the_same_order_of_outputs(judge: Judge) -> None:
    first = lend(judge)
    again = lend(judge)
    assert (again.pk, again.order) == (first.pk, first.order)
    assert sorted(first.order) == list(first.item.outputs.values_list("position", flat=True))


def test_a_lapsed_lease_frees_the_place(campaign: Campaign) -> None:
    first, second, third = (make_judge(campaign, name) for name in ("a", "b", "c"))
    lend(first)
    let_lapse(lend(second))
    assert lend(third).item.number == 0


@pytest.mark.parametrize("minutes", [-1, 10])
def test_a_lease_that_is_short_or_has_lapsed_is_renewed_for_its_judge(judge: Judge, minutes: int) -> None:
    begun = lend(judge)
    ends = timezone.now() + timedelta(minutes=minutes)
    Assignment.objects.filter(pk=begun.pk).update(lease_expires_at=ends)
    again = lend(judge)
    assert again.pk == begun.pk
    assert again.lease_expires_at > timezone.now() + LEASE - timedelta(minutes=1)


def test_what_a_judge_set_aside_goes_to_another_judge_but_not_to_the_same(campaign: Campaign) -> None:
    first, second, third = (make_judge(campaign, name) for name in ("a", "b", "c"))
    finish(lend(first), State.SKIPPED)
    assert lend(first).item.number == 1
    assert [lend(second).item.number, lend(third).item.number] == [0, 0]


def test_imported_items_are_never_lent(campaign: Campaign, judge: Judge) -> None:
    Item.objects.filter(number__in=[0, 2]).update(is_imported=True)
    assert do_all(judge) == [1, 3]


def test_a_sentence_drawn_twice_comes_back_only_after_a_gap(campaign: Campaign, judge: Judge) -> None:
    make_item(campaign, sentence=0, number=4)
    make_item(campaign, sentence=1, number=5)
    Item.objects.filter(number=1).update(number=10)
    Item.objects.filter(number=4).update(number=1)
    # Sentence 0 is asked for by items 0 and 1. The second is put off as long as anything else is left.
    assert do_all(judge) == [0, 2, 3, 5, 1, 10]


@pytest.mark.parametrize("state", ["draft", "closed", "frozen"])
def test_nothing_is_lent_outside_of_an_open_campaign(campaign: Campaign, judge: Judge, state: str) -> None:
    campaign.state = state
    campaign.save()
    judge.refresh_from_db()
    assert next_assignment(judge) is None


def test_items_of_other_campaigns_stay_there(campaign: Campaign, judge: Judge, charlie: User) -> None:
    other = make_campaign("letters")
    make_item(other)
    stranger = make_judge(other, "J1", charlie)
    assert do_all(stranger) == [0]
    assert len(do_all(judge)) == 4


def test_the_task_says_what_is_done_and_what_is_left(campaign: Campaign, judge: Judge) -> None:
    for name in ("b", "c"):
        finish(lend(make_judge(campaign, name)))
    finish(lend(judge))
    finish(lend(judge), State.SKIPPED)
    lend(judge)
    task = task_of(judge)
    assert (task.stage, task.ranked, task.skipped) == ("ready", 1, 1)
    assert (task.begun, task.left, task.goal) == (1, 1, None)
