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
    outputs = ask("get", "do/known.make/0/").json()["facts"]["outputs"]
    ranks = [*range(1, len(outputs)), None]
    made = ask("post", "do/known.make/0/", {"ranks": ranks, "use": "check"})
    number = made.json()["gives"]["item"]
    (item,) = ask("get", "items/", {"purpose": "check"}).json()["results"]
    shown = [output["text"] for output in item["outputs"]]
    assert (item["number"], shown, item["ranks"]) == (number, outputs, ranks)

    change = f"do/known.change/{number}/"
    turned = [*range(len(outputs), 0, -1)]
    assert ask("post", change, {"ranks": turned}).status_code == 200
    assert ask("post", change, {"explanation": "Two cats."}).status_code == 200
    assert ask("get", change).json()["values"] == {"ranks": turned, "explanation": "Two cats."}
    assert ask("post", change, {}).json()["done"] == "Nothing was changed."
    for unusable in ([1], [1, 99], ["a", "b"], []):
        assert ask("post", change, {"ranks": unusable}).status_code in (400, 409)
    assert ask("post", f"do/items.retire/{number}/").status_code == 200
    assert ask("get", "items/", {"purpose": "check", "retired": "false"}).json()["count"] == 0


def test_items_of_the_site_show_what_they_expect(ask: Program) -> None:
    ask("post", "do/checks.make/", {"kind": "identical", "number": 1, "seed": 1})
    (item,) = ask("get", "items/", {"purpose": "check"}).json()["results"]
    texts = [output["text"] for output in item["outputs"]]
    twice = [text for text in texts if texts.count(text) == 2]
    assert [rank for rank in item["ranks"] if rank is not None] == [1, 1]
    assert len(twice) == 2
