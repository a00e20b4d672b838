"""The demo campaign that a new copy opens on."""

import pytest
from django.core.management import call_command
from django.db.models import Count

from appraise_gec.accounts.models import User
from rankings.demo import JUDGE_NAMES
from rankings.desk.demo import load_demo
from rankings.models import Assignment, Campaign, Judge, Membership, RankedOutput, Ranking


@pytest.fixture
def demo(db: None) -> Campaign:
    campaign = load_demo()
    assert campaign is not None
    return campaign


def test_the_demo_has_something_for_everybody(demo: Campaign) -> None:
    assert (demo.slug, demo.state) == ("demo", "open")
    assert demo.guidelines
    assert demo.documents.count() > 1
    assert demo.systems.count() >= 6
    assert demo.systems.filter(is_input=True).count() == 1
    roles = dict(Membership.objects.filter(campaign=demo).values_list("user__username", "role"))
    assert roles == {"manager": "owner", "researcher": "researcher"}
    assert Judge.objects.get(campaign=demo, user__username="judge").is_active
    assert not any(user.has_usable_password() for user in User.objects.all())


def test_three_made_up_judges_have_judged_part_of_it_with_overlap(demo: Campaign) -> None:
    items = demo.items.annotate(done=Count("rankings"))
    assert 60 <= items.count() <= 80
    numbers = {one.done for one in items}
    assert numbers == {0, 2, 3}
    judges = Judge.objects.filter(campaign=demo).annotate(done=Count("rankings"))
    assert {one.name: one.done for one in judges if one.done} == dict.fromkeys(JUDGE_NAMES, 42)


def test_the_open_judge_has_items_left(demo: Campaign) -> None:
    left = demo.items.annotate(taken=Count("assignments")).filter(taken__lt=demo.judges_per_item)
    assert left.count() >= 50


def test_a_judge_met_a_sentence_twice_so_that_consistency_can_be_measured(demo: Campaign) -> None:
    repeats = (
        Ranking.objects.filter(item__campaign=demo)
        .values("judge", "item__sentence")
        .annotate(times=Count("pk"))
        .filter(times__gt=1)
    )
    assert repeats.count() >= 5


def test_what_is_stored_is_whole(demo: Campaign) -> None:
    rankings = Ranking.objects.filter(item__campaign=demo).annotate(
        ranked=Count("ranks", distinct=True), shown=Count("item__outputs", distinct=True)
    )
    assert all(one.ranked == one.shown >= 2 for one in rankings)
    assert all(one.rank <= one.worst_rank for one in RankedOutput.objects.all())
    for one in Assignment.objects.select_related("item").annotate(shown=Count("item__outputs")):
        assert sorted(one.order) == list(range(one.shown))
        assert one.state == "done"
    assert all(one.submitted_at and one.active_seconds for one in rankings)


def test_loading_again_changes_nothing(demo: Campaign) -> None:
    before = (Campaign.objects.count(), User.objects.count(), Ranking.objects.count())
    assert load_demo() is None
    call_command("load_demo", verbosity=0)
    assert (Campaign.objects.count(), User.objects.count(), Ranking.objects.count()) == before


def test_the_demo_stays_out_of_a_site_in_use(alice: User) -> None:
    Campaign.objects.create(slug="real", title="Real", created_by=alice)
    assert load_demo() is None
    assert Campaign.objects.count() == 1
