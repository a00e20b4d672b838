"""Campaigns of others are not there; addresses asked wrongly lead on, and those in templates exist."""

import re

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from appraise_gec.accounts.models import User
from rankings.models import Campaign
from tests.conftest import CHECKOUT
from tests.factories import make_judge, signed_in

NAMED = re.compile(r"""{% url ["']([^"']+)["']""")
ACTS = re.compile(r"""{% act ["']([^"']+)["']""")


def test_an_absent_campaign_looks_like_a_strangers(campaign: Campaign, charlie: User) -> None:
    client = signed_in(charlie)
    absent, theirs = (client.get(f"/campaigns/{slug}/") for slug in ("nothing", "spring"))
    assert absent.status_code == theirs.status_code == 404
    token = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')
    assert token.sub(b"", absent.content) == token.sub(b"", theirs.content)


def test_the_button_of_a_judge_leads_to_the_task_when_signing_in_came_in_between(
    client: Client, drawn: Campaign, bob: User
):
    make_judge(drawn, "Bob", bob)
    asked = client.post("/judge/spring/next/")
    form = {"username": "bob", "password": "correct horse", "next": "/judge/spring/next/"}
    assert asked["Location"].endswith("?next=/judge/spring/next/")
    answer = client.post(reverse("account_login"), form, follow=True)
    assert answer.redirect_chain[-1][0] == "/judge/spring/"
    assert answer.status_code == 200


def test_an_address_for_forms_says_so_and_leads_to_the_page_above(client: Client, drawn: Campaign, bob: User):
    make_judge(drawn, "Bob", bob)
    client.force_login(bob)
    answer = client.get("/judge/spring/preferences/", headers={"accept": "text/html,*/*;q=0.8"})
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "only accepts form submissions" in answer.text
    assert 'href="/judge/spring/' in answer.text


def names(resolver: URLResolver, prefix: str = "") -> set[str]:
    found = set()
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            found |= names(entry, f"{prefix}{entry.namespace}:" if entry.namespace else prefix)
        elif isinstance(entry, URLPattern):
            found.add(f"{prefix}{entry.name}")
    return found


def test_templates_name_addresses_that_exist() -> None:
    templates = [path for path in (CHECKOUT / "templates").rglob("*") if path.is_file()]
    named = {
        name
        for path in templates
        for text in [path.read_text(encoding="utf-8")]
        for name in (*NAMED.findall(text), *(f"do:{act}" for act in ACTS.findall(text)))
    }
    assert len(named) > 60
    assert named - names(get_resolver()) == set()
