"""What is kept for large campaigns: totals stay right as a judge works, and no slot is lost or lent twice."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.judging import kept_counts, sheets
from rankings.judging.assignment import next_assignment
from rankings.judging.kept_counts import forget_counts, full_items
from rankings.judging.plan_turns import items_left
from rankings.judging.shares import Expected
from rankings.judging.sheets import open_sheet_page
from rankings.models import Assignment, Campaign, Judge
from tests.factories import make_campaign, make_items, make_judge
from tests.judging.conftest import CountQueries

State = Assignment.State
ITEMS = 4  # of tests.factories.make_items that can be ranked


@pytest.fixture(autouse=True)
def _large(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for bound in ("LARGE", "FEW", "PASSED_OVER", "LOOK_AGAIN_SECONDS"):
        monkeypatch.setattr(kept_counts, bound, 0)
    # How judges share what is free has tests of its own.
    monkeypatch.setattr(
        sheets,
        "expected_items",
        lambda judge, turns, had, free: Expected(items_left(judge, turns, free), is_exact=True),
    )
    cache.clear()
    forget_counts()
    yield
    cache.clear()
    forget_counts()


@pytest.fixture
def large(alice: User) -> Campaign:
    campaign = make_campaign("large", owner=alice)
    Campaign.objects.filter(pk=campaign.pk).update(judges_per_item=2)
    campaign.refresh_from_db()
    make_items(campaign)
    return campaign


def judge_of(campaign: Campaign, name: str) -> Judge:
    return make_judge(campaign, name, User.objects.create(username=f"person {name}"))


def finish(judge: Judge) -> int:
    """The judge ranks the next item; returns its number."""
    assignment = next_assignment(judge)
    assert assignment is not None
    Assignment.objects.filter(pk=assignment.pk).update(state=State.DONE, finished_at=timezone.now())
    return assignment.item.number


def progress(judge: Judge) -> tuple[int, int]:
    assignment = next_assignment(judge)
    assert assignment is not None
    assert judge.user is not None
    page = open_sheet_page(judge.user, judge.campaign.slug, assignment.key)
    return page.done, page.total


def test_the_total_stays_right_while_it_is_not_counted(large: Campaign, count_queries: CountQueries) -> None:
    judge = judge_of(large, "one")
    assert progress(judge) == (0, ITEMS)
    with count_queries() as queries:
        for done in range(1, ITEMS):
            finish(judge)
            assert progress(judge) == (done, ITEMS)
    assert not [sql for sql in queries() if "'free'" in sql]


def test_a_judge_who_comes_later_gets_the_count_of_all(large: Campaign, count_queries: CountQueries) -> None:
    first, second = judge_of(large, "one"), judge_of(large, "two")
    progress(first)
    with count_queries() as queries:
        assert progress(second) == (0, ITEMS)
    assert [sql for sql in queries() if "'had'" in sql]
    assert not [sql for sql in queries() if "'free'" in sql]


def test_what_the_judge_has_had_is_not_counted_as_free(large: Campaign) -> None:
    first, second = judge_of(large, "one"), judge_of(large, "two")
    for _ in range(2):
        finish(second)
    progress(first)  # keeps the count of all
    assert progress(second) == (2, ITEMS)


def test_small_campaigns_are_counted_each_time(large: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_counts, "LARGE", 300)
    first, second = judge_of(large, "one"), judge_of(large, "two")
    third = judge_of(large, "three")
    assert progress(third) == (0, ITEMS)
    for judge in (first, second):
        finish(judge)
        finish(judge)
    # Two items are complete now. The third judge has begun one of them, and may finish the others.
    assert progress(third)[1] < ITEMS


def test_full_items_are_passed_over_and_none_is_left_out(large: Campaign) -> None:
    judges = [judge_of(large, name) for name in ("one", "two")]
    for judge in judges:
        assert [finish(judge) for _ in range(2)] == [0, 1]
    full_items.forget()  # a minute later
    third = judge_of(large, "three")
    assert finish(third) == 2
    assert full_items.first_with_a_slot(third) == 2
    # A ranking is taken back: that slot is found when no other is left.
    Assignment.objects.filter(judge=judges[0], item__number=0).update(state=State.SKIPPED)
    assert [finish(third), finish(third)] == [3, 0]
    assert next_assignment(third) is None
    Assignment.objects.filter(judge=judges[1], item__number=1).update(state=State.SKIPPED)
    full_items.forget()  # a minute later
    assert finish(judge_of(large, "four")) == 1


def test_the_other_number_of_judges_has_its_own_full_items(large: Campaign) -> None:
    judges = [judge_of(large, name) for name in ("one", "two")]
    for judge in judges:
        finish(judge)
    third = judge_of(large, "three")
    assert finish(third) == 1
    assert full_items.first_with_a_slot(third) == 1
    Campaign.objects.filter(pk=large.pk).update(judges_per_item=3)
    third.campaign.refresh_from_db()
    assert finish(third) == 0


def test_one_counts_for_all_and_the_others_go_on_with_what_was_counted(
    large: Campaign, count_queries: CountQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = (judge_of(large, name) for name in ("one", "two", "three"))
    progress(first)
    monkeypatch.setattr(kept_counts, "WITH_A_SLOT_SECONDS", 0)  # what was counted is old by now
    kept_counts.forget_counts()
    with kept_counts.counting(large.pk, wait=True), count_queries() as queries:
        assert progress(second) == (0, ITEMS)
    assert not [sql for sql in queries() if "'free'" in sql]
    with count_queries() as queries:
        assert progress(third) == (0, ITEMS - 1)  # the two others hold an item
    assert [sql for sql in queries() if "'free'" in sql]


def test_who_comes_first_is_waited_for(large: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has been counted yet: of those who begin at once, one counts, and the others wait for that."""
    judge = judge_of(large, "one")
    entered: list[bool] = []

    @contextmanager
    def counted_meanwhile(campaign: int, *, wait: bool) -> Iterator[bool]:
        entered.append(wait)
        kept_counts.keep_items_with_a_slot(campaign, 3)
        yield True

    monkeypatch.setattr(sheets, "counting", counted_meanwhile)
    assert progress(judge) == (0, 3)
    assert entered == [True]


def test_items_that_judges_work_on_are_passed_over(large: Campaign) -> None:
    for name in ("one", "two", "three", "four"):
        judge = judge_of(large, name)
        assert next_assignment(judge)
    fifth = judge_of(large, "five")
    assert next_assignment(fifth).item.number == 2  # type: ignore[union-attr]
    assert full_items.first_with_a_slot(fifth) == 2
    # One of them gives up an item. It is found when nothing else is left, and from then on at once.
    Assignment.objects.filter(item__number=0).first().delete()  # type: ignore[union-attr]
    assert [finish(fifth), finish(fifth), finish(fifth)] == [2, 3, 0]
    assert full_items.first_with_a_slot(fifth) == 0
