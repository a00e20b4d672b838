"""What a judge's browser gets does not depend on which system wrote which output: bytes, queries, order.

The same judge does the same things twice: once with the outputs as they are, and once after every text has
moved to another row of the database, with other numbers and other systems behind it, while the judge sees the
same texts in the same places. Every answer has to be the same to the last byte, made by the same queries.
"""

import random
import re
import uuid
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import resolve, reverse
from django.utils import timezone
from scipy.stats import chi2

from appraise_gec.accounts.models import User
from rankings.judging import assignment as assignments
from rankings.judging.assignment import next_assignment
from rankings.models import Assignment, Campaign, ItemOutput, ItemOutputSystem, Judge, Ranking, System
from rankings.survey.answers import mark_of, questions_at
from rankings.survey.questions import Question, stored
from tests.factories import make_judge, signed_in
from tests.judging.test_pages import ROUTES

NEVER_THE_SAME = {"X-Request-ID", "Set-Cookie", "Expires"}
# Tokens of forms, and behind a signed value the second in which it was signed.
RANDOM = re.compile(
    r'(name="csrfmiddlewaretoken" value="|name="submission" value="|value="[\w-]+(?=:\w{6}:))[^"]+'
)
SUBMISSION = str(uuid.UUID(int=7))


@pytest.fixture
def lent(judge: Judge, alice: User, monkeypatch: pytest.MonkeyPatch) -> list[Assignment]:
    """All items are in the judge's hands, so that nothing is drawn while the two worlds are compared."""
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    question = Question("years", "before", "text", "How many years?")
    judge.campaign.survey = stored([question])
    judge.campaign.save()
    lent = []
    while assignment := next_assignment(judge):
        lent.append(assignment)
        Assignment.objects.filter(pk=assignment.pk).update(state=Assignment.State.DONE)
    Assignment.objects.update(state=Assignment.State.LENT)
    assert len(lent) == 4
    return lent


def everything(user: User, lent: list[Assignment]) -> list[tuple[Any, ...]]:
    """All that the browser gets while the judge works, and the shape of the queries; then undone."""
    client = signed_in(user)
    first, second, third, _ = lent
    seen: list[tuple[Any, ...]] = []

    def ask(method: str, address: str, *args: Any, **more: Any) -> None:
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            answer = getattr(client, method)(address, *args, **more)
        headers = {name: value for name, value in answer.items() if name not in NEVER_THE_SAME}
        shapes = [re.sub(r"'[^']*'|[0-9a-f]{32}|\d+", "?", query["sql"]) for query in queries]
        body = RANDOM.sub(r"\1", answer.content.decode().replace('\\"', '"'))
        seen.append((method, address, answer.status_code, list(headers.items()), body, shapes))

    def look() -> None:
        ask("get", reverse("home"))
        for route in ("task", "mine", "end"):
            ask("get", ROUTES[route](first))
        for assignment in (first, second):
            for route in ("item", "previous", "following"):
                ask("get", ROUTES[route](assignment))

    def work() -> None:
        ask("get", ROUTES["survey"](first))
        asked = {"asked": mark_of(questions_at(first.item.campaign, "before"))}
        ask("post", ROUTES["survey"](first), asked | {"survey-years": "3"})
        draft = {"ranks": [2, 1, 2], "revision": 1, "base": 0, "active": 1, "writer": "0" * 32}
        ask("post", ROUTES["draft"](first), draft, content_type="application/json")
        look()
        rows = {f"rank-{row}": str(rank) for row, rank in enumerate((2, 1, 2))}
        json = {"Accept": "application/json"}
        ask("post", ROUTES["item"](first), rows | {"submission": SUBMISSION, "here": ""}, headers=json)
        ask("post", ROUTES["skip"](second), {"submission": SUBMISSION, "reason": "unclear"})
        ask("post", ROUTES["later"](third))
        ask("post", ROUTES["preferences"](first), {"letters": "off"}, content_type="application/json")
        ask("post", ROUTES["next"](first))
        ask("post", ROUTES["withdraw-survey"](first))
        look()
        assert Ranking.objects.filter(item=first.item, skipped=False).count() == 1

    with transaction.atomic():
        look()
        work()
        transaction.set_rollback(True)
    return seen


