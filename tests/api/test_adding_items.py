"""Items that are added later, by program: while judging is open, by top-ups; and how certain the plan is."""

from collections.abc import Callable
from typing import Any

import pytest

from appraise_gec.accounts.models import User
from rankings.analysis.planning_from_overlap import plan_from_overlap
from rankings.models import AdaptiveJudging, Campaign, TopUp
from rankings.plan import certainty_computation
from tests.api.conftest import Program
from tests.plan.test_adaptive import campaign  # noqa: F401 - a fixture
from tests.plan.test_adding import RULE

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask(program: Callable[..., Program], alice: User, campaign: Campaign) -> Program:  # noqa: F811
    return program(alice)


def test_adding_is_switched_on_changed_paused_and_goes_on(ask: Program) -> None:
    off = ask("get", "adding/")
    assert (off.json()["state"], off.json()["most_items"], off.json()["may_change"]) == (None, 300, True)
    assert ask("patch", "adding/", {"most_items": 20}).json()["errors"] == {
        "on": ["Nobody has switched it on. Send true with the settings, or false to keep it paused."]
    }
    settings = {**RULE, "most_items": 20}
    on = ask("patch", "adding/", {"on": True, **settings}, headers={"If-Match": off["ETag"]})
    assert on.status_code == 200, on.json()
    known = on.json()
    assert known["state"] == "running"
    assert {name: known[name] for name in settings} == settings
    assert known["about"].startswith("On: items are added")
    assert (known["added"], known["looks_taken"], known["pairs"], known["settled"]) == (0, 0, 3, [])
    assert ask("patch", "adding/", {"on": False}, headers={"If-Match": off["ETag"]}).status_code == 412
    assert ask("patch", "adding/", {"on": False}).json()["state"] == "paused"
    changed = ask("patch", "adding/", {"batch_size": 7}).json()
    assert (changed["batch_size"], changed["most_items"], changed["state"]) == (7, 20, "paused")
    assert changed["seed"] == known["seed"]
    assert ask("patch", "adding/", {"on": True}).json()["state"] == "running"
    assert AdaptiveJudging.objects.count() == 1


@pytest.mark.parametrize(
    ("wanted", "status"),
    [({"most_items": 0}, 400), ({"goal": "x"}, 400), ({"speed": 1}, 400), ({"most_items": 2000}, 409)],
)
def test_settings_that_cannot_be_are_refused(ask: Program, wanted: dict[str, Any], status: int) -> None:
    refused = ask("patch", "adding/", {"on": True, **wanted})
    assert refused.status_code == status, refused.json()
    if status == 400:
        assert list(refused.json()["errors"]) == list(wanted)
    assert not AdaptiveJudging.objects.exists()


def test_results_that_were_looked_at_keep_the_settings(ask: Program) -> None:
    ask("patch", "adding/", {"on": True, **RULE, "most_items": 20})
    AdaptiveJudging.objects.update(looks_taken=1, settled=[["GOOD", "EVEN", 1]])
    refused = ask("patch", "adding/", {"batch_size": 3})
    assert (refused.status_code, "looked at" in refused.json()["detail"]) == (409, True)
    known = ask("get", "adding/").json()
    assert known["may_change"] is False
    assert known["settled"] == [{"better": "GOOD", "worse": "EVEN", "look": 1}]


def test_a_top_up_is_proposed_and_added(ask: Program, campaign: Campaign) -> None:  # noqa: F811
    wish = {"items": 10, "seed": 1}
    proposed = ask("post", "top-ups/", {**wish, "dry_run": True})
    assert proposed.status_code == 200
    (pair,) = proposed.json()["pairs"]
    assert {pair["first"], pair["second"]} == {"EVEN", "ODD"}
    assert (proposed.json()["items"], proposed.json()["new_sentences"]) == (10, 10)
    assert not TopUp.objects.exists()
    before = proposed.json()["items_before"]
    assert ask("post", "top-ups/", {**wish, "items_before": before + 1}).status_code == 409
    added = ask("post", "top-ups/", {**wish, "items_before": before})
    assert added.status_code == 201
    assert added.json() == {**proposed.json(), "dry_run": False}
    (listed,) = ask("get", "top-ups/").json()["results"]
    assert (listed["items"], listed["is_automatic"], listed["seed"]) == (10, False, 1)
    assert listed["pairs"] == [{name: pair[name] for name in ("first", "second", "items")}]


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
