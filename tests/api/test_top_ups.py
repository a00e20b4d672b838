"""Top-ups by program."""

from collections.abc import Callable

import pytest

from appraise_gec.accounts.models import User
from rankings.models import Campaign
from tests.api.conftest import Program
from tests.plan.test_top_ups import campaign  # noqa: F401 - a fixture

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask(program: Callable[..., Program], alice: User, campaign: Campaign) -> Program:  # noqa: F811
    return program(alice)


def test_a_top_up_is_added_once(ask: Program, campaign: Campaign) -> None:  # noqa: F811
    added = ask("post", "do/items.top-up/", {"items": 10, "seed": 1})
    assert added.json()["gives"] == {"items": 10, "new_sentences": 10, "seed": 1}
    assert ask("post", "do/items.top-up/", {"items": 10, "seed": 1}).status_code == 409
    (listed,) = ask("get", "top-ups/").json()["results"]
    assert (listed["items"], listed["seed"]) == (10, 1)
