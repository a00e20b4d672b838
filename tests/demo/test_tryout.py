"""The item of the start page: what a ranking of it yields, and what the page does with any address."""

import numpy as np
import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rankings.analysis.expected_wins import expected_wins
from rankings.demo import tryout
from rankings.demo.tryout import tryout_item, tryout_result
from rankings.desk.demo import load_demo

RANKS = {"rank-0": "3", "rank-1": "1", "rank-2": "5", "rank-3": "4", "rank-4": "1"}


def test_pairs_follow_from_the_ranks() -> None:
    result = tryout_result([3, 1, 5, 4, 1])
    first, second = result.verdicts[0], result.verdicts[1]
    assert (first.better_than, first.tied_with, first.worse_than) == ((2, 3), (), (1, 4))
    assert (second.better_than, second.tied_with, second.worse_than) == ((0, 2, 3), (4,), ())
    assert result.output_pairs == 10
    # Eight systems; of their 28 pairs those are tied that share an output, or outputs of one rank.
    sizes = [len(systems) for systems in tryout_item().systems]
    shared = sum(size * (size - 1) // 2 for size in sizes)
    assert (result.system_pairs, result.tied_pairs) == (28, shared + sizes[1] * sizes[4])


def test_scores_are_the_expected_wins_of_the_library() -> None:
    own, _ = tryout._wins_of(dict(zip(tryout_item().systems, [3, 1, 5, 4, 2], strict=True)))
    crowd, rankings = tryout._crowd()
    systems = sorted({name for pair in crowd for name in pair})
    result = tryout_result([3, 1, 5, 4, 2])
    assert result.crowd_rankings == rankings > 0
    for wins, field in ((crowd, "score_before"), (crowd + own, "score")):
        matrix = np.array([[wins[a, b] for b in systems] for a in systems])
        expected = dict(zip(systems, expected_wins(matrix), strict=True))
        for one in result.ranking:
            assert getattr(one, field) == pytest.approx(expected[one.system])
    assert [one.rank for one in result.ranking] == sorted(one.rank for one in result.ranking)


def test_the_sentence_is_no_item_of_the_demo_so_that_its_judges_stay_blind(db: None) -> None:
    campaign = load_demo()
    assert campaign is not None
    assert not campaign.items.filter(sentence__text=tryout_item().source).exists()


def test_a_ranking_is_answered_without_the_database(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, db: None
) -> None:
    with django_assert_num_queries(0):
        page = client.get("/", RANKS)
    assert page.status_code == 200
    assert "10 comparisons of two outputs" in page.text
    assert "CEDAR, ROWAN" in page.text
    assert settings.SESSION_COOKIE_NAME not in page.cookies


@pytest.mark.parametrize("bad", ["6", "\u0663", "<script>"])
def test_what_is_no_rank_counts_as_none(client: Client, db: None, bad: str) -> None:
    page = client.get("/", {**RANKS, "rank-2": bad})
    assert page.status_code == 200
    assert "1 correction has no rank yet" in page.text
    assert "<script>" not in page.text
