"""What is known of judges: alarms, who is named and who is not; and the hours that they worked."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.desk import judge_facts
from rankings.desk.judge_facts import JudgeAlarms, judge_rows
from rankings.models import Campaign, Item, Judge, Ranking
from tests.factories import act, make_campaign, make_item, make_judge, make_ranking


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = make_campaign("essays", owner=alice)
    for number in range(12):
        make_item(campaign, number % 4, number=number)
    return campaign


def raised(campaign: Campaign) -> dict[str, JudgeAlarms]:
    known = judge_rows(campaign)
    return {one.judge.name: one.alarm for one in known if one.alarm}


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


def test_a_judge_on_hold_is_named_as_long_as_the_rankings_count(campaign: Campaign, alice: User) -> None:
    judge = make_judge(campaign, "Bad")
    rank_all(judge, seconds=0.0)
    make_checks(campaign, judge, passed=0, failed=3)
    act(alice, "judge.hold", campaign, judge.pk)
    assert set(raised(campaign)) == {"Bad"}
    Ranking.objects.exclude(item__purpose="check").update(is_current=False)
    assert raised(campaign) == {}


def test_in_a_large_campaign_alarms_are_a_minute_old_but_for_discards(
    campaign: Campaign, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge_facts, "MOST_AT_ONCE", 0)
    for name in ("A", "B", "C"):
        rank_all(make_judge(campaign, name))
    zero = make_judge(campaign, "Zero")
    rank_all(zero, seconds=0.0)
    said = "Half of the rankings took at most 0 s; the other judges take 30 s."
    assert raised(campaign)["Zero"].reasons[0][1] == said
    rank_all(make_judge(campaign, "New"), seconds=0.0)
    assert set(raised(campaign)) == {"Zero"}
    monkeypatch.setattr(judge_facts, "LEAST_AGE", 0)
    assert set(raised(campaign)) == {"Zero", "New"}
    monkeypatch.setattr(judge_facts, "LEAST_AGE", 60)
    act(alice, "rankings.discard", campaign, zero.pk, since=None, until=None, reason="fast", hold=True)
    assert set(raised(campaign)) == {"New"}


def test_items_checks_and_hours_by_judge(client: Client, campaign: Campaign, alice: User) -> None:
    items = list(campaign.items.order_by("number"))
    judge = make_judge(campaign, "=J1")
    make_judge(campaign, "idle")
    make_checks(campaign, judge, passed=1, failed=0)
    made = [make_ranking(judge, item) for item in items[:2]]
    # The time of a changed answer includes that of the one before.
    made.append(make_ranking(judge, items[0], [3, 2, 1][: items[0].outputs.count()], revision=2))
    for ranking, seconds in zip(made, (3600.0, 1200.0, 4200.0), strict=True):
        Ranking.objects.filter(pk=ranking.pk).update(active_seconds=seconds)
    Ranking.objects.update(submitted_at="2026-03-01T10:00Z")
    client.force_login(alice)
    lines = client.get("/campaigns/essays/judges/hours.csv").content.decode().splitlines()
    assert lines == ["judge,items,check_items,check_items_passed,active_hours", "'=J1,3,1,1,1.50"]
