"""Headers of every answer, and the bound on what is sent."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/", "/sign-in/", "/no-such-page/", "/health/"])
def test_no_page_allows_inline_code_or_strangers(client, path):
    response = client.get(path)
    policy = dict(part.split(" ", 1) for part in response["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in response["Content-Security-Policy"]
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["X-Frame-Options"] == "DENY"
    assert "camera=()" in response["Permissions-Policy"]


def test_a_page_written_for_the_policy_has_no_inline_code(client):
    page = client.get("/").content.decode()
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick=" not in page


def test_too_big_an_upload_is_refused_before_it_is_read(client, settings):
    settings.MAX_UPLOAD_BYTES = 1024 * 1024
    response = client.post("/sign-in/", {"username": "x" * 2_000_000})
    assert response.status_code == 413
    assert "accepts 1.0\xa0MB at once" in response.content.decode()
    answer = client.post("/api/", {"x": "x" * 2_000_000})
    assert answer.status_code == 413
    assert "accepts 1048576 bytes" in answer.json()["detail"]


def test_https_is_insisted_on_where_it_is_configured(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 3600
    answer = client.get("/sign-in/")
    assert (answer.status_code, answer["Location"]) == (301, "https://testserver/sign-in/")
    assert client.get("/sign-in/", secure=True)["Strict-Transport-Security"] == "max-age=3600"
    assert client.get(reverse("health")).status_code == 200
    assert client.get(reverse("ready")).status_code == 200


def test_a_forged_proxy_header_is_not_believed(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/sign-in/", headers={"X-Forwarded-Proto": "https"}).status_code == 301


def test_private_pages_are_not_kept_by_the_browser(client, alice):
    client.force_login(alice)
    for address in ("/", "/campaigns/new/", "/account/"):
        assert "no-store" in client.get(address)["Cache-Control"]
