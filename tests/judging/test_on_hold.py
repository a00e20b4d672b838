"""What a judge meets whom the manager has put on hold."""

import pytest
from django.test import Client
from django.urls import reverse

from rankings.judging.assignment import next_assignment
from rankings.models import Assignment, Judge


@pytest.fixture
def address(judge: Judge) -> str:
    found = next_assignment(judge)
    assert found is not None
    Judge.objects.filter(pk=judge.pk).update(is_active=False)
    return reverse("judging:item", args=["essays", found.key])


def test_pages_say_so_and_lead_home(bobs: Client, address: str) -> None:
    for page in (bobs.get(address), bobs.get("/judge/essays/"), bobs.get("/judge/essays/mine/")):
        assert page.status_code == 403
        assert "You are on hold" in page.text
        assert "Essays" in page.text
    home = bobs.get("/")
    assert "You are on hold" in home.text
    assert "/judge/essays/" not in home.text


def test_pages_with_scripts_are_told_in_their_way(bobs: Client, address: str) -> None:
    json = {"accept": "application/json"}
    for told in (
        bobs.post(address, {"rank-0": "1"}, headers=json),
        bobs.post(f"{address}draft/", "{}", content_type="application/json", headers=json),
    ):
        assert told.status_code == 403
        assert told.json() == {"onHold": True}
    assert not Assignment.objects.exclude(draft=None).exists()


def test_a_judge_who_was_forgotten_finds_nothing(bobs: Client, judge: Judge, address: str) -> None:
    Judge.objects.filter(pk=judge.pk).update(user=None)
    assert bobs.get(address).status_code == 404
    assert "You are on hold" not in bobs.get("/").text
