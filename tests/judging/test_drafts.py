"""Drafts: kept on the server, newer over older, gone with the submission, and nothing in them that tells."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.judging.turns import postpone
from rankings.models import Assignment, Campaign, Ranking
from tests.factories import signed_in

PAGE, OTHER = str(uuid.uuid4()), str(uuid.uuid4())


def address(name: str, assignment: Assignment) -> str:
    return reverse(f"judging:{name}", args=["essays", assignment.key])


def save(client: Client, assignment: Assignment, ranks: list[Any], revision: int, **more: Any) -> Any:
    told = {"ranks": ranks, "revision": revision, "base": 0, "active": 1500, "writer": PAGE, **more}
    return client.post(address("draft", assignment), json.dumps(told), content_type="application/json")


def shown(client: Client, assignment: Assignment) -> list[int | None]:
    return [row.rank for row in client.get(address("item", assignment)).context["rows"]]


def test_of_two_pages_the_one_behind_is_told_the_newer_ranks(bobs: Client, assignment: Assignment) -> None:
    save(bobs, assignment, [2, None, None], 1)
    assert not Ranking.objects.exists()
    refused = save(bobs, assignment, [3, None, None], 1, writer=OTHER)
    assert refused.status_code == 409
    assert refused.json()["ranks"] == [2, None, None]
    assert save(bobs, assignment, [3, 1, None], 2, writer=OTHER).status_code == 200
    # The same page may send the same number again: an answer on the way back may be lost.
    assert save(bobs, assignment, [3, 1, 1], 2, writer=OTHER).status_code == 200
    assert shown(bobs, assignment) == [3, 1, 1]
    assert bobs.get(address("item", assignment)).context["active_milliseconds"] == 1500


def test_nothing_of_a_draft_comes_back_after_the_submission(bobs: Client, assignment: Assignment) -> None:
    save(bobs, assignment, [2, 1, 3], 1)
    ranks = {"rank-0": "1", "rank-1": "2", "rank-2": "3", "submission": PAGE}
    bobs.post(address("item", assignment), ranks)
    late = save(bobs, assignment, [3, 3, 3], 2)
    assert late.status_code == 409
    assert late.json()["finished"]
    assert shown(bobs, assignment) == [1, 2, 3]
    # A change is a draft of its own, on the revision that it changes.
    revision = late.json()["revision"]
    assert save(bobs, assignment, [1, 1, 1], revision + 1, base=1).status_code == 200
    assert shown(bobs, assignment) == [1, 1, 1]
    assert Ranking.objects.get().ranks.filter(rank=3).count() == 1


@pytest.mark.parametrize(
    "told",
    [
        {"ranks": [1, 2]},
        {"ranks": [1, 2, 4]},
        {"ranks": "123"},
        {"revision": 0},
        {"revision": "1"},
        {"active": "inf"},
        {"writer": "x"},
        {"base": -1},
    ],
)
def test_what_is_no_draft_is_refused(bobs: Client, assignment: Assignment, told: dict[str, Any]) -> None:
    ranks = told.pop("ranks", [1, 2, 3])
    revision = told.pop("revision", 1)
    assert save(bobs, assignment, ranks, revision, **told).status_code == 400
    assignment.refresh_from_db()
    assert assignment.draft is None


def test_drafts_need_their_token_and_an_open_campaign(assignment: Assignment, bob: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(bob)
    assert save(strict, assignment, [1, 2, 3], 1).status_code == 403
    client = signed_in(bob)
    Campaign.objects.update(state="closed")
    closed = save(client, assignment, [1, 2, 3], 1)
    assert (closed.status_code, closed.json()["closed"]) == (409, True)


def test_a_draft_tells_nothing_of_what_is_behind_the_outputs(bobs: Client, assignment: Assignment) -> None:
    save(bobs, assignment, [2, None, 1], 1)
    told = bobs.get(address("draft", assignment)).json()
    assert set(told) == {"revision", "base", "ranks", "finished", "closed"}


def test_an_item_can_be_skipped_for_now_twice(bobs: Client, assignment: Assignment) -> None:
    assert postpone(assignment, timezone.now())
    assert not postpone(assignment, timezone.now())  # the same page again
    assignment.refresh_from_db()
    assert postpone(assignment, timezone.now())
    assignment.refresh_from_db()
    assert not postpone(assignment, timezone.now())
    page = bobs.get(address("item", assignment)).content.decode()
    assert "Skip for now" not in page


def test_a_flag_asks_for_its_reason_and_may_keep_the_ranks(bobs: Client, assignment: Assignment) -> None:
    ranks = {"rank-0": "1", "rank-1": "2", "rank-2": "2"}
    asked = bobs.post(address("skip", assignment), {**ranks, "keep": "1"})
    assert asked.status_code == 422
    assert [row.rank for row in asked.context["rows"]] == [1, 2, 2]
    bobs.post(address("skip", assignment), {**ranks, "keep": "1", "reason": "other"})
    ranking = Ranking.objects.get()
    assert (ranking.skipped, ranking.flag_reason, ranking.ranks.count()) == (False, "other", 3)
    # A later change of the ranks says nothing about the flag, so it stays.
    bobs.post(address("item", assignment), {"rank-0": "1", "rank-1": "1", "rank-2": "1"})
    assert Ranking.objects.get(is_current=True).flag_reason == "other"


@pytest.mark.parametrize(("rule", "status"), [("allow", 302), ("warn", 302), ("require", 422)])
def test_a_campaign_decides_about_rankings_without_a_first_rank(
    bobs: Client, assignment: Assignment, rule: str, status: int
) -> None:
    Campaign.objects.update(first_rank=rule)
    answer = bobs.post(address("item", assignment), {"rank-0": "2", "rank-1": "2", "rank-2": "3"})
    assert answer.status_code == status
    assert Ranking.objects.exists() == (status == 302)


def test_an_answer_that_waited_does_not_replace_a_later_one(bobs: Client, assignment: Assignment) -> None:
    url = address("item", assignment)
    bobs.post(url, {"rank-0": "1", "rank-1": "2", "rank-2": "3", "base": "0"})
    late = {"rank-0": "3", "rank-1": "3", "rank-2": "3", "base": "0", "waited": "60000"}
    bobs.post(url, {**late, "submission": OTHER})
    assert shown(bobs, assignment) == [1, 2, 3]
