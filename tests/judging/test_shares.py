"""How many items a judge can expect, where several judges share the work of a campaign."""

from datetime import timedelta
from itertools import pairwise
from math import inf

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from appraise_gec.accounts.models import User
from rankings.judging.assignment import next_assignment
from rankings.judging.kept_counts import forget_counts
from rankings.judging.progress import in_round_numbers
from rankings.judging.shares import level
from rankings.judging.sheets import open_sheet_page
from rankings.judging.standing import items_to_do, task_of
from rankings.models import Assignment, Campaign, CrowdEntry, CrowdParticipant, Invitation, Judge
from tests.factories import make_campaign, make_item, make_judge
from tests.judging.conftest import CountQueries

ITEMS, SENTENCES = 40, 4
State = Assignment.State


@pytest.fixture
def shared(alice: User) -> Campaign:
    """Forty items for three judges each, opened a moment ago."""
    campaign = make_campaign("shared", owner=alice)
    for number in range(ITEMS):
        make_item(campaign, number % SENTENCES)
    Campaign.objects.filter(pk=campaign.pk).update(judges_per_item=3, opened_at=timezone.now())
    campaign.refresh_from_db()
    return campaign


def judges_of(campaign: Campaign, number: int) -> list[Judge]:
    made = [
        make_judge(campaign, f"J{place}", User.objects.create(username=f"person {place}"))
        for place in range(number)
    ]
    # As pages read them.
    return list(Judge.objects.filter(pk__in=[judge.pk for judge in made]).select_related("campaign"))


def invite(campaign: Campaign, name: str, days: int = 7) -> Judge:
    judge = make_judge(campaign, name)
    now = timezone.now()
    made = Invitation.objects.create(judge=judge, secret_hash=name, expires_at=now + timedelta(days=7))
    if days < 0:
        Invitation.objects.filter(pk=made.pk).update(
            created_at=now - timedelta(days=9), expires_at=now + timedelta(days=days)
        )
    return judge


def rank(judge: Judge, number: int) -> None:
    for _ in range(number):
        assignment = next_assignment(judge)
        assert assignment is not None
        Assignment.objects.filter(pk=assignment.pk).update(state=State.DONE, finished_at=timezone.now())


def expected(judge: Judge) -> tuple[int, bool]:
    found = task_of(Judge.objects.select_related("campaign").get(pk=judge.pk))
    return found.total, found.is_exact


@pytest.mark.parametrize(
    ("places", "bounds", "each"),
    [
        (120, [40] * 6, 20),
        (120, [40, 40], inf),
        (100, [10, 40, 40, 40], 30),
        (30, [inf, inf], 15),
        (80, [40, 40], inf),
        (0, [5, 5], 0),
        (10, [], inf),
    ],
)
def test_places_are_shared_evenly_and_what_some_cannot_take_goes_to_the_others(
    places: int, bounds: list[float], each: float
) -> None:
    assert level(places, bounds) == each


def test_six_judges_share_what_three_could_do_alone(shared: Campaign) -> None:
    first, *_others = judges_of(shared, 3)
    assert expected(first) == (ITEMS, True)
    for number in range(3):
        invite(shared, f"invited {number}")
    assert expected(first) == (20, False)
    assert items_to_do(first).items == 20


def test_only_those_who_may_still_come_share(shared: Campaign) -> None:
    judges = judges_of(shared, 6)
    make_judge(shared, "imported")
    invite(shared, "too late", days=-1)
    assert expected(judges[0]) == (20, False)
    Judge.objects.filter(pk=judges[5].pk).update(is_active=False)
    assert expected(judges[0]) == (24, False)


def test_who_has_been_silent_for_days_is_not_counted_on_but_may_come_back(shared: Campaign) -> None:
    judges = judges_of(shared, 4)
    long_ago = timezone.now() - timedelta(days=4)
    Campaign.objects.update(opened_at=long_ago)
    Judge.objects.exclude(pk=judges[0].pk).update(created_at=long_ago)
    # Nobody else shows up, but anybody might.
    assert expected(judges[0]) == (ITEMS, False)
    rank(judges[1], 1)
    rank(judges[2], 1)
    rank(judges[3], 1)
    assert expected(judges[0]) == (29, False)
    # The silent one opens the task.
    Assignment.objects.filter(judge=judges[3]).update(lent_at=long_ago)
    assert expected(judges[3])[0] == 1 + 29


