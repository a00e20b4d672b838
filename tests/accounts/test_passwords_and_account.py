"""Changing and forgetting passwords, and the account page."""

import re

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client

from appraise_gec.accounts.models import AuditEvent, User
from tests.factories import signed_in

pytestmark = pytest.mark.django_db
OLD, NEW = "a long enough pass phrase", "purple giraffe 9"
CHOICE = {"password1": NEW, "password2": NEW}


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
    assert "is on its way to it" in answer.text
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


def test_the_operator_makes_a_link(ada: User, capsys):
    call_command("password_link", "ada", site="https://gec.example.org/")
    address = capsys.readouterr().out.strip()
    assert address.startswith("https://gec.example.org/password/new/")
    choose_password(address.removeprefix("https://gec.example.org"))
    ada.refresh_from_db()
    assert ada.check_password(NEW)
    assert AuditEvent.objects.filter(action="account.password-link").count() == 1


def test_a_password_is_changed_and_other_browsers_are_signed_out(as_ada: Client, ada: User):
    other = signed_in(ada)
    wrong = as_ada.post("/account/password/", {"oldpassword": "guess", **CHOICE})
    assert "oldpassword" in wrong.context["form"].errors
    assert as_ada.post("/account/password/", {"oldpassword": OLD, **CHOICE}).status_code == 302
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
