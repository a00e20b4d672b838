"""Systems and sentences that come later, by program: the same steps and rules as on the pages."""

from collections.abc import Callable

import pytest

from appraise_gec.accounts.models import User
from rankings.models import Campaign
from rankings.uploads import flow
from rankings.uploads.files import File
from tests.api.conftest import Program
from tests.factories import make_campaign, make_items, make_judge, make_ranking, make_upload

pytestmark = pytest.mark.django_db
DELTA = "He has two cats .\nThey are here .\nI like teas .\nShe is going home .\n"


@pytest.fixture
def essays(alice: User) -> Campaign:
    made = make_campaign("essays", owner=alice)
    items = make_items(made)
    make_ranking(make_judge(made, "Ann"), items[0])
    return made


@pytest.fixture
def ask(program: Callable[..., Program], alice: User, essays: Campaign) -> Program:
    return program(alice)


def test_a_system_is_renamed_and_retired(ask: Program, alice: User, essays: Campaign) -> None:
    file = File("outputs", "DELTA.txt", DELTA.encode())
    flow.confirm(make_upload("system", alice, essays, file, name=""))
    listed = ask("get", "systems/").json()
    (delta,) = [one for one in listed["results"] if one["name"] == "DELTA"]
    assert (listed["count"], delta["items"], delta["pairs"], delta["rankings_before"]) == (5, 3, 0, 1)
    address = f"do/systems.rename/{delta['number']}/"
    assert ask("post", address, {"name": "EPSILON"}).status_code == 200
    assert ask("post", address, {"name": "ALPHA"}).status_code == 409
    assert ask("post", f"do/systems.retire/{delta['number']}/", {}).status_code == 200
    retired = next(one for one in ask("get", "systems/").json()["results"] if one["name"] == "EPSILON")
    assert (retired["items"], retired["retired_at"] is not None) == (0, True)
    assert ask("post", f"do/systems.retire/{delta['number']}/", {}).status_code == 409
