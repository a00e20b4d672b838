"""The item of the start page: what a ranking of it yields, and what the page does with any address."""

from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rankings.demo.tryout import tryout_item, tryout_result
from rankings.desk.demo import load_demo

RANKS = {"rank-0": "3", "rank-1": "1", "rank-2": "5", "rank-3": "4", "rank-4": "1"}


def test_a_ranking_moves_the_scores_of_the_crowd() -> None:
    result = tryout_result([3, 1, 5, 4, 2])
    best, worst = tryout_item().systems[1], tryout_item().systems[2]
    assert result.crowd_rankings > 0
    assert all(one.gain > 0 for one in result.ranking if one.system in best)
    assert all(one.loss > 0 for one in result.ranking if one.system in worst)
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
    # Better than, tied with and worse than.
    assert '<th scope="row">B</th><td>A, C, D</td><td>E</td><td>\u2013</td>' in page.text
    assert settings.SESSION_COOKIE_NAME not in page.cookies
