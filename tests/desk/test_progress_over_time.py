"""Rankings over time, beside the plan."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Item, Judge, Ranking
from rankings.plan.forecast import Shortage, shortage_of
from rankings.plan.progress import behind, campaign_pace, campaign_progress
from tests.factories import act, make_campaign, make_item, make_judge, make_ranking


@pytest.fixture
def campaign(client: Client, alice: User) -> Campaign:
    """Thirty items for two judges each; Alice, who is signed in, owns it."""
    campaign = make_campaign("essays", owner=alice)
    for number in range(30):
        make_item(campaign, number % 4, number=number)
    client.force_login(alice)
    return campaign


def rank(campaign: Campaign, name: str, per_day: list[int], now: datetime | None = None) -> Judge:
    """Rankings of a new judge: so many on each day, the last of them today."""
    judge = make_judge(campaign, name)
    items = list(Item.objects.filter(campaign=campaign, purpose="judging").order_by("number"))
    done = 0
    for ago, number in enumerate(reversed(per_day)):
        when = (now or timezone.now()) - timedelta(days=ago, minutes=1)
        for item in items[done : done + number]:
            made = make_ranking(judge, item, [1, *[2] * (item.outputs.count() - 1)])
            Ranking.objects.filter(pk=made.pk).update(submitted_at=when)
        done += number
    return judge


def noon() -> datetime:
    return timezone.now().replace(hour=12)


def test_each_day_has_its_rankings_and_the_sum_grows_towards_the_plan(campaign: Campaign) -> None:
    now = noon()
    rank(campaign, "A", [4, 0, 6, 5], now)
    rank(campaign, "B", [1, 0, 0, 3], now)
    pace = campaign_pace(campaign, campaign_progress(campaign), now)
    assert [(one.rankings, one.so_far, one.judges) for one in pace.days] == [
        (5, 5, 2),
        (6, 11, 1),
        (8, 19, 2),
    ]
    assert pace.target == 60
    assert pace.done_on == (now + timedelta(days=9)).date(), "19 in four days, so 41 in nine"


def test_what_fills_no_slot_of_the_plan_is_not_counted(campaign: Campaign) -> None:
    judge = rank(campaign, "A", [3])
    Item.objects.filter(campaign=campaign, number=0).update(is_imported=True)
    Ranking.objects.filter(judge=judge, item__number=1).update(skipped=True)
    pace = campaign_pace(campaign, campaign_progress(campaign), timezone.now())
    assert pace.days[-1].so_far == 1


def test_the_overview_names_who_is_behind_and_how_many_to_invite(
    campaign: Campaign, client: Client, alice: User, make_user: Callable[..., User]
) -> None:
    judges = [rank(campaign, name, [done]) for name, done in (("A", 30), ("B", 20), ("C", 4))]
    for judge in judges:
        judge.user = make_user(judge.name.lower())
        judge.save()
    page = client.get("/campaigns/essays/").text
    assert [row.judge.name for row in behind(campaign, campaign_progress(campaign))] == ["C"]
    assert "Behind the others" in page
    assert shortage_of(campaign, campaign_progress(campaign)) is None
    for judge in judges[:2]:
        act(alice, "rankings.discard", campaign, judge.pk, since=None, until=None, reason="Bad", hold=True)
    assert shortage_of(campaign, campaign_progress(campaign)) == Shortage(56, 26, 1, 1)
    said = "56 rankings are missing; your judge can do at most 26: invite 1 more."
    assert said in client.get("/campaigns/essays/").text
