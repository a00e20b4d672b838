"""When the plan will be done, and how many to invite."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Item, Judge, Ranking
from rankings.people.names import Invitee
from rankings.plan.forecast import Shortage, shortage_of
from rankings.plan.progress import campaign_progress, done_on
from tests.factories import act, make_campaign, make_item, make_judge, make_ranking


@pytest.fixture
def campaign(client: Client, alice: User) -> Campaign:
    """Thirty items for two judges each; Alice, who is signed in, owns it."""
    campaign = make_campaign("essays", owner=alice)
    for number in range(30):
        make_item(campaign, number % 4, number=number)
    client.force_login(alice)
    return campaign


def rank(campaign: Campaign, name: str, per_day: list[int]) -> Judge:
    """Rankings of a new judge: so many on each day, the last of them today."""
    judge = make_judge(campaign, name)
    items = list(Item.objects.filter(campaign=campaign, purpose="judging").order_by("number"))
    done = 0
    for ago, number in enumerate(reversed(per_day)):
        when = timezone.now().replace(hour=12) - timedelta(days=ago)
        for item in items[done : done + number]:
            made = make_ranking(judge, item, [1, *[2] * (item.outputs.count() - 1)])
            Ranking.objects.filter(pk=made.pk).update(submitted_at=when)
        done += number
    return judge


def test_the_end_is_foreseen_from_rankings_that_fill_the_plan(campaign: Campaign) -> None:
    now = timezone.now().replace(hour=13)
    judge = rank(campaign, "A", [4, 0, 6, 5])
    rank(campaign, "B", [1, 0, 0, 3])
    end = done_on(campaign, campaign_progress(campaign), now)
    assert end == (now + timedelta(days=9)).date(), "19 in four days, so 41 in nine"
    Ranking.objects.filter(judge=judge).update(skipped=True)
    assert campaign_progress(campaign).planned == 4
    Campaign.objects.update(state="closed")
    campaign.refresh_from_db()
    assert done_on(campaign, campaign_progress(campaign), now) is None


def test_the_overview_says_how_many_to_invite(
    campaign: Campaign, client: Client, alice: User, make_user: Callable[..., User]
) -> None:
    judges = [rank(campaign, name, [done]) for name, done in (("A", 30), ("B", 20), ("C", 4))]
    for judge in judges:
        judge.user = make_user(judge.name.lower())
        judge.save()
    assert shortage_of(campaign, campaign_progress(campaign)) is None
    for judge in judges[:2]:
        act(alice, "rankings.discard", campaign, judge.pk, since=None, until=None, reason="Bad", hold=True)
    assert shortage_of(campaign, campaign_progress(campaign)) == Shortage(56, 26, 1, 0, 1)
    said = "56 rankings are missing; your judge can do at most 26: invite 1 more."
    assert said in client.get("/campaigns/essays/").text
    assert "/campaigns/essays/judges/" in client.get("/").text, "the next step"
    act(alice, "judge.add", campaign, people=[Invitee("D", "")], send=False)
    assert shortage_of(campaign, campaign_progress(campaign)) == Shortage(56, 26, 1, 1, 0)
    said = "56 rankings are missing; your judge can do at most 26: 1 invited judge has not come yet."
    assert said in client.get("/campaigns/essays/").text
