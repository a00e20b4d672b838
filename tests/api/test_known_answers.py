"""Known answers by program: listed, set, changed with what they were before, removed."""

from collections.abc import Callable

import pytest

from appraise_gec.accounts.models import User
from rankings.models import Campaign
from tests.api.conftest import Program
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def essays(alice: User) -> Campaign:
    return make_campaign("essays", owner=alice)


@pytest.fixture
def ask(program: Callable[..., Program], alice: User, essays: Campaign) -> Program:
    return program(alice)


def test_a_known_answer_is_set_changed_and_removed(ask: Program) -> None:
    outputs = ask("get", "known-answers/sentences/0/").json()["outputs"]
    ranks = [*range(1, len(outputs)), None]
    made = ask("post", "known-answers/", {"sentence": 0, "ranks": ranks, "use": "check"})
    assert made.status_code == 201
    item = made.json()
    assert (item["outputs"], item["ranks"]) == (outputs, ranks)
    assert ask("get", "checks/").json()["results"] == [item]

    url = made["Location"]
    first = ask("get", url)
    assert first.json() == item
    turned = [*range(len(outputs), 0, -1)]
    changed = ask("patch", url, {"ranks": turned}).json()
    assert changed["ranks"] == turned
    explained = ask("patch", url, {"explanation": "Two cats."}).json()
    assert (explained["ranks"], explained["explanation"]) == (turned, "Two cats.")
    assert ask("patch", url, {}).json() == explained
    assert ask("post", f"do/known.retire/{item['number']}/").status_code == 200
    assert ask("get", url).status_code == 404
    assert ask("get", "checks/").json()["count"] == 0


def test_items_of_the_site_show_what_they_expect(ask: Program) -> None:
    ask("post", "do/checks.make/", {"kind": "identical", "number": 1, "seed": 1})
    (item,) = ask("get", "checks/").json()["results"]
    twice = [text for text in item["outputs"] if item["outputs"].count(text) == 2]
    assert [rank for rank in item["ranks"] if rank is not None] == [1, 1]
    assert len(twice) == 2
