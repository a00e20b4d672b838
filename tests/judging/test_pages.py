"""The judges' pages: who may open them, what they show and what they never show."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.judging.assignment import next_assignment
from rankings.models import (
    Assignment,
    Campaign,
    Item,
    ItemOutput,
    ItemOutputSystem,
    Judge,
    Membership,
    Ranking,
    System,
)
from tests.factories import add_member, make_campaign, make_judge

JSON = {"Accept": "application/json"}


def item_url(assignment: Assignment) -> str:
    return reverse("judging:item", args=[assignment.item.campaign.slug, assignment.key])


def ranks(*given: int, **more: str) -> dict[str, str]:
    return (
        {f"rank-{row}": str(rank) for row, rank in enumerate(given)}
        | {"submission": str(uuid.uuid4())}
        | more
    )


ROUTES: dict[str, Callable[[Assignment], str]] = {
    "task": lambda one: reverse("judging:task", args=["essays"]),
    "end": lambda one: reverse("judging:end", args=["essays"]),
    "survey": lambda one: reverse("judging:survey", args=["essays", "before"]),
    "withdraw-survey": lambda one: reverse("judging:withdraw-survey", args=["essays"]),
    "next": lambda one: reverse("judging:next", args=["essays"]),
    "mine": lambda one: reverse("judging:mine", args=["essays"]),
    "item": item_url,
    "previous": lambda one: reverse("judging:previous", args=["essays", one.key]),
    "skip": lambda one: reverse("judging:skip", args=["essays", one.key]),
    "following": lambda one: reverse("judging:following", args=["essays", one.key]),
    "later": lambda one: reverse("judging:later", args=["essays", one.key]),
    "draft": lambda one: reverse("judging:draft", args=["essays", one.key]),
    "preferences": lambda one: reverse("judging:preferences", args=["essays"]),
}
POSTED = {
    *("next", "item", "skip", "later", "draft", "preferences"),
    *("survey", "withdraw-survey"),
}
ONLY_POSTED = {"next", "preferences"}


def test_the_table_below_names_every_address() -> None:
    from rankings.judging.urls import urlpatterns

    assert {pattern.name for pattern in urlpatterns} == set(ROUTES)


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    "who", ["stranger", "owner", "researcher", "operator", "other judge", "judge on hold", "judge elsewhere"]
)
def test_nobody_but_the_judge_gets_in(
    client: Client, assignment: Assignment, campaign: Campaign, charlie: User, route: str, who: str
) -> None:
    user = charlie
    match who:
        case "owner":
            add_member(campaign, user, Membership.Role.OWNER)
        case "researcher":
            add_member(campaign, user, Membership.Role.RESEARCHER)
        case "operator":
            user.is_superuser = True
            user.save()
        case "other judge":
            make_judge(campaign, "J2", user)
        case "judge on hold":
            Judge.objects.filter(pk=assignment.judge_id).update(is_active=False)
            assert assignment.judge.user is not None
            user = assignment.judge.user
        case "judge elsewhere":
            make_judge(make_campaign("letters"), "J1", user)
    client.force_login(user)
    address = ROUTES[route](assignment)
    answers = [client.post(address, ranks(1, 2, 3))] if route in POSTED else []
    if route not in ONLY_POSTED:
        answers.append(client.get(address))
    own_pages = who == "other judge" and route in {
        *("task", "end", "next", "mine", "preferences"),
        "withdraw-survey",
    }
    for answer in answers:
        refused = 403 if who == "judge on hold" else 404
        assert (answer.status_code in {200, 302, 400}) if own_pages else answer.status_code == refused
    assert not Ranking.objects.exists()


def test_an_assignment_opens_in_its_own_campaign_only(
    bobs: Client, assignment: Assignment, bob: User
) -> None:
    make_judge(make_campaign("letters"), "J1", bob)
    assert bobs.get(reverse("judging:item", args=["letters", assignment.key])).status_code == 404


def test_forms_need_their_token(assignment: Assignment, bob: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(bob)
    assert client.post(item_url(assignment), ranks(1, 2, 3)).status_code == 403


def test_a_second_click_leads_on_like_the_first(bobs: Client, assignment: Assignment) -> None:
    form = ranks(1, 2, 3)
    first = bobs.post(item_url(assignment), form)
    second = bobs.post(item_url(assignment), form)
    assert first["Location"] == second["Location"] != item_url(assignment)
    assert Ranking.objects.count() == 1


def test_missing_ranks_come_back_with_what_was_given(bobs: Client, assignment: Assignment) -> None:
    answer = bobs.post(item_url(assignment), {"rank-0": "2", "rank-1": "7"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "2 outputs left" in page
    assert [row.rank for row in answer.context["rows"]] == [2, None, None]
    assert [row.letter for row in answer.context["missing"]] == ["B", "C"]


def test_a_closed_campaign_shows_own_answers_and_takes_none(
    bobs: Client, assignment: Assignment, judge: Judge
) -> None:
    bobs.post(item_url(assignment), ranks(1, 2, 3))
    begun = next_assignment(judge)
    assert begun is not None
    Campaign.objects.update(state="closed")
    assert bobs.get(item_url(begun)).status_code == 302
    refused = bobs.post(item_url(begun), ranks(3, 2, 1))
    assert refused.status_code == 409
    assert [row.rank for row in refused.context["rows"]] == [3, 2, 1]
    shown = bobs.get(item_url(assignment))
    assert [row.rank for row in shown.context["rows"]] == [1, 2, 3]
    assert "Submit" not in shown.text
    flagged = bobs.post(reverse("judging:skip", args=["essays", begun.key]), {"note": "<i>Odd</i>"})
    assert flagged.status_code == 409
    assert "<bdi>&lt;i&gt;Odd&lt;/i&gt;</bdi>" in flagged.text
    assert Ranking.objects.count() == 1


def test_what_a_plain_form_sent_too_late_is_there_when_the_campaign_opens_again(
    bobs: Client, assignment: Assignment
) -> None:
    bobs.post(item_url(assignment), ranks(1, 2, 3))
    Campaign.objects.update(state="closed")
    assert "are shown below and kept." in bobs.post(item_url(assignment), ranks(3, 1, 2)).text
    assert [row.rank for row in bobs.get(item_url(assignment)).context["rows"]] == [1, 2, 3]
    Campaign.objects.update(state="open")
    assert [row.rank for row in bobs.get(item_url(assignment)).context["rows"]] == [3, 1, 2]
    assert Ranking.objects.count() == 1


def test_neither_pages_nor_addresses_tell_what_is_behind_an_output(
    bobs: Client, campaign: Campaign, judge: Judge
) -> None:
    """Rows with ids that cannot stand in a page by accident, and systems with names that cannot."""
    item = Item(pk=76_543_210, campaign=campaign, sentence=campaign.sentences.get(index=0), number=100)
    item.save()
    systems = list(campaign.systems.all())
    for position, system in enumerate(systems[:2]):
        output = ItemOutput.objects.create(
            pk=87_654_320 + position, item=item, position=position, text=f"text {position}"
        )
        System.objects.filter(pk=system.pk).update(name=f"secret-{position}")
        ItemOutputSystem.objects.create(item=item, output=output, system=system)
    campaign.items.exclude(pk=item.pk).update(is_imported=True)

    shown = bobs.post(reverse("judging:next", args=["essays"]), follow=True)
    address = shown.request["PATH_INFO"]
    after = bobs.post(address, ranks(2, 1), follow=True)
    pages = [shown, after, bobs.get(reverse("judging:mine", args=["essays"])), bobs.get(address)]
    everything = address + "".join(f"{page.headers}{page.content.decode()}" for page in pages)
    assert "text 0" in everything
    for secret in ("secret-", "76543210", "8765432"):
        assert secret not in everything


def test_context_never_crosses_the_border_of_a_document(bobs: Client, assignment: Assignment) -> None:
    """Documents hold two sentences each: the first of the second document has no sentence before it."""
    seen = {}
    for _ in range(4):
        answer = bobs.post(reverse("judging:next", args=["essays"]), follow=True)
        page = answer.context["page"]
        seen[page.sheet.assignment.item.sentence.index] = (page.before, page.after)
        bobs.post(answer.request["PATH_INFO"], ranks(*[1] * len(answer.context["rows"])))
    assert seen == {
        0: ("", "They was here ."),
        1: ("He have two cat .", ""),
        2: ("", "She go home ."),
        3: ("I like tea .", ""),
    }


def test_hostile_text_is_shown_as_text(bobs: Client, assignment: Assignment) -> None:
    assignment.item.outputs.update(text="<script>alert(1)</script>")
    Campaign.objects.update(guidelines="<img src=x onerror=alert(1)>", language='en" onclick="x')
    page = bobs.get(item_url(assignment)).content.decode()
    assert "<script>alert" not in page
    assert "<img" not in page
    assert 'onclick="x' not in page


def test_the_answer_brings_the_next_item_with_few_queries(
    bobs: Client, judge: Judge, assignment: Assignment, django_assert_max_num_queries: Any
) -> None:
    # Savepoints count; where rows are locked, the places of an item are counted once more under the lock.
    with django_assert_max_num_queries(23 + connection.features.has_select_for_update):
        told = bobs.post(item_url(assignment), ranks(1, 2, 3, here=""), headers=JSON).json()
    assert told["next"] == item_url(Assignment.objects.get(judge=judge, state="lent"))
    assert bobs.get(told["next"]).context["rows"]
