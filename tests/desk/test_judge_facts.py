"""In a large campaign a worker finds out about judges; the desk shows the last result with its time."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job
from rankings.desk import judge_facts
from rankings.models import Campaign, Judge, RankedOutput, Ranking
from tests.desk.test_alarms import rank_all
from tests.factories import make_campaign, make_item, make_judge

FIRST_TIME = "is being worked out for the first time"
AGAIN = "It is being worked out again"


@pytest.fixture
def large(client: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Three careful judges and one who takes no time; every campaign counts as large. Alice is signed in."""
    monkeypatch.setattr(judge_facts, "MOST_AT_ONCE", 0)
    campaign = make_campaign("essays", owner=alice)
    for number in range(12):
        make_item(campaign, number % 4, number=number)
    for name in ("A", "B", "C"):
        rank_all(make_judge(campaign, name))
    rank_all(make_judge(campaign, "Zero"), seconds=0.0)
    client.force_login(alice)
    return campaign


def desk(client: Client) -> str:
    return client.get("/campaigns/essays/").text


def test_the_desk_waits_for_no_model_and_names_the_judge_when_it_is_there(
    client: Client, large: Campaign, run_jobs: Callable[[], int]
) -> None:
    page = desk(client)
    assert FIRST_TIME in page
    assert "Half of the rankings took" not in page
    desk(client)
    assert Job.objects.count() == 1, "opening the page twice asks once"
    assert run_jobs() == 1
    page = desk(client)
    assert FIRST_TIME not in page
    assert AGAIN not in page
    assert "What the rankings say about the judges was worked out" in page
    assert "Half of the rankings took at most 0 s; the other judges take 30 s." in page
    assert Job.objects.count() == 1
    judge = Judge.objects.get(name="Zero")
    assert "Half of the rankings took at most 0 s" in client.get(f"/campaigns/essays/judges/{judge.pk}/").text


def test_the_last_result_stays_while_rankings_come_and_is_renewed_once_a_minute(
    client: Client, large: Campaign, run_jobs: Callable[[], int]
) -> None:
    desk(client)
    run_jobs()
    rank_all(make_judge(large, "New"), seconds=0.0)
    page = desk(client)
    assert AGAIN not in page, "a new one may wait"
    assert page.count("Half of the rankings took at most 0 s") == 1
    Job.objects.update(finished_at=timezone.now() - timedelta(minutes=1))
    assert AGAIN in desk(client)
    assert desk(client).count("Half of the rankings took at most 0 s") == 1
    assert run_jobs() == 1
    assert desk(client).count("Half of the rankings took at most 0 s") == 2
    assert Job.objects.count() == 2
    Job.objects.update(finished_at=timezone.now() - timedelta(minutes=1))
    rank_all(make_judge(large, "Newer"))
    desk(client)
    assert Job.objects.count() == 2, "only the last result is kept"


def test_discarding_is_seen_at_once(client: Client, large: Campaign, run_jobs: Callable[[], int]) -> None:
    desk(client)
    run_jobs()
    judge = Judge.objects.get(name="Zero")
    fields = {"reason": "named by the desk", "hold": "on"}
    assert client.post(f"/campaigns/essays/do/rankings.discard/{judge.pk}/", fields).status_code == 302
    page = desk(client)
    assert "Half of the rankings took" not in page
    assert AGAIN in page
    run_jobs()
    assert AGAIN not in desk(client)


def test_a_worker_and_a_page_find_the_same(large: Campaign) -> None:
    """What is kept as JSON comes back as it was."""
    from rankings.desk.judge_facts import JudgeFacts, facts_of_judges
    from rankings.formats.results import from_json, to_json

    RankedOutput.objects.filter(ranking__judge__name="B", rank__gt=1).update(rank=2)
    Ranking.objects.filter(judge__name="C").update(active_seconds=None)
    facts = facts_of_judges(large)
    assert len(facts) == 4
    assert {key: from_json(JudgeFacts, to_json(one)) for key, one in facts.items()} == facts


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_page_does_not_wait_for_somebody_who_holds_the_campaign(client: Client, large: Campaign) -> None:
    """An import holds the campaign for as long as it takes."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Campaign.objects.select_for_update().get(pk=large.pk)
            held.set()
            done.wait(30)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        assert held.wait(10)
        assert FIRST_TIME in desk(client)
        assert not Job.objects.exists()
    finally:
        done.set()
        holder.join()
    desk(client)
    assert Job.objects.count() == 1
