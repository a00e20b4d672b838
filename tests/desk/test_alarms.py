"""Alarms on the desk: who is named, in which words, and who is not; and what the pages cost."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.analysis.judge_alarms import passes_too_few
from rankings.desk.alarms import TITLES, JudgeAlarms, alarms, evidence_of_judges
from rankings.models import Campaign, Item, Judge, Ranking
from rankings.people import members as people
from rankings.plan.progress import campaign_progress
from tests.factories import make_campaign, make_item, make_judge, make_ranking


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


def test_each_reason_has_its_words(campaign: Campaign, bob: User) -> None:
    for name in ("A", "B"):
        rank_all(make_judge(campaign, name))
    bad = make_judge(campaign, "Bad")
    rank_all(bad, seconds=0.0, ranks="column")
    make_checks(campaign, bad, passed=1, failed=3)
    found = raised(campaign)
    assert set(found) == {"Bad"}
    assert dict(found["Bad"].reasons) == {
        "Too fast": "Half of the rankings took at most 0 s; the other judges take 30 s.",
        "Fails check items": "Passed 1 of 4 check items. "
        "A careful judge passes so few in at most 1 of 100 cases.",
        "Always one column": "100 % of the rankings put all outputs in one column; among other judges, 0 %.",
        "Disagrees with the others": found["Bad"].reasons[-1][1],
    }
    assert "the median judge in" in found["Bad"].reasons[-1][1]


def test_others_who_are_as_fast_are_not_named_as_a_measure(campaign: Campaign) -> None:
    rank_all(make_judge(campaign, "Fast"), seconds=1.0)
    rank_all(make_judge(campaign, "Slower"), seconds=2.0)
    found = {name: dict(one.reasons)["Too fast"] for name, one in raised(campaign).items()}
    assert found == {
        "Fast": "Half of the rankings took at most 1.0 s; the other judges take 2.0 s.",
        "Slower": "Half of the rankings took at most 2.0 s.",
    }


def test_a_few_rankings_are_no_reason(campaign: Campaign) -> None:
    judge = make_judge(campaign, "Few")
    rank_all(judge, seconds=0.0, ranks="column")
    few = Ranking.objects.values_list("pk", flat=True)[7:]
    Ranking.objects.filter(pk__in=list(few)).delete()
    assert raised(campaign) == {}


def test_a_judge_on_hold_is_named_as_long_as_the_rankings_count(campaign: Campaign, alice: User) -> None:
    judge = make_judge(campaign, "Bad")
    rank_all(judge, seconds=0.0)
    make_checks(campaign, judge, passed=0, failed=3)
    people.set_on_hold(judge, True, alice)
    assert set(raised(campaign)) == {"Bad"}
    Ranking.objects.exclude(item__purpose="check").update(is_current=False)
    assert raised(campaign) == {}


def test_silence_is_told_while_there_is_work(campaign: Campaign, bob: User, charlie: User) -> None:
    quiet = make_judge(campaign, "Quiet", bob)
    rank_all(quiet, days_ago=4)
    last = Ranking.objects.filter(judge=quiet).order_by("-pk").first()
    assert last
    last.delete()
    fresh = make_judge(campaign, "Fresh", charlie)
    found = raised(campaign)
    assert set(found) == {"Quiet"}
    assert found["Quiet"].silent
    assert found["Quiet"].reasons == (("Silent", "Last ranking 4 days ago."),)
    Judge.objects.filter(pk=fresh.pk).update(created_at=timezone.now() - timedelta(days=5))
    assert raised(campaign)["Fresh"].reasons == (("Silent", "Has not begun in 5 days."),)
    Judge.objects.filter(pk=fresh.pk).update(quota=0)
    assert "Fresh" not in raised(campaign)
    Campaign.objects.update(state=Campaign.State.CLOSED)
    assert raised(Campaign.objects.get()) == {}


@pytest.mark.parametrize("page", ["", "judges/{judge}/work/", "judges/{judge}/discard/", "judges/hours.csv"])
def test_pages_cost_the_same_number_of_queries_for_one_ranking_and_for_many(
    client: Client, alice: User, campaign: Campaign, page: str
) -> None:
    client.force_login(alice)
    judge = make_judge(campaign, "A")
    item = campaign.items.first()
    assert item
    Ranking.objects.filter(pk=make_ranking(judge, item).pk).update(submitted_at=timezone.now())
    make_ranking(make_judge(campaign, "first"), item)
    address = f"/campaigns/essays/{page.format(judge=judge.pk)}"
    few = queries(client, address)
    for number in range(6):
        rank_all(make_judge(campaign, f"B{number}"), seconds=0.0)
    Ranking.objects.filter(judge=judge).delete()
    rank_all(judge)
    assert queries(client, address) <= few


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_the_desk_names_every_threshold_that_the_document_names(
    client: Client, campaign: Campaign, alice: User
) -> None:
    rank_all(make_judge(campaign, "Bad"), seconds=0.0)
    client.force_login(alice)
    page = client.get("/campaigns/essays/").text
    shown = {
        title: " ".join(rule.split()) for title, rule in re.findall(r"<li><b>(.*?)</b>: (.*?)</li>", page)
    }
    document = (settings.BASE_DIR / "docs" / "managing.md").read_text(encoding="utf-8")
    section = document[document.index("| alarm | when |") : document.index("The rules are in")]
    written = dict(re.findall(r"^\| ([A-Z][^|]*) \| ([^|]*) \|$", section, re.MULTILINE))
    assert list(shown) == list(written) == [*TITLES.values(), "Silent"]
    for title, rule in written.items():
        assert numbers(shown[title]) == numbers(rule), title
    for answered, passed in ((2, 0), (3, 0), (4, 1), (5, 2), (6, 2), (7, 3), (8, 4)):
        assert passes_too_few(answered, passed)
        assert not passes_too_few(answered, passed + 1)


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d[\d.,]*(?<=\d)", text))
