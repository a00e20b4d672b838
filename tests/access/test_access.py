"""Campaigns of others are not there, and one's own are found on the home page."""

import re
from collections.abc import Callable

from django.test import Client

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Judge


def test_an_absent_campaign_looks_like_a_strangers(
    campaign: Campaign, charlie: User, sign_in_as: Callable[[User], Client]
) -> None:
    client = sign_in_as(charlie)
    absent, theirs = (client.get(f"/campaigns/{slug}/") for slug in ("nothing", "spring"))
    assert absent.status_code == theirs.status_code == 404
    token = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')
    assert token.sub(b"", absent.content) == token.sub(b"", theirs.content)


def test_a_judge_finds_a_campaign_on_the_home_page_before_it_is_opened_and_after(
    client: Client, campaign: Campaign, bob: User
) -> None:
    Judge.objects.create(campaign=campaign, name="Bob", user=bob)
    client.force_login(bob)
    assert campaign.state == Campaign.State.DRAFT
    shown = client.get("/").content.decode()
    assert campaign.title in shown
    assert "This campaign has not been opened yet." in shown
    Campaign.objects.filter(pk=campaign.pk).update(state=Campaign.State.OPEN)
    shown = client.get("/").content.decode()
    assert campaign.title in shown
    assert "has not been opened" not in shown
