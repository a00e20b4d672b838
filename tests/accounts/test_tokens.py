"""API tokens: made and revoked by their person, shown once, hashed, ended, not to be guessed."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts import tokens
from appraise_gec.accounts.models import ApiToken, AuditEvent, User
from appraise_gec.accounts.throttle import WRONG_TOKENS
from tests.factories import signed_in

pytestmark = pytest.mark.django_db
WISH = {"name": "nightly", "scope": "read", "days": "30", "password": "correct horse"}


def make_on_page(client: Client) -> str:
    page = client.post("/account/tokens/", WISH)
    [secret] = re.findall(r'value="(agec_[\w-]{43})"', page.text)
    return str(secret)


def ask(secret: str, keyword: str = "Bearer") -> Any:
    return Client().get("/api/v1/campaigns/", headers={"Authorization": f"{keyword} {secret}"})


def test_a_token_is_shown_once_and_kept_as_a_hash(as_alice: Client, alice: User):
    secret = make_on_page(as_alice)
    assert secret not in as_alice.get("/account/tokens/").text
    token = ApiToken.objects.get()
    assert (token.name, token.scope, token.user) == ("nightly", "read", alice)
    assert timedelta(days=29) < token.expires_at - timezone.now() < timedelta(days=30)
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM accounts_apitoken")
        row = " ".join(map(str, cursor.fetchone()))
    assert secret not in row
    assert secret.removeprefix(tokens.PREFIX) not in row
    assert token.secret_hash in row
    assert secret not in str(list(AuditEvent.objects.values_list("detail", flat=True)))


def test_programs_sign_in_and_the_page_says_when(as_alice: Client):
    secret = make_on_page(as_alice)
    page = Client().get("/account/", headers={"Authorization": f"Bearer {secret}"})
    assert page["Location"].startswith("/sign-in/")  # a token opens no page
    assert "never" in as_alice.get("/account/tokens/").text
    for keyword in ("Bearer", "bearer"):
        assert ask(secret, keyword).status_code == 200
    used = ApiToken.objects.get().last_used_at
    assert used is not None
    assert f"{used:%Y, %H:%M}" in as_alice.get("/account/tokens/").text
    ask(secret)
    assert ApiToken.objects.get().last_used_at == used  # not written again within a minute


def test_an_ended_token_says_so(as_alice: Client):
    secret = make_on_page(as_alice)
    ApiToken.objects.update(expires_at=timezone.now())
    answer = ask(secret)
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
    assert f"This token ended on {timezone.now():%Y-%m-%d}" in answer.json()["detail"]
    assert "ended" in as_alice.get("/account/tokens/").text
    User.objects.update(is_active=False)
    assert ask(secret).status_code == 401
    assert tokens.forget_ended() == 0
    ApiToken.objects.update(expires_at=timezone.now() - tokens.ENDED_ARE_KEPT - timedelta(days=1))
    assert tokens.forget_ended() == 1


def test_a_revoked_token_is_gone_at_once(as_alice: Client, bob: User):
    secret = make_on_page(as_alice)
    address = reverse("accounts:revoke-token", args=[ApiToken.objects.get().pk])
    others = signed_in(bob)
    assert others.post(address).status_code == 404
    assert ask(secret).status_code == 200
    as_alice.post(address)
    assert ask(secret).status_code == 401
    assert list(AuditEvent.objects.values_list("action", flat=True)) == ["token.revoke", "token.make"]


def test_guesses_are_throttled_and_right_tokens_still_get_in(as_alice: Client):
    secret = make_on_page(as_alice)
    for number in range(WRONG_TOKENS.allowed):
        assert ask(f"agec_guess-{number}").status_code == 401
    refused = ask("agec_one-more")
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= WRONG_TOKENS.seconds
    assert ask(secret).status_code == 200