def move_every_output(lent: list[Assignment]) -> None:
    """Each text moves to the row before its own, with the systems that wrote it, not on the page."""
    for assignment in lent:
        outputs = list(assignment.item.outputs.order_by("position"))
        texts = [output.text for output in outputs]
        behind = [list(output.producers.values_list("system_id", flat=True)) for output in outputs]
        ItemOutputSystem.objects.filter(item=assignment.item).delete()
        for place, output in enumerate(outputs):
            other = (place + 1) % len(outputs)
            ItemOutput.objects.filter(pk=output.pk).update(text=texts[other])
            for system in behind[other]:
                ItemOutputSystem.objects.create(item=assignment.item, output=output, system_id=system)
        order = [(position - 1) % len(outputs) for position in assignment.order]
        Assignment.objects.filter(pk=assignment.pk).update(order=order)


def rename_every_system(campaign: Campaign) -> None:
    """Each system gets the name of another, of another length and another place in the alphabet."""
    for number, system in enumerate(campaign.systems.exclude(is_input=True).order_by("-pk")):
        System.objects.filter(pk=system.pk).update(name=f"{'Z' * (number + 1)}-{number}")


def difference(one: list[tuple[Any, ...]], other: list[tuple[Any, ...]]) -> list[str]:
    """The addresses that answer differently."""
    assert len(one) == len(other)
    places = ("status", "headers", "body", "queries")
    return [
        f"{a[0]} {a[1]}: {place}, {first_difference(x, y)}"
        for a, b in zip(one, other, strict=True)
        for place, x, y in zip(places, a[2:], b[2:], strict=True)
        if x != y
    ]


def first_difference(one: Any, other: Any) -> str:
    """Where two answers part."""
    a, b = str(one), str(other)
    place = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return f"{a[max(0, place - 60) : place + 60]!r} and {b[max(0, place - 60) : place + 60]!r}"


def test_nothing_depends_on_which_system_wrote_which_output(
    campaign: Campaign, bob: User, lent: list[Assignment]
):
    before = everything(bob, lent)
    rename_every_system(campaign)
    move_every_output(lent)
    after = everything(bob, lent)
    assert difference(before, after) == []
    assert {status for _, _, status, *_ in before} <= {200, 302}
    asked = {resolve(address).url_name for _, address, *_ in before}
    assert asked == {*ROUTES, "home"}
    # What was compared holds the outputs, and queries were made for it.
    assert sum("rank-2" in body for *_, body, _ in before) >= 3
    assert all(shapes for *_, shapes in before)


def chance_of(orders: list[list[int]]) -> float:
    """How likely orders as uneven as these are when each output is as likely in each row (chi-squared)."""
    size = len(orders[0])
    counts = Counter((row, position) for order in orders for row, position in enumerate(order))
    expected = len(orders) / size
    places = [(row, position) for row in range(size) for position in range(size)]
    statistic = sum((counts[place] - expected) ** 2 / expected for place in places)
    return float(chi2.sf(statistic, (size - 1) ** 2))


def test_each_output_stands_in_each_row_equally_often(campaign: Campaign, monkeypatch: pytest.MonkeyPatch):
    """With a fixed seed: how the order is drawn, not chance, decides."""
    monkeypatch.setattr(assignments, "random", random.Random(2015))
    campaign.judges_per_item = 60
    campaign.save()
    orders: dict[int, list[list[int]]] = {}
    for number in range(60):
        made = next_assignment(make_judge(campaign, f"J{number}"))
        assert made is not None
        orders.setdefault(len(made.order), []).append(made.order)
    enough = [drawn for drawn in orders.values() if len(drawn) >= 60]
    assert enough
    assert all(chance_of(drawn) > 0.001 for drawn in enough)
    # The check is one: an order that favours one system slightly is found out.
    assert chance_of([[0, 1, 2], [0, 2, 1], [1, 0, 2], [0, 1, 2]] * 15) < 1e-3
