"""Real threads, real connections: the last place of an item is taken once, and a double click counts once."""

import uuid
from collections import Counter
from collections.abc import Callable

import pytest

from appraise_gec.accounts.models import User
from rankings.judging.answers import Visit
from rankings.judging.assignment import next_assignment
from rankings.judging.sheets import open_sheet
from rankings.judging.submission import submit_ranking
from rankings.models import Assignment, Campaign, Judge, Ranking
from tests.at_once import at_once
from tests.factories import make_campaign, make_items, make_judge

pytestmark = pytest.mark.django_db(transaction=True)


def make_open_campaign(judges_per_item: int, slug: str = "races") -> Campaign:
    campaign = make_campaign(slug)
    Campaign.objects.filter(pk=campaign.pk).update(judges_per_item=judges_per_item)
    campaign.refresh_from_db()
    make_items(campaign)
    return campaign


def lend_to(judge: Judge) -> Assignment | None:
    return next_assignment(Judge.objects.select_related("campaign").get(pk=judge.pk))


@pytest.mark.parametrize("judges_per_item", [1, 2])
def test_eight_judges_at_once_never_overfill_an_item(judges_per_item: int) -> None:
    campaign = make_open_campaign(judges_per_item)
    judges = [make_judge(campaign, f"judge {n}") for n in range(8)]
    results = at_once(*[lambda judge=judge: lend_to(judge) for judge in judges])

    per_item = Counter(result.item_id for result in results if result is not None)
    assert max(per_item.values()) <= judges_per_item
    # Four items: with one place each four judges go away empty-handed, with two places nobody does.
    assert sum(per_item.values()) == min(8, 4 * judges_per_item)


def test_the_last_place_of_the_last_item_goes_to_one_of_many() -> None:
    for attempt in range(5):
        campaign = make_open_campaign(1, f"races-{attempt}")
        campaign.items.exclude(number=0).delete()
        judges = [make_judge(campaign, f"judge {n}") for n in range(6)]
        results = at_once(*[lambda judge=judge: lend_to(judge) for judge in judges])
        assert sum(result is not None for result in results) == 1
        assert Assignment.objects.filter(judge__campaign=campaign).count() == 1


def test_one_judge_asking_in_many_windows_gets_no_item_twice() -> None:
    campaign = make_open_campaign(2)
    judge = make_judge(campaign, "J1")
    results = at_once(*[lambda: lend_to(judge)] * 6)
    assert all(result is not None for result in results)
    assert Assignment.objects.count() == len({result.item_id for result in results})


@pytest.mark.parametrize("same_page", [True, False])
def test_an_answer_sent_many_times_at_once_is_kept_once(
    make_user: Callable[..., User], same_page: bool
) -> None:
    campaign = make_open_campaign(2)
    user = make_user("bob")
    assignment = lend_to(make_judge(campaign, "J1", user))
    assert assignment is not None
    page = uuid.uuid4()

    def send() -> Ranking:
        sheet = open_sheet(user, campaign.slug, assignment.key)
        return submit_ranking(sheet, [1, 2, 3], Visit(page if same_page else uuid.uuid4()))

    results = at_once(*[send] * 6)
    assert len({ranking.pk for ranking in results}) == 1
    assert Ranking.objects.count() == 1


def test_changes_sent_at_once_leave_one_current_ranking(make_user: Callable[..., User]) -> None:
    campaign = make_open_campaign(2)
    user = make_user("bob")
    assignment = lend_to(make_judge(campaign, "J1", user))
    assert assignment is not None

    def send(ranks: list[int | None]) -> Callable[[], Ranking]:
        return lambda: submit_ranking(
            open_sheet(user, campaign.slug, assignment.key), ranks, Visit(uuid.uuid4())
        )

    at_once(send([1, 2, 3]), send([2, 1, 3]), send([3, 2, 1]), send([1, 1, 1]))
    assert Ranking.objects.filter(is_current=True).count() == 1
    assert sorted(Ranking.objects.values_list("revision", flat=True)) == [1, 2, 3, 4]
