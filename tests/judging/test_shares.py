"""Fair shares: a quick judge beside careful ones, judges who leave, and a plan that is always finished."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.judging.assignment import next_assignment
from rankings.judging.standing import task_of
from rankings.models import Assignment, Campaign, Item, Judge
from tests.factories import make_campaign, make_items, make_judge

pytestmark = pytest.mark.django_db
SENTENCES = tuple(f"This be the sentence number {n} of all ." for n in range(45))
OUTPUTS = {
    "ALPHA": tuple(text.replace(" be ", " is ") for text in SENTENCES),
    "BETA": tuple(text.replace(" be ", " was ") for text in SENTENCES),
}


@pytest.fixture
def campaign() -> Campaign:
    """45 items of two judges each."""
    campaign = make_campaign("essays", sentences=SENTENCES, outputs=OUTPUTS)
    make_items(campaign)
    return campaign


def judges(campaign: Campaign, *names: str) -> list[Judge]:
    return [make_judge(campaign, name, User.objects.create_user(name)) for name in names]


def rank(judge: Judge, most: int = 100) -> int:
    """Rank so many items, or as many as are lent. Each time the site has forgotten what it counted before."""
    for number in range(most):
        cache.clear()
        assignment = next_assignment(judge)
        if assignment is None:
            return number
        Assignment.objects.filter(pk=assignment.pk).update(state="done", finished_at=timezone.now())
    return most


def had(*judges: Judge) -> list[int]:
    return [judge.assignments.filter(state="done").count() for judge in judges]


def is_finished(campaign: Campaign) -> bool:
    done = [item.assignments.filter(state="done").count() for item in Item.objects.filter(campaign=campaign)]
    return set(done) == {campaign.judges_per_item}


def test_a_quick_judge_stops_at_the_share_and_the_careful_get_theirs(campaign: Campaign) -> None:
    bot, *careful = everybody = judges(campaign, "bot", "ann", "ben")
    assert rank(bot) == 30
    task = task_of(bot)
    assert (task.stage, task.left, task.with_others) == ("finished", 0, 15)
    while sum(rank(judge, 1) for judge in careful):
        rank(bot)
    assert had(*everybody) == [30, 30, 30]
    assert is_finished(campaign)


@pytest.mark.parametrize("leaves", ["on hold", "away", "never comes", "withdrawn link"])
def test_nothing_is_stranded_when_a_judge_leaves(campaign: Campaign, leaves: str) -> None:
    bot, ann, ben = everybody = judges(campaign, "bot", "ann", "ben")
    rank(bot)
    rank(ann, 12)
    rank(ben, 0 if leaves.startswith(("never", "withdrawn")) else 5)
    assert rank(bot) == 0
    long_ago = timezone.now() - timedelta(days=4)
    match leaves:
        case "on hold":
            Judge.objects.filter(pk=ben.pk).update(is_active=False)
        case "away":
            ben.assignments.update(lent_at=long_ago)
        case "never comes":
            Judge.objects.filter(pk=ben.pk).update(created_at=long_ago)
            Campaign.objects.update(opened_at=long_ago)
        case _:
            Judge.objects.filter(pk=ben.pk).update(user=None)
    for judge in (bot, ann):
        judge.refresh_from_db()
    while rank(ann, 1) + rank(bot):
        pass
    assert sum(had(*everybody)) == 90
    assert is_finished(campaign)


def test_a_limit_takes_the_place_of_the_share(campaign: Campaign) -> None:
    bot, _ann, _ben = judges(campaign, "bot", "ann", "ben")
    Judge.objects.filter(pk=bot.pk).update(quota=40)
    bot.refresh_from_db()
    assert rank(bot) == 40


def test_a_judge_alone_and_judges_who_must_rank_everything_are_not_held_back(campaign: Campaign) -> None:
    (alone,) = judges(campaign, "alone")
    assert rank(alone) == 45
    (other,) = judges(campaign, "other")
    assert rank(other) == 45
    assert is_finished(campaign)
