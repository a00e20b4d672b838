"""Whom the web server believes about HTTPS: a real gunicorn, asked from this machine as a proxy would."""

import http.client

import pytest

from tests.operations.conftest import StartWeb

pytestmark = pytest.mark.operations
FORGED = {"X-Forwarded-Proto": "https", "X-Forwarded-Protocol": "ssl", "X-Forwarded-Ssl": "on"}
TO_HTTPS = (301, "https://gec.example.org/account/")
PUBLIC = {
    "ALLOWED_HOSTS": "gec.example.org",
    "SECRET_KEY": "a-key-for-one-test-of-proxies-0123456789",
    # What a hosting platform may have set must not matter either.
    "FORWARDED_ALLOW_IPS": "*",
}


def ask(port: int, **headers: str) -> tuple[int, str]:
    """The status of a page for people who are signed in, and where it leads: to HTTPS first."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/account/", headers={"Host": "gec.example.org", **headers})
    answer = connection.getresponse()
    return answer.status, answer.getheader("Location", "")


@pytest.mark.nightly
def test_without_trust_nobody_can_pretend_https(start_web: StartWeb) -> None:
    port = start_web(**PUBLIC)
    for name, value in FORGED.items():
        assert ask(port, **{name: value}) == TO_HTTPS


def test_with_trust_the_one_documented_header_counts(start_web: StartWeb) -> None:
    port = start_web(**PUBLIC, APPRAISE_GEC_TRUST_PROXY="1")
    assert ask(port, **{"X-Forwarded-Proto": "https"}) == (302, "/sign-in/?next=/account/")
    for headers in (
        {"X-Forwarded-Proto": "http"},
        {"X-Forwarded-Ssl": "on"},
        {"X-Forwarded-Protocol": "ssl"},
    ):
        assert ask(port, **headers) == TO_HTTPS
