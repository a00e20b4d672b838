"""Changing and forgetting passwords, and the account page."""

import re

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.accounts.services import ensure_demo_people
from appraise_gec.accounts.throttle import FORGOTTEN_PASSWORDS
from appraise_gec.launch.serve import note

pytestmark = pytest.mark.django_db
OLD, NEW = "a long enough pass phrase", "purple giraffe 9"
CHOICE = {"new_password1": NEW, "new_password2": NEW}


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    cache.clear()


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("ada", email="ada@example.org", password=OLD)


@pytest.fixture
def as_ada(client: Client, ada: User) -> Client:
    client.force_login(ada)
    return client


def choose_password(address: str) -> None:
    client = Client()
    form = client.get(address, follow=True)
    assert "Choose a new password" in form.text
    assert client.post(form.redirect_chain[-1][0], CHOICE).status_code == 302


@pytest.mark.parametrize("typed", ["ada@example.org", "ADA@example.org", "ada", " ada "])
def test_a_forgotten_password_is_replaced_through_the_mail(client: Client, ada: User, settings, typed: str):
    settings.MAIL_IS_CONFIGURED = True
    answer = client.post("/password/forgotten/", {"email": typed}, follow=True)
    assert "Check your e-mail" in answer.text
    [message] = mail.outbox
    assert message.to == ["ada@example.org"]
    [address] = re.findall(r"http://testserver(/\S+)", str(message.body))
    choose_password(address)
    ada.refresh_from_db()
    assert ada.check_password(NEW)
    assert "This link does not work" in client.get(address, follow=True).text


def without_tokens(page: str) -> str:
    return re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]*', r"\1", page)


@pytest.mark.parametrize("typed", ["nobody", "nobody@example.org", "silent", "off", "crowd"])
def test_the_answer_does_not_tell_who_has_an_account(client: Client, ada: User, typed: str):
    User.objects.create_user("silent", password=OLD)
    User.objects.create_user("off", email="off@example.org", password=OLD, is_active=False)
    User.objects.create_user("crowd", email="crowd@example.org")
    known = without_tokens(client.post("/password/forgotten/", {"email": "ada"}, follow=True).text)
    mail.outbox.clear()
    assert without_tokens(client.post("/password/forgotten/", {"email": typed}, follow=True).text) == known
    assert not mail.outbox


def test_without_a_mail_server_the_pages_say_where_the_link_is(client: Client, ada: User, settings):
    settings.MAIL_IS_CONFIGURED = False
    assert "has no mail server" in client.get("/password/forgotten/").text
    sent = client.post("/password/forgotten/", {"email": "ada"}, follow=True).text
    assert "The link is in the log" in sent
    assert "password_link" in sent


def test_asking_for_links_is_bounded(client: Client, ada: User):
    for _ in range(FORGOTTEN_PASSWORDS.allowed):
        assert client.post("/password/forgotten/", {"email": "ada"}).status_code == 302
    assert client.post("/password/forgotten/", {"email": "ada"}).status_code == 429
    assert len(mail.outbox) == FORGOTTEN_PASSWORDS.allowed


def test_the_operator_makes_a_link(ada: User, capsys):
    call_command("password_link", "ada", site="https://gec.example.org/")
    address = capsys.readouterr().out.strip()
    assert address.startswith("https://gec.example.org/password/new/")
    choose_password(address.removeprefix("https://gec.example.org"))
    ada.refresh_from_db()
    assert ada.check_password(NEW)
    assert AuditEvent.objects.filter(action="account.password-link").count() == 1


def test_the_link_leads_to_the_port_of_the_site_on_this_machine(ada: User, capsys, settings, tmp_path):
    settings.VAR, settings.ALLOWED_HOSTS = tmp_path, settings.LOOPBACK_HOSTS
    call_command("password_link", "ada")
    assert capsys.readouterr().out.startswith("http://127.0.0.1:8000/password/new/")
    with (tmp_path / "run.lock").open("w") as file:
        note(file, "http://127.0.0.1:8013/, process 77")
        call_command("password_link", "ada")
    assert capsys.readouterr().out.startswith("http://127.0.0.1:8013/password/new/")


def test_the_operator_is_reported_why_there_is_no_link(ada: User):
    with pytest.raises(CommandError, match="no account"):
        call_command("password_link", "Ada")
    User.objects.update(is_active=False)
    with pytest.raises(CommandError, match="disabled"):
        call_command("password_link", "ada")


def test_a_password_is_changed_and_other_browsers_are_signed_out(as_ada: Client, ada: User):
    other = Client()
    other.force_login(ada)
    wrong = as_ada.post("/account/password/", {"old_password": "guess", **CHOICE})
    assert "old_password" in wrong.context["form"].errors
    assert as_ada.post("/account/password/", {"old_password": OLD, **CHOICE}).status_code == 302
    assert as_ada.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302


def test_the_name_is_changed_without_a_password_and_the_address_only_with_it(as_ada: Client, ada: User):
    assert as_ada.post("/account/", {"name": "Ada Lee", "email": "ada@example.org"}).status_code == 302
    ada.refresh_from_db()
    assert ada.get_full_name() == "Ada Lee"
    fields = {"name": "Ada Lee", "email": "thief@example.org"}
    for password in ("", "guess"):
        answer = as_ada.post("/account/", {**fields, "current_password": password})
        assert answer.status_code == 422
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"
    as_ada.post("/account/", {**fields, "email": "new@example.org", "current_password": OLD})
    ada.refresh_from_db()
    assert ada.email == "new@example.org"


def test_an_account_of_the_demo_shows_that_it_is_shared(client: Client, settings):
    settings.DEMO = True
    client.force_login(ensure_demo_people()["manager"])
    assert "is shared by everybody" in client.get("/account/").text
    assert client.get("/account/password/").status_code == 404
