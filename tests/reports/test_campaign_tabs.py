"""Whoever reads reports and metrics keeps the campaign's tabs: managers all, researchers theirs."""

import re

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Membership
from tests.factories import add_member

TABS = ["Desk", "Items", "Plan", "Judges", "Team", "Settings", "Report", "Metrics"]


def tabs(page: str) -> tuple[list[str], list[str]]:
    """The titles of all tabs, and of the one that is open."""
    (nav,) = re.findall(r'<nav class="tabs" aria-label="Campaign">(.*?)</nav>', page, re.DOTALL)
    found = re.findall(r"<a ([^>]*)>(\w+)</a>", nav)
    return [title for _, title in found], [title for given, title in found if "aria-current" in given]


@pytest.mark.parametrize(
    ("address", "opened"),
    [
        ("report/", "Report"),
        ("report/import/", "Report"),
        ("metrics/", "Metrics"),
        ("metrics/new/", "Metrics"),
    ],
)
def test_a_manager_keeps_all_tabs(
    client: Client, campaign: Campaign, alice: User, address: str, opened: str
) -> None:
    client.force_login(alice)
    assert tabs(client.get(f"/campaigns/essays/{address}").text) == (TABS, [opened])


@pytest.mark.parametrize(("address", "opened"), [("report/", "Report"), ("metrics/", "Metrics")])
def test_a_researcher_has_the_two_that_are_open_to_researchers(
    client: Client, campaign: Campaign, bob: User, address: str, opened: str
) -> None:
    add_member(campaign, bob, Membership.Role.RESEARCHER)
    client.force_login(bob)
    assert tabs(client.get(f"/campaigns/essays/{address}").text) == (["Report", "Metrics"], [opened])
