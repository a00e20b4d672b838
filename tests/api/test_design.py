"""Designs for programs: the same answer as on the plan's page and on the command line."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from rest_framework.test import APIClient

from appraise_gec.accounts.models import User
from rankings.analysis import designing
from rankings.analysis.design_terms import Terms
from rankings.analysis.designing import design_from_assumptions
from rankings.analysis.variance_parts import PARTS_2015
from rankings.formats.results import to_json
from rankings.models import Campaign
from tests.factories import make_campaign, token_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few_simulations(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(designing, "WORLDS", 5)
    monkeypatch.setattr(designing, "CAMPAIGNS", 4)


@pytest.fixture
def spring(alice: User) -> Campaign:
    return make_campaign("spring", owner=alice)


@pytest.fixture
def ask(alice: User, spring: Campaign) -> Callable[..., Any]:
    """Ask with alice's token: no terms to look, or terms to post."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(alice)}")
    address = reverse("api-do:design.ask", args=[spring.slug])

    def answer(terms: dict[str, Any] | None = None) -> Any:
        return client.get(address) if terms is None else client.post(address, terms, format="json")

    return answer


def test_a_program_asks_waits_and_gets_the_same_document(
    ask: Callable[..., Any], spring: Campaign, run_jobs: Callable[[], int]
) -> None:
    nothing = ask().json()["facts"]
    assert nothing == {"state": None, "result": None}
    terms = {"wanted_percent": 70, "most_judges": 3, "most_sentences": 2000}
    asked = ask(terms)
    assert asked.status_code == 200
    told = ask().json()["facts"]
    assert (told["state"], told["asked"]) == ("queued", {**terms, "margin": 0.0})
    assert ask(terms).status_code == 200
    assert run_jobs() == 1
    done = ask().json()["facts"]
    assert (done["state"], done["is_current"], done["seconds_from"]) == ("done", True, "2015")
    expected = design_from_assumptions(
        PARTS_2015, spring.systems.count(), Terms(wanted=0.7, most_judges=3, most_sentences=2000)
    )
    assert done["result"] == to_json(expected)