def test_a_quota_that_the_work_suffices_for_is_exact(shared: Campaign) -> None:
    judges = judges_of(shared, 6)
    Campaign.objects.update(judge_quota=20)
    assert expected(judges[0]) == (20, True)
    Campaign.objects.update(judge_quota=25)
    assert expected(judges[0]) == (20, False)
    # One with little to do has it for sure, even if the others work twice as fast.
    Campaign.objects.update(judge_quota=None)
    Judge.objects.filter(pk=judges[0].pk).update(quota=8)
    assert expected(judges[0]) == (8, True)
    # What this one leaves goes to the others.
    assert expected(judges[1]) == (22, False)
    Judge.objects.filter(pk=judges[0].pk).update(quota=18)
    assert expected(judges[0]) == (18, False)


def test_crowd_participants_take_what_the_entry_gives_them(shared: Campaign) -> None:
    judges = judges_of(shared, 4)
    entry = CrowdEntry.objects.create(campaign=shared, is_on=True, items_each=5)
    for judge in judges[1:]:
        CrowdParticipant.objects.create(entry=entry, judge=judge, id_hash=judge.name)
    assert expected(judges[0]) == (ITEMS, True)
    assert expected(judges[1]) == (5, True)


def test_the_number_stays_while_all_work_alike_and_never_falls_below_what_is_done(shared: Campaign) -> None:
    judges = judges_of(shared, 6)
    seen = []
    for _ in range(20):
        for judge in judges:
            forget_counts()
            seen.append(expected(judge)[0])
            rank(judge, 1)
    assert set(seen) <= {19, 20, 21}
    assert [expected(judge)[0] for judge in judges] == [20] * 6


def test_a_quick_judge_sees_the_end_move_slowly(shared: Campaign) -> None:
    quick, *_others = judges_of(shared, 6)
    totals = []
    for done in range(ITEMS):
        total, _ = expected(quick)
        assert done < total <= ITEMS
        totals.append(total)
        rank(quick, 1)
    assert all(0 <= after - before <= 2 for before, after in pairwise(totals))
    assert expected(quick) == (ITEMS, True)


def test_an_items_page_says_it_and_costs_no_query_more_from_then_on(
    client: Client, shared: Campaign, count_queries: CountQueries
) -> None:
    judge = judges_of(shared, 6)[0]
    assert judge.user is not None
    client.force_login(judge.user)
    task = client.get(reverse("judging:task", args=["shared"])).text
    assert "About 20 items left. About 15 minutes." in task
    answer = client.post(reverse("judging:next", args=["shared"]), follow=True)
    assert "0 / about 20" in answer.text
    assert "<title>Item 1 of about 20" in " ".join(answer.text.split())
    assert "You have judged 0 of about 20 items." in client.get("/").text
    with count_queries() as queries:
        client.get(answer.request["PATH_INFO"])
    assert not [sql for sql in queries() if "rankings_invitation" in sql]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ar", "0 من نحو 20"),
        ("cs", "0 / asi 20"),
        ("de", "0 / etwa 20"),
        ("es", "0 / unos 20"),
        ("fr", "0 / environ 20"),
        ("ja", "0 / 約20"),
        ("pl", "0 / około 20"),
        ("uk", "0 / близько 20"),
        ("zh-hans", "0 / 约 20"),
    ],
)
def test_the_header_says_it_in_the_judges_language(
    client: Client, shared: Campaign, language: str, words: str
) -> None:
    judge = judges_of(shared, 6)[0]
    assert judge.user is not None
    User.objects.filter(pk=judge.user.pk).update(language=language)
    client.force_login(judge.user)
    with translation.override(language):
        assert words in client.post(reverse("judging:next", args=["shared"]), follow=True).text


def test_the_page_of_an_item_and_the_task_say_the_same(shared: Campaign) -> None:
    judge = judges_of(shared, 6)[0]
    for done in range(5):
        forget_counts()
        total, _ = expected(judge)
        assignment = next_assignment(judge)
        assert assignment is not None
        assert judge.user is not None
        page = open_sheet_page(judge.user, "shared", assignment.key)
        assert (page.done, page.is_exact) == (done, False)
        assert abs(page.total - total) <= 1
        rank(judge, 1)


def test_large_expectations_are_said_in_round_numbers_until_the_end_is_near() -> None:
    assert [in_round_numbers(total) for total in (19, 50, 52, 53, 187)] == [19, 50, 50, 55, 185]
    assert [in_round_numbers(187, done) for done in (100, 181, 182, 187)] == [185, 185, 187, 187]
