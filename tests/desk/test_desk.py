"""The desk: where the campaign stands, and how far its judges are."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from appraise_gec.accounts.models import User
from rankings.access import states
from rankings.desk.retiring import retire_item
from rankings.models import Campaign, Item, Judge, Ranking
from rankings.people import members as people
from rankings.plan.progress import campaign_progress


def standings(client: Client) -> list[str]:
    return [one.standing for one in client.get("/campaigns/spring/").context["road"]]


def test_the_next_step_is_the_obvious_one(as_alice: Client, campaign: Campaign, alice: User) -> None:
    from rankings.plan.sampling import DrawOptions, draw_items

    assert standings(as_alice) == ["done", "current", "waiting", "waiting", "waiting"]
    draw_items(campaign, DrawOptions(items=4, seed=1), alice, items_before=0)
    assert standings(as_alice) == ["done", "done", "current", "waiting", "waiting"]
    people.add_judges(campaign, ["Jo"], alice)
    assert standings(as_alice) == ["done", "done", "done", "current", "waiting"]
    states.take_step(campaign, "open", alice)
    assert standings(as_alice) == ["done", "done", "done", "current", "waiting"]
    assert "/campaigns/spring/state/close/" in as_alice.get("/campaigns/spring/").text
    Campaign.objects.update(judges_per_item=1)
    judge = campaign.judges.get()
    for item in campaign.items.all():
        rank(judge, item, 10)
    assert standings(as_alice) == ["done", "done", "done", "done", "current"]
    states.take_step(campaign, "close", alice)
    assert standings(as_alice) == ["done"] * 5
    page = as_alice.get("/campaigns/spring/").content.decode()
    assert "Open again" in page
    assert "Freeze permanently" in page


def rank(judge: Judge, item: Item, seconds: float | None, **more: object) -> Ranking:
    fields = {"submitted_at": timezone.now(), "active_seconds": seconds, **more}
    return Ranking.objects.create(judge=judge, item=item, **fields)


def test_progress_counts_current_rankings_only(drawn: Campaign, alice: User) -> None:
    jo, kim = (one.judge for one in people.add_judges(drawn, ["Jo", "Kim"], alice))
    items = list(drawn.items.all())
    earlier = timezone.now() - timedelta(days=3)
    rank(jo, items[0], 10, is_current=False, submitted_at=earlier)
    rank(jo, items[0], 20, revision=2)
    rank(jo, items[1], 40)
    rank(jo, items[2], None, wall_seconds=90)
    rank(jo, items[3], 5, skipped=True)
    progress = campaign_progress(drawn)
    first, second = progress.judges
    assert (first.done, first.skipped, first.median_seconds) == (3, 1, 40)
    assert first.last_active and first.last_active > earlier
    assert (second.judge, second.done, second.median_seconds, second.last_active) == (kim, 0, None, None)
    assert (progress.done, progress.planned, progress.skipped, progress.target) == (3, 3, 1, 20)
    assert progress.percent == 15
    client = Client()
    client.force_login(alice)
    desk = client.get(drawn.get_absolute_url()).content.decode()
    assert "<dd>4 <small>of which 1 skipped</small></dd>" in desk
    assert "3 of 20 planned rankings are done (15 %)." in desk


def test_the_desk_states_progress_once(as_alice: Client, drawn: Campaign, alice: User) -> None:
    jo = people.add_judges(drawn, ["Jo"], alice)[0].judge
    states.take_step(drawn, "open", alice)
    Campaign.objects.update(opened_at=datetime(2026, 5, 4, 12, tzinfo=UTC))
    for item in list(drawn.items.all())[:7]:
        rank(jo, item, 30)
    page = re.sub(r"<[^>]*>", " ", as_alice.get("/campaigns/spring/").text)
    assert page.count("7 of 20") == 1
    assert page.count("35 %") == 1
    assert "Judging is open. Since 2026-05-04." in page
    states.take_step(Campaign.objects.get(), "close", alice)
    Campaign.objects.update(closed_at=datetime(2026, 5, 9, 12, tzinfo=UTC))
    page = as_alice.get("/campaigns/spring/").text
    assert "From 2026-05-04 to 2026-05-09." in page
    assert page.count("7 of 20") == 1


def test_retired_items_are_counted_apart(as_alice: Client, drawn: Campaign, alice: User) -> None:
    assert "<dt>Items</dt><dd>10</dd>" in as_alice.get("/campaigns/spring/").text
    for number in list(drawn.items.values_list("number", flat=True))[:3]:
        retire_item(drawn, number, alice)
    progress = campaign_progress(drawn)
    assert (progress.items, progress.retired_items, progress.target) == (7, 3, 14)
    page = as_alice.get("/campaigns/spring/").text
    assert "<dt>Items</dt><dd>7 <small>and 3 retired</small></dd>" in page
    assert "7 items, for 2 judges each." in page


def test_imported_rankings_do_not_count_towards_the_plan(drawn: Campaign, as_alice: Client) -> None:
    assert "already has rankings" not in as_alice.get(drawn.get_absolute_url()).content.decode()
    judge = Judge.objects.create(campaign=drawn, name="imported")
    sentence = drawn.sentences.first()
    assert sentence
    item = Item.objects.create(campaign=drawn, sentence=sentence, number=100, is_imported=True)
    rank(judge, item, 1)
    progress = campaign_progress(drawn)
    assert (progress.items, progress.done, progress.planned, progress.target) == (11, 1, 0, 20)
    assert "already has rankings" in as_alice.get(drawn.get_absolute_url()).content.decode()


def test_nobody_knows_when_a_judge_of_imported_rankings_was_active(drawn: Campaign, as_alice: Client) -> None:
    judge = Judge.objects.create(campaign=drawn, name="imported")
    assert "not yet" in as_alice.get(drawn.get_absolute_url()).text
    item = drawn.items.first()
    assert item
    rank(judge, item, 1)
    Ranking.objects.update(submitted_at=None)
    page = as_alice.get(drawn.get_absolute_url()).text
    assert 'data-title="Last active">\u2013<' in page
    assert "not yet" not in page


@pytest.mark.parametrize(
    "page",
    [
        "",
        "items/",
        "plan/",
        "plan/quality/",
        "plan/forecast/",
        "plan/top-ups/",
        "judges/",
        "team/",
        "settings/",
        "flags/",
        "leases/",
        "judges/hours.csv",
    ],
)
def test_the_number_of_queries_does_not_grow_with_the_campaign(
    as_alice: Client,
    drawn: Campaign,
    alice: User,
    page: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    judges = [one.judge for one in people.add_judges(drawn, [f"Judge {n}" for n in range(20)], alice)]
    for judge in judges:
        for item in drawn.items.all():
            rank(judge, item, 10)
    with django_assert_max_num_queries(23):
        assert as_alice.get(f"/campaigns/spring/{page}").status_code == 200
