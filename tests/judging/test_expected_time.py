"""What is said of the work that is left: round, robust, and honest about its ground."""

import pytest
from django.test import Client
from django.utils import timezone

from rankings.judging.expected_time import workload
from rankings.models import Campaign, Item, Judge, Ranking
from tests.factories import make_judge
from tests.judging.test_pages import ranks


def rank_in(judge: Judge, seconds: list[float]) -> None:
    """Rankings of these times, of items made for them."""
    sentence = judge.campaign.items.first().sentence  # type: ignore[union-attr]
    for number, taken in enumerate(seconds):
        item = Item.objects.create(
            campaign=judge.campaign, sentence=sentence, number=1000 + number + judge.pk * 100
        )
        Ranking.objects.create(judge=judge, item=item, active_seconds=taken, submitted_at=timezone.now())


def test_before_anybody_has_ranked_it_goes_by_a_stated_time(judge: Judge) -> None:
    found = workload(judge, 43)
    assert found is not None
    assert (found.words, found.basis) == ("About 45 items, some 35 minutes.", "2015")
    assert "49 seconds" in found.basis_in_words


def test_then_by_the_campaign_and_then_by_the_judge(judge: Judge, campaign: Campaign) -> None:
    rank_in(make_judge(campaign, "J2"), [20.0] * 20)
    found = workload(judge, 30)
    assert found is not None
    assert (found.words, found.basis) == ("About 30 items, some 10 minutes.", "campaign")
    # Answers of no time at all and one that lay open for a day say nothing.
    rank_in(judge, [0.0, 0.1, 0.2, 60.0, 59.0, 61.0, 86_400.0])
    found = workload(judge, 30)
    assert found is not None
    assert (found.words, found.basis) == ("About 30 items, some 30 minutes.", "judge")


@pytest.mark.parametrize(
    ("items", "words"),
    [
        (1, "1 item, some 1 minute."),
        (7, "7 items, some 6 minutes."),
        (20, "20 items, some 15 minutes."),
        (200, "About 200 items, some 3 hours."),
    ],
)
def test_small_numbers_are_exact_and_large_ones_round(judge: Judge, items: int, words: str) -> None:
    found = workload(judge, items)
    assert found is not None
    assert found.words == words


def test_nothing_left_is_not_estimated(judge: Judge) -> None:
    assert workload(judge, 0) is None


def test_the_task_says_it_and_goes_down(bobs: Client, judge: Judge) -> None:
    page = bobs.get("/judge/essays/").text
    assert "4 items, some 4 minutes." in page
    assert "<progress" not in page
    answer = bobs.post("/judge/essays/next/")
    bobs.post(answer["Location"], ranks(1, 2, 3))
    page = bobs.get("/judge/essays/").text
    assert "3 items, some 3 minutes." in page
    assert "1 item done." in page
    assert "<progress" in page
