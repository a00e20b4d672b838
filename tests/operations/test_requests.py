"""What every answer has, what is refused before a page reads it, and what is said when a part fails."""

import errno
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from rest_framework.exceptions import ParseError

from rankings.api.access import DEEPEST, StrictJSONParser
from rankings.formats.writing import write_judgments
from rankings.judgments.stored import campaign_judgments
from rankings.models import Ranking, Upload
from tests.corpus.conftest import form_fields
from tests.factories import make_campaign, make_items, make_judge, make_ranking

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
    assert client.get("/sign-in/", headers={"X-Forwarded-Proto": "https"}).status_code == 301  # forged
    assert client.get("/sign-in/", secure=True)["Strict-Transport-Security"] == "max-age=3600"
    assert client.get(reverse("health")).status_code == 200
    assert client.get(reverse("ready")).status_code == 200


def test_private_pages_are_not_kept_by_the_browser(client, alice):
    client.force_login(alice)
    for address in ("/", "/campaigns/new/", "/account/"):
        assert "no-store" in client.get(address)["Cache-Control"]


@pytest.mark.parametrize(
    ("address", "status"),
    [("/join/%00/", 404), ("/join/a%00b/", 404), ("/sign-in/?next=%00", 400), ("/api/v1/%00/", 404)],
)
def test_nul_in_an_address_is_refused(db: None, address: str, status: int):
    answer = Client(raise_request_exception=False).get(address)
    assert answer.status_code == status


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"[" * 3000 + b"]" * 3000, "nested deeper"),
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "nested deeper"),
        (b'{"a":' * 3000 + b"1" + b"}" * 3000, "nested deeper"),
        (b'{"a": NaN}', "JSON parse error"),
        (b'["a\\u0000"]', "NUL"),
        (b'["\\ud800"]', "JSON parse error"),
        (b"\xff", "JSON parse error"),
        (b"9" * 5000, "JSON parse error"),
    ],
)
def test_json_that_cannot_be_kept_is_refused(body: bytes, said: str):
    with pytest.raises(ParseError, match=said):
        StrictJSONParser().parse(BytesIO(body))


class Lost(Exception):  # noqa: N818 - stands for psycopg2's, whose code nobody can set
    """An error with Postgres's code; None where nobody answered."""

    def __init__(self, pgcode: str | None) -> None:
        super().__init__("reported")
        self.pgcode = pgcode


def operational(cause: Exception | None, text: str = "") -> OperationalError:
    error = OperationalError(text)
    error.__cause__ = cause
    return error


@pytest.fixture
def manager(alice: Any) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize(
    "error", [operational(Lost("53100")), OSError(errno.ENOSPC, "full")], ids=["database", "file"]
)
def test_uploads_to_a_full_disk_say_so(
    manager: Client, alice: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def full(*arguments: Any, **options: Any) -> None:
        raise error

    campaign = make_campaign("spring", owner=alice)
    judge = make_judge(campaign, "Jo")
    for item in make_items(campaign):
        make_ranking(judge, item)
    judgments = write_judgments(campaign_judgments(campaign), "csv")
    Ranking.objects.all().delete()
    if isinstance(error, OSError):  # where Django keeps a big file while it comes in
        settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 0
        monkeypatch.setattr(TemporaryFileUploadHandler, "receive_data_chunk", full)
    else:
        monkeypatch.setattr(Upload.objects, "create", full)
    for answer in (
        manager.post(reverse("campaigns:new"), form_fields()),
        manager.post(
            reverse("campaigns:new-upload", args=["spring", "judgments"]),
            {"judgments": SimpleUploadedFile("judgments.csv", judgments)},
        ),
    ):
        assert answer.status_code == 507
        assert "The disk of this site is full, so nothing was stored." in answer.content.decode()
    assert not Upload.objects.exists()


@pytest.mark.parametrize(
    ("path", "kind"), [("/", "text/html"), ("/api/v1/campaigns/", "application/problem+json")]
)
def test_a_database_that_goes_away_answers_503(
    manager: Client, monkeypatch: pytest.MonkeyPatch, path: str, kind: str
) -> None:
    def away(*arguments: Any, **options: Any) -> None:
        raise operational(Lost("57P01"))

    monkeypatch.setattr("appraise_gec.views.campaigns_of", away)
    monkeypatch.setattr("rankings.api.campaigns.campaigns_of", away)
    answer = manager.get(path)
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert answer["Content-Type"].split(";")[0] == kind
    assert "The database of this site cannot be reached." in answer.content.decode()
    assert "Content-Security-Policy" in answer.headers
