"""Top-ups by program."""

from collections.abc import Callable

import pytest

from appraise_gec.accounts.models import User
from rankings.models import Campaign, TopUp
from tests.api.conftest import Program
from tests.plan.test_top_ups import campaign  # noqa: F401 - a fixture

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask(program: Callable[..., Program], alice: User, campaign: Campaign) -> Program:  # noqa: F811
    return program(alice)


def test_a_top_up_is_proposed_and_added(ask: Program, campaign: Campaign) -> None:  # noqa: F811
    wish = {"items": 10, "seed": 1}
    proposed = ask("post", "top-ups/", {**wish, "dry_run": True})
    assert proposed.status_code == 200
    assert (proposed.json()["items"], proposed.json()["new_sentences"]) == (10, 10)
    assert not TopUp.objects.exists()
    before = proposed.json()["items_before"]
    assert ask("post", "top-ups/", {**wish, "items_before": before + 1}).status_code == 409
    added = ask("post", "top-ups/", {**wish, "items_before": before})
    assert added.status_code == 201
    assert added.json() == {**proposed.json(), "dry_run": False}
    (listed,) = ask("get", "top-ups/").json()["results"]
    assert (listed["items"], listed["seed"]) == (10, 1)
