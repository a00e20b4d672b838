"""A simulated crowd with three bad judges: the desk names exactly these, and what they did leaves no trace.

Five honest judges, and three who click at random, put everything into column 1, or take no time at all.
"""

import random
import uuid
from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site.services import request_report
from rankings.desk.judge_facts import judge_rows
from rankings.judging.answers import Visit
from rankings.judging.assignment import next_assignment
from rankings.judging.sheets import Sheet, open_sheet
from rankings.judging.submission import submit_ranking
from rankings.models import Campaign, Judge, Ranking, Report
from rankings.plan.forecast import plan_forecast
from rankings.plan.progress import campaign_progress
from tests.factories import make_campaign, make_items, make_judge

ITEMS = 36
HONEST = tuple(f"honest-{number}" for number in range(5))
BAD = ("random", "column", "zero")
SYSTEMS = {"INPUT": -0.6, "ALPHA": 0.5, "BETA": 0.2, "GAMMA": 0.0, "DELTA": -0.2}

pytestmark = pytest.mark.django_db


def make_crowd(slug: str, owner: User, people: dict[str, User]) -> tuple[Campaign, dict[str, Judge]]:
    sentences = [f"Sentence {index} ." for index in range(ITEMS)]
    outputs = {name: [f"{text[:-1]}by {name} ." for text in sentences] for name in SYSTEMS}
    campaign = make_campaign(slug, owner=owner, outputs=outputs, sentences=sentences)
    campaign.judges_per_item = len(HONEST)
    campaign.save()
    make_items(campaign)
    return campaign, {name: make_judge(campaign, name, user) for name, user in people.items()}


def ranks_of(name: str, sheet: Sheet) -> list[int]:
    """What the judge answers; an honest one says the same of the same outputs, whenever asked."""
    texts = [output.text for output in sheet.outputs]
    if name == "column":
        return [1] * len(texts)
    if name in BAD:
        return [random.Random(f"{name} {text}").randint(1, len(texts)) for text in texts]
    scores = [
        SYSTEMS[text.split(" by ")[1].split()[0]]
        + random.Random(text).gauss(0, 0.8)
        + random.Random(f"{name} {text}").gauss(0, 0.5)
        for text in texts
    ]
    levels = [round(score / 0.5) for score in scores]
    ladder = sorted(set(levels), reverse=True)
    return [ladder.index(level) + 1 for level in levels]


def judge_in_turns(judges: dict[str, Judge]) -> int:
    """All judges rank until nobody gets an item any more. Returns how many rankings came."""
    working = {
        name: judge for name, judge in judges.items() if Judge.objects.filter(pk=judge.pk, is_active=True)
    }
    number = 0
    while working:
        for name, judge in list(working.items()):
            current = Judge.objects.select_related("campaign").get(pk=judge.pk)
            assignment = next_assignment(current)
            if assignment is None:
                del working[name]
                continue
            assert judge.user
            sheet = open_sheet(judge.user, current.campaign.slug, assignment.key)
            ranking = submit_ranking(sheet, ranks_of(name, sheet), Visit(uuid.uuid4()))
            sentence = assignment.item.sentence.index
            seconds = 0.0 if name == "zero" else random.Random(f"{name} {sentence}").uniform(20, 60)
            Ranking.objects.filter(pk=ranking.pk).update(active_seconds=seconds)
            number += 1
    return number


def named(campaign: Campaign) -> set[str]:
    known = judge_rows(campaign)
    return {one.judge.name for one in known if one.alarm}


def report_on(campaign: Campaign, owner: User, run_jobs: Callable[[], int]) -> Report:
    report = request_report(campaign, owner, ReportOptions(replicates=200)).report
    assert run_jobs() == 1
    report.refresh_from_db()
    assert report.result
    return report


@pytest.fixture
def people(make_user: Callable[..., User]) -> Iterator[dict[str, User]]:
    yield {name: make_user(name) for name in (*HONEST, *BAD)}


def test_the_desk_names_them_and_after_requeueing_the_report_is_that_of_the_honest_judges(
    client: Client, alice: User, people: dict[str, User], run_jobs: Callable[[], int]
) -> None:
    campaign, judges = make_crowd("essays", alice, people)
    slots = ITEMS * len(HONEST)
    assert judge_in_turns(judges) == slots
    with_bad = report_on(campaign, alice, run_jobs)
    seconds_before = plan_forecast(campaign).seconds
    assert 20 < seconds_before < 60, "no time at all does not enter the forecast"

    assert named(campaign) == set(BAD)
    client.force_login(alice)
    desk = client.get("/campaigns/essays/").text
    section = desk.split('id="alarms"')[1].split("</section>")[0]
    for name, judge in judges.items():
        assert (f"/judges/{judge.pk}/" in section) == (name in BAD), name
    assert "Half of the rankings took at most 0 s" in section
    assert client.get("/").context["campaigns"][0].alarms == len(BAD)

    for name in BAD:
        fields = {"reason": "named by the desk", "hold": "on"}
        address = f"/campaigns/essays/do/rankings.discard/{judges[name].pk}/"
        assert client.post(address, fields).status_code == 302
    assert named(campaign) == set()
    progress = campaign_progress(campaign)
    assert progress.planned < progress.target == slots
    assert plan_forecast(campaign).too_few == 0, "the honest judges can do what is left"

    given_back = slots - progress.planned
    assert judge_in_turns(judges) == given_back
    progress = campaign_progress(campaign)
    assert progress.planned == progress.target
    assert Ranking.objects.filter(judge__campaign=campaign).count() == slots + given_back

    honest_alone, _ = make_crowd("honest", alice, {name: people[name] for name in HONEST})
    assert judge_in_turns({judge.name: judge for judge in honest_alone.judges.all()}) == slots
    cleaned, alone = (report_on(one, alice, run_jobs) for one in (campaign, honest_alone))
    assert cleaned.result == alone.result
    assert cleaned.recipe and cleaned.recipe["discarded_rankings"] == given_back
    assert alone.recipe and "discarded_rankings" not in alone.recipe
    said = f"{given_back} discarded rankings left out."
    assert said in client.get(cleaned.get_absolute_url()).text
    assert "discarded rankings" not in client.get(alone.get_absolute_url()).text
    assert cleaned.result != with_bad.result
