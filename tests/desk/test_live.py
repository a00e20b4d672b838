"""Rankings over time and results so far: what managers read, when, and who does not see it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job
from rankings.access import states
from rankings.models import Campaign, Item, Judge, Ranking
from rankings.plan.pace import campaign_pace
from rankings.plan.progress import campaign_progress
from tests.factories import make_campaign, make_item, make_judge, make_ranking

LIVE, PROGRESS = "/campaigns/essays/live/", "/campaigns/essays/progress/"
WARNING = "Do not stop because this looks good."


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
    assert [(step.rankings, step.so_far, step.judges) for step in pace.steps] == [
        (5, 5, 2),
        (0, 5, 0),
        (6, 11, 1),
        (8, 19, 2),
    ]
    assert (pace.target, pace.done, pace.days) == (60, 19, 1)


def test_what_fills_no_slot_of_the_plan_is_not_counted(campaign: Campaign) -> None:
    judge = rank(campaign, "A", [3])
    Item.objects.filter(campaign=campaign, number=0).update(is_imported=True)
    Ranking.objects.filter(judge=judge, item__number=1).update(skipped=True)
    pace = campaign_pace(campaign, campaign_progress(campaign), timezone.now())
    assert pace.steps[-1].so_far == pace.done == 1


def test_with_few_rankings_there_is_nothing_to_see(client: Client, campaign: Campaign) -> None:
    rank(campaign, "A", [19])
    page = client.get(LIVE).text
    assert WARNING in page
    assert "Results are shown from 20 rankings on; 19 are done." in page
    assert not Job.objects.exists()


def test_results_come_with_their_time_and_the_warning(
    client: Client, campaign: Campaign, run_jobs: Callable[[], int]
) -> None:
    rank(campaign, "A", [30])
    rank(campaign, "B", [20])
    page = client.get(LIVE).text
    assert "Results are being computed for the first time." in page
    assert "job-progress.js" in page
    assert run_jobs() == 1
    answer = client.get(LIVE)
    assert WARNING in answer.text
    assert "From 50 rankings" in answer.text
    assert "Kappa between judges" in answer.text
    assert answer.text.index(WARNING) < answer.text.index("Ranking and clusters")
    results = answer.context["results"]
    assert set(results.systems) == {"INPUT", "ALPHA", "BETA", "GAMMA"}
    assert results.ranking.speaks_for == "judges-like-these"
    # Every item shows all four systems, so every two of them are compared in every ranking.
    assert {
        number
        for row, line in enumerate(results.comparisons)
        for other, number in enumerate(line)
        if row != other
    } == {50}
    assert not results.agreement.judges, "no names of judges are kept with the job"
    rank(campaign, "C", [5])
    assert "results are being computed again" not in client.get(LIVE).text, "at most once a minute"
    Job.objects.update(finished_at=timezone.now() - timedelta(minutes=1))
    page = client.get(LIVE).text
    assert "From 50 rankings" in page
    assert "results are being computed again" in page
    run_jobs()
    assert "From 55 rankings" in client.get(LIVE).text


def test_a_manager_who_judges_sees_no_results_while_judging_is_open(
    client: Client, campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    rank(campaign, "A", [25])
    client.get(LIVE)
    run_jobs()
    assert "Ranking and clusters" in client.get(LIVE).text
    make_judge(campaign, "Alice", alice)
    page = client.get(LIVE).text
    assert "Results are hidden from you until judging is closed" in page
    assert "Ranking and clusters" not in page
    assert "ALPHA" not in page
    states.take_step(campaign, "close", alice)
    page = client.get(LIVE).text
    assert "Ranking and clusters" in page
    assert WARNING not in page
    assert "The report has the results." in page
