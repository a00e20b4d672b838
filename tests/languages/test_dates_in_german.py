"""No page of a German reader has a date as programs write it."""

import re
from typing import Any

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from tests.languages.pseudo import Words
from tests.languages.test_pseudo_language_managers import MODULES
from tests.security.conftest import address_of
from tests.security.test_audiences import JUDGE, QUERIES, ROUTES

pytestmark = pytest.mark.django_db
AS_PROGRAMS_WRITE_IT = re.compile(r"\b\d{4}-\d\d-\d\d\b")
# What somebody wrote or a file holds.
CONTENT = {"code", "pre", "textarea", "script", "style"}
# Programs have dates of their own, and a public page is a frozen file in English.
IN_ENGLISH = re.compile(r"rankings\.api\.|metrics\.site\.api|rankings\.reports\.views_public|.*documentation")
PAGES = sorted(route for route in ROUTES if not IN_ENGLISH.match(MODULES[route]))


def dates_of_programs(page: str) -> list[str]:
    return AS_PROGRAMS_WRITE_IT.findall(" ".join(Words(page, CONTENT).found))


@pytest.mark.parametrize("route", PAGES)
def test_dates_are_written_as_germans_do(world: dict[str, Any], cast: dict[str, User], route: str) -> None:
    client = Client(headers={"accept-language": "de"})
    client.force_login(cast["judge" if ROUTES[route][0] == JUDGE else "owner"])
    answer = client.get(address_of(route, ROUTES[route][1], world) + QUERIES.get(route, ""))
    if answer.headers.get("Content-Type", "").startswith("text/html"):
        assert dates_of_programs(answer.text) == []


def test_the_walk_meets_pages_with_dates(world: dict[str, Any], cast: dict[str, User]) -> None:
    client = Client(headers={"accept-language": "de"})
    client.force_login(cast["owner"])
    for route in ("campaigns:history", "reports:overview", "campaigns:guidelines", "campaigns:settings"):
        page = client.get(address_of(route, ROUTES[route][1], world)).text
        assert re.search(r"\d\d\.\d\d\.20\d\d", page), route


def test_a_date_of_a_program_is_found() -> None:
    assert dates_of_programs("<p>am 2026-11-23 16:05</p>") == ["2026-11-23"]
    assert dates_of_programs('<time datetime="2026-11-23">23.11.2026</time><code>2026-11-23</code>') == []
