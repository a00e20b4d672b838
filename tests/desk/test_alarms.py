"""Alarms on the desk: who is named, in which words, and who is not; and what the pages cost."""

from datetime import timedelta

import pytest
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.desk.alarms import JudgeAlarms, alarms, evidence_of_judges
from rankings.models import Campaign, Item, Judge, Ranking
from rankings.plan.progress import campaign_progress
from tests.factories import act, make_campaign, make_item, make_judge, make_ranking


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = make_campaign("essays", owner=alice)
    for number in range(12):
        make_item(campaign, number % 4, number=number)
    return campaign


def raised(campaign: Campaign) -> dict[str, JudgeAlarms]:
    now = timezone.now()
    found = alarms(campaign, campaign_progress(campaign), evidence_of_judges(campaign), now)
    return {alarm.judge.name: alarm for alarm in found}


def rank_all(judge: Judge, *, seconds: float = 30.0, ranks: str = "", days_ago: float = 0) -> None:
    for item in Item.objects.filter(campaign=judge.campaign, purpose="judging"):
        outputs = item.outputs.count()
        made = make_ranking(judge, item, [1] * outputs if ranks == "column" else ())
        when = timezone.now() - timedelta(days=days_ago)
        Ranking.objects.filter(pk=made.pk).update(active_seconds=seconds, submitted_at=when)


def make_checks(campaign: Campaign, judge: Judge, passed: int, failed: int) -> None:
    for number in range(passed + failed):
        check = make_item(campaign, 0, number=50 + number)
        check.purpose, check.expected = "check", {"before": [[0, 1]]}
        check.save()
        make_ranking(judge, check, [1, 2, 3] if number < passed else [2, 1, 3])


def test_careful_judges_are_not_named(campaign: Campaign) -> None:
    for name in ("A", "B", "C"):
        rank_all(make_judge(campaign, name))
    assert raised(campaign) == {}


def test_a_judge_on_hold_is_named_as_long_as_the_rankings_count(campaign: Campaign, alice: User) -> None:
    judge = make_judge(campaign, "Bad")
    rank_all(judge, seconds=0.0)
    make_checks(campaign, judge, passed=0, failed=3)
    act(alice, "judge.hold", campaign, judge.pk)
    assert set(raised(campaign)) == {"Bad"}
    Ranking.objects.exclude(item__purpose="check").update(is_current=False)
    assert raised(campaign) == {}
