"""The plan's page: settings, forecast, items with a known answer, versions of the guidelines."""

from math import comb

import pytest
from django.db.models import Count
from django.test import Client

from appraise_gec.accounts.models import User
from rankings.models import Campaign, GuidelinesRevision, Judge, Ranking
from rankings.plan.forecast import SECONDS_2015, plan_forecast
from tests.factories import make_judge, make_ranking, signed_in

pytestmark = pytest.mark.django_db

PLAN = {
    **{"judges_per_item": "3", "judge_quota": "40", "repeat_percent": "5", "repeat_gap": "12"},
    "check_percent": "10",
    "least_checks": "4",
    "check_pass_percent": "75",
}


def set_plan(campaign: Campaign, **fields: int) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(**fields)
    campaign.refresh_from_db()


def test_the_plan_is_saved_and_logged(as_alice: Client, drawn: Campaign) -> None:
    answer = as_alice.post("/campaigns/spring/do/plan.edit/", PLAN)
    assert answer["Location"] == "/campaigns/spring/design/#plan"
    drawn.refresh_from_db()
    assert (drawn.judges_per_item, drawn.repeat_percent, drawn.check_pass_percent) == (3, 5, 75)
    assert drawn.audit_events.get(action="plan.edit").detail["repeat_gap"] == 12
    assert not drawn.begins_with_training, "a box that is not ticked"


def test_the_forecast_is_what_counting_by_hand_gives(drawn: Campaign, make_user) -> None:
    set_plan(drawn, judges_per_item=3, repeat_percent=10, repeat_gap=2)
    make_judge(drawn, "a", make_user("a"))
    forecast = plan_forecast(drawn)
    items = list(drawn.items.all())
    sizes = [item.outputs.count() for item in items]
    assert forecast.rankings == 3 * len(items)
    assert forecast.unexpanded == 3 * sum(comb(size, 2) for size in sizes)
    covered = [item.outputs.aggregate(n=Count("producers"))["n"] for item in items]
    assert forecast.expanded == 3 * sum(comb(systems, 2) for systems in covered)
    assert forecast.of_each_pair == forecast.expanded / comb(drawn.systems.count(), 2)
    assert forecast.repeats == round(3 * len(items) / 0.9 * 0.1)
    assert (forecast.seconds, forecast.is_own) == (SECONDS_2015, False)
    assert forecast.hours == pytest.approx(SECONDS_2015 * (forecast.rankings + forecast.repeats) / 3600)


def test_too_few_judges_get_each_item_once(drawn: Campaign, make_user) -> None:
    set_plan(drawn, judges_per_item=3, repeat_percent=0, check_percent=0)
    each = []
    for name in ("jo", "kim", "lee", "max"):
        make_judge(drawn, name, make_user(name))
        each.append(plan_forecast(drawn).each)
    items = plan_forecast(drawn).items
    assert each == [items, items, items, -(-3 * items // 4)]


def test_hours_come_from_own_times_once_there_are_twenty(drawn: Campaign) -> None:
    for number in range(20):
        ranking = make_ranking(make_judge(drawn, f"j{number}"), drawn.items.all()[0])
        Ranking.objects.filter(pk=ranking.pk).update(active_seconds=10 + number)
    forecast = plan_forecast(drawn)
    assert (forecast.seconds, forecast.is_own) == (19.5, True)


def test_repetitions_and_checks_use_up_quotas(drawn: Campaign, make_user) -> None:
    """Ten items, two judges each: 20 rankings. A quota of 10 leaves a fifth of its items to repetitions."""
    for name in ("jo", "kim"):
        make_judge(drawn, name, make_user(name))
    set_plan(drawn, judge_quota=10, repeat_percent=20, repeat_gap=3, check_percent=0)
    forecast = plan_forecast(drawn)
    assert (forecast.rankings, forecast.repeats) == (20, 5)
    assert (forecast.each, forecast.too_few) == (10, 4)


def test_a_judges_own_quota_goes_before_the_campaigns(drawn: Campaign, make_user) -> None:
    for name, quota in (("jo", 1), ("kim", 1), ("lee", 5), ("max", None)):
        Judge.objects.create(campaign=drawn, name=name, user=make_user(name), quota=quota)
    set_plan(drawn, judge_quota=4, repeat_percent=0, check_percent=0)
    assert plan_forecast(drawn).too_few == 20 - (1 + 1 + 5 + 4)


def test_rankings_of_judges_who_left_are_not_missing(drawn: Campaign, make_user) -> None:
    """Ten items, two judges each. One judge ranked four of them and has no account; one can rank."""
    set_plan(drawn, repeat_percent=0, check_percent=0)
    left = make_judge(drawn, "left")
    make_judge(drawn, "jo", make_user("jo"))
    assert plan_forecast(drawn).too_few == 10
    for item in list(drawn.items.all())[:4]:
        make_ranking(left, item)
    assert plan_forecast(drawn).too_few == 6


def test_guidelines_get_a_version_when_somebody_has_ranked_under_the_old(
    as_alice: Client, drawn: Campaign, bob: User
) -> None:
    form = {"title": "T", "language": "en", "direction": "auto"}
    form |= {"look": "standard", "first_rank": "warn"}

    def save(text: str) -> int:
        assert (
            as_alice.post("/campaigns/spring/do/campaign.edit/", {**form, "guidelines": text}).status_code
            == 302
        )
        drawn.refresh_from_db()
        return drawn.guidelines_version

    assert save("First wording.") == 1
    judge = make_judge(drawn, "J1", bob)
    ranking = make_ranking(judge, drawn.items.all()[0])
    Ranking.objects.filter(pk=ranking.pk).update(guidelines_version=1)
    assert save("First wording.") == 1
    assert save("Second wording.") == 2
    assert list(GuidelinesRevision.objects.values_list("version", "text")) == [
        (2, "Second wording."),
        (1, "First wording."),
    ]
    Campaign.objects.filter(pk=drawn.pk).update(state="open")
    own = signed_in(bob)
    assert "The guidelines have changed" in own.get("/judge/spring/").content.decode()
