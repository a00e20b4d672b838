"""The judge's own door: blind, own items only, and never more than the judge's pages tell."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from appraise_gec.accounts.models import User
from rankings.models import Assignment, Campaign, Judge, Ranking
from rankings.plan.known_answers import make_known
from tests.factories import OUTPUTS, make_campaign, make_items, make_judge, make_ranking, program_of

TASK = "/api/v1/judging/essays/"


@pytest.fixture
def essays(alice: User, bob: User) -> Campaign:
    """Four items, a check item, and the judges Bob and Ann, who has ranked all items."""
    campaign = make_campaign("essays", owner=alice)
    items = make_items(campaign)
    make_known(campaign, 1, [1, 2, 3], "", training=False)
    Campaign.objects.update(check_percent=50)
    make_judge(campaign, "Bob the judge", bob)
    ann = make_judge(campaign, "Ann")
    for item in items:
        make_ranking(ann, item)
    return campaign


@pytest.fixture
def api(bob: User, essays: Campaign) -> APIClient:
    return program_of(bob, "judge")


def post(client: APIClient, address: str, sent: Any = None) -> Any:
    return client.post(address, sent or {}, format="json")


def test_nothing_tells_a_judge_who_wrote_what_or_what_an_item_is_for(api: APIClient) -> None:
    told = [api.get("/api/v1/judging/"), api.get(TASK)]
    items = 0
    while (answer := post(api, TASK)).json()["item"] is not None:
        item = answer.json()["item"]
        ranks = [1] * len(item["outputs"])
        told += [answer, api.get(item["url"]), post(api, item["url"], {"ranks": ranks})]
        items += 1
    assert items == 5  # the check item came, too
    assert {one.status_code for one in told} == {200}
    said = "".join(one.content.decode() for one in told)
    assert not [word for word in (*OUTPUTS, "Ann", "check", "expected_") if f'"{word}' in said]
    assert Assignment.objects.filter(item__purpose="check", state="done").count() == 1


def test_items_of_others_do_not_exist(api: APIClient, essays: Campaign, alice: User) -> None:
    Judge.objects.filter(name="Ann").update(user=alice)
    ann = program_of(alice, "judge")
    Ranking.objects.all().delete()
    url = post(ann, TASK).json()["item"]["url"]
    for answer in (
        api.get(url),
        post(api, url, {"ranks": [1, 1, 1]}),
        post(api, url, {"flag_reason": "other"}),
        post(api, url, {"later": True}),
    ):
        assert answer.status_code == 404
    assert not Ranking.objects.exists()


def test_a_judge_on_hold_is_told_so(api: APIClient) -> None:
    Judge.objects.filter(name="Bob the judge").update(is_active=False)
    answer = api.get(TASK)
    assert (answer.status_code, "on hold" in answer.json()["detail"]) == (403, True)


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({}, "ranks"),
        ({"ranks": [1]}, "ranks"),
        ({"ranks": [1, 1, 9]}, "ranks"),
        ({"ranks": [2, 2, 2]}, "ranks"),
        ({"ranks": [1, 1, 1], "flag_reason": "mood"}, "flag_reason"),
        ({"ranks": [1, 1, 1], "rank": 1}, "rank"),
        ({"ranks": [1, 1, 1], "marks": [{"row": 9, "start": 0, "end": 1, "verdict": "wrong"}]}, "marks"),
    ],
)
def test_a_wrong_ranking_is_refused_by_field_and_not_kept(
    api: APIClient, sent: dict[str, Any], field: str
) -> None:
    Campaign.objects.update(first_rank="require", marks_edits=True)
    url = post(api, TASK).json()["item"]["url"]
    answer = post(api, url, sent)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert not Ranking.objects.filter(judge__name="Bob the judge").exists()


def test_a_closed_campaign_keeps_nothing(api: APIClient) -> None:
    url = post(api, TASK).json()["item"]["url"]
    Campaign.objects.update(state="closed")
    for sent in ({"ranks": [1, 1, 1]}, {"flag_reason": "other"}, {"later": True}):
        assert post(api, url, sent).status_code == 409
    assert api.get(url).status_code == 409
    assert not Ranking.objects.filter(judge__name="Bob the judge").exists()
