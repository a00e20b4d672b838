"""Sessions are read by a query of their own: only the valid ones, and what Django's store wrote."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.sessions import SessionStore


@pytest.fixture
def signed_in(client: Client, bob: User) -> Client:
    client.force_login(bob)
    return client


def test_a_session_of_django_is_read_and_the_other_way_round(db: None) -> None:
    from django.contrib.sessions.backends.db import SessionStore as Djangos

    for write, read in ((Djangos, SessionStore), (SessionStore, Djangos)):
        store = write()
        store["colour"] = "green"
        store.save()
        assert read(store.session_key)["colour"] == "green"


def test_a_session_that_has_ended_is_none(signed_in: Client) -> None:
    assert signed_in.get("/account/").status_code == 200
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert signed_in.get("/account/").status_code == 302


def test_signing_out_elsewhere_ends_the_session_at_once(signed_in: Client) -> None:
    assert signed_in.get("/account/").status_code == 200
    Session.objects.all().delete()
    assert signed_in.get("/account/").status_code == 302


def test_an_unknown_key_gives_a_new_session(db: None) -> None:
    store = SessionStore("k" * 32)
    assert store.get("colour") is None
    store["colour"] = "green"
    store.save()
    assert store.session_key != "k" * 32


def test_it_is_the_store_of_the_site(signed_in: Client) -> None:
    assert isinstance(signed_in.session, SessionStore)


def test_accounts_are_read_by_number_like_others(bob: User) -> None:
    by_number = User.objects.get(pk=bob.pk)
    assert by_number == User.objects.get(username="bob")
    for field in User._meta.concrete_fields:
        assert getattr(by_number, field.attname) == getattr(bob, field.attname), field.name
    assert User.objects.get(pk=str(bob.pk)) == bob
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=bob.pk + 1_000)


def test_an_account_that_is_gone_is_signed_in_no_more(signed_in: Client, bob: User) -> None:
    assert signed_in.get("/account/").status_code == 200
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert signed_in.get("/account/").status_code == 302
    User.objects.filter(pk=bob.pk).update(is_active=True)
    assert signed_in.get("/account/").status_code == 200
    User.objects.filter(pk=bob.pk).delete()
    assert signed_in.get("/account/").status_code == 302
