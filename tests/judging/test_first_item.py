"""The first item comes as the answer to the button on pages with scripts, in one request with few queries."""

import re
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test import Client
from django.urls import reverse

from rankings.models import Assignment, Campaign, Judge

NEXT = "/judge/essays/next/"
TOKENS = re.compile(r'(name="(csrfmiddlewaretoken|submission|opened)" value=)"[^"]*"')
ADDRESS_SCRIPT = re.compile(r'<script type="module" src="[^"]*judging-address[^"]*"></script>')


def without_tokens(page: str) -> str:
    return TOKENS.sub(r"\1", page)


def test_a_page_with_scripts_gets_the_item_itself(bobs: Client, judge: Judge) -> None:
    start = bobs.get("/judge/essays/").content.decode()
    assert re.search(r'<input type="hidden" name="here"[^>]* disabled>', start), "scripts enable the field"
    answer = bobs.post(NEXT, {"here": "1"})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    page = answer.content.decode()
    lent = Assignment.objects.get(judge=judge)
    address = reverse("judging:item", args=["essays", lent.key])
    assert f'id="ranking" action="{address}"' in page
    assert ADDRESS_SCRIPT.search(page), "nothing puts the item's address right"
    # Apart from that it is the page at the item's own address.
    own = bobs.get(address).content.decode()
    assert not ADDRESS_SCRIPT.search(own)
    assert without_tokens(ADDRESS_SCRIPT.sub("", page)) == without_tokens(own)


def test_a_plain_form_is_led_to_the_item(bobs: Client, judge: Judge) -> None:
    answer = bobs.post(NEXT)
    lent = Assignment.objects.get(judge=judge)
    assert answer.status_code == 302
    assert answer["Location"] == reverse("judging:item", args=["essays", lent.key])


def test_an_item_that_was_begun_opens_at_its_own_address(bobs: Client, judge: Judge) -> None:
    """Only there browsers send an answer that was kept while the judge was signed out."""
    bobs.post(NEXT, {"here": "1"})
    lent = Assignment.objects.get(judge=judge)
    again = bobs.post(NEXT, {"here": "1"})
    assert again.status_code == 302
    assert again["Location"] == reverse("judging:item", args=["essays", lent.key])


def test_with_nothing_left_the_judge_is_led_to_the_task(bobs: Client, campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(state=Campaign.State.CLOSED)
    answer = bobs.post(NEXT, {"here": "1"})
    assert answer["Location"] == "/judge/essays/"
    assert not Assignment.objects.exists()


def test_the_first_item_takes_few_queries(bobs: Client, count_queries: Callable[[], Any]) -> None:
    with count_queries() as queries:
        assert bobs.post(NEXT, {"here": "1"}).status_code == 200
    # Where rows are locked, the places of an item are counted once more under the lock.
    # Two of them count how the judges share the work, once a minute for all.
    assert len(queries()) <= 10 + connection.features.has_select_for_update, "\n".join(queries())
