"""Top-ups by program; and how certain the plan is."""

from collections.abc import Callable
from typing import Any

import pytest

from appraise_gec.accounts.models import User
from rankings.analysis.planning_from_overlap import plan_from_overlap
from rankings.models import Campaign, TopUp
from rankings.plan import certainty_computation
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


def test_certainty_is_asked_for_and_answered(
    ask: Program, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def few(*args: Any, **options: Any) -> Any:
        return plan_from_overlap(*args, **options, simulations=10)

    monkeypatch.setattr(certainty_computation, "plan_from_overlap", few)
    assert ask("get", "certainty/").json()["state"] is None
    asked = ask("post", "certainty/", {"top": 1, "target_percent": 70})
    assert (asked.status_code, asked.json()["state"]) == (201, "queued")
    assert ask("post", "certainty/", {"top": 1, "target_percent": 70}).status_code == 200
    assert run_jobs() == 1
    done = ask("get", "certainty/").json()
    assert (done["state"], done["is_current"], done["target_percent"]) == ("done", True, 70)
    assert done["result"]["target"] == 0.7
    assert ask("post", "certainty/", {"top": 3}).status_code == 409
    assert ask("post", "certainty/", {"target_percent": 100}).status_code == 400
