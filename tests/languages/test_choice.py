"""Which language a page is in, and how people change it."""

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from tests.factories import signed_in

PASSWORD = "correct horse battery staple"

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> User:
    return User.objects.create_user("ada", password=PASSWORD)


def language_of(client: Client, address: str = "/sign-in/", asked: str = "") -> str:
    answer = client.get(address, headers={"accept-language": asked})
    return answer.text.split('<html lang="')[1].split('"')[0]


@pytest.mark.parametrize(
    ("asked", "given"),
    [("", "en"), ("de-AT,en;q=0.5", "de"), ("sw,ar", "ar"), ("sw", "en"), ("\x01;q=x", "en")],
)
def test_visitors_read_what_their_browser_asks_for(client: Client, asked: str, given: str):
    assert language_of(client, asked=asked) == given


def test_a_choice_holds_for_the_browser_and_leads_back(client: Client):
    answer = client.post(
        "/language/", {"language": "de"}, headers={"referer": "http://testserver/sign-in/?next=/"}
    )
    assert answer["Location"] == "http://testserver/sign-in/?next=/"
    assert language_of(client, asked="ar") == "de"


def test_a_choice_of_somebody_signed_in_goes_with_the_account(client: Client, person: User):
    client.force_login(person)
    client.post("/language/", {"language": "de"})
    person.refresh_from_db()
    assert person.language == "de"
    elsewhere = signed_in(person)
    assert language_of(elsewhere, "/account/", asked="ar") == "de"


def test_other_sites_are_not_led_to_and_other_languages_not_taken(client: Client):
    answer = client.post("/language/", {"language": "xx"}, headers={"referer": "https://evil.example/"})
    assert answer["Location"] == "/"
    assert "appraise_gec_language" not in answer.cookies


def test_pages_of_managers_are_english_throughout_and_say_so(client: Client, person: User):
    User.objects.filter(pk=person.pk).update(may_create_campaigns=True, language="ar")
    client.force_login(person)
    page = client.get("/campaigns/new/").text
    assert '<html lang="en">' in page
    assert "This page is in English only." in page
    home = client.get("/").text
    assert '<html lang="ar" dir="rtl">' in home
    assert "in English only" not in home
