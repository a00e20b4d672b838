"""Parts that fail while a request is answered: a full disk, a database that went away."""

import errno
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.db import DataError, InterfaceError, OperationalError
from django.test import Client
from django.urls import reverse

from appraise_gec.failures import is_database_away, is_disk_full
from rankings.formats.judgments import write_judgments
from rankings.judgments.stored import campaign_judgments
from rankings.models import Ranking, Upload
from tests.corpus.conftest import form_fields
from tests.factories import make_campaign, make_items, make_judge, make_ranking


class Lost(Exception):  # noqa: N818 - stands for psycopg2's, whose code nobody can set
    """An error with Postgres's code; None where nobody answered."""

    def __init__(self, pgcode: str | None) -> None:
        super().__init__("reported")
        self.pgcode = pgcode


def operational(cause: Exception | None, text: str = "") -> OperationalError:
    error = OperationalError(text)
    error.__cause__ = cause
    return error


def test_errors_are_told_apart() -> None:
    for code in (None, "08006", "57P01", "57P03", "53300"):
        assert is_database_away(operational(Lost(code)))
        assert not is_disk_full(operational(Lost(code)))
    assert is_database_away(InterfaceError("connection already closed"))
    assert is_database_away(operational(None, "disk I/O error"))
    for other in (
        operational(Lost("40P01")),
        operational(None, "database is locked"),
        DataError("x"),
        KeyError(),
    ):
        assert not is_database_away(other)
        assert not is_disk_full(other)
    full = [operational(Lost("53100")), operational(None, "database or disk is full")]
    for error in [*full, OSError(errno.ENOSPC, "x"), OSError(errno.EDQUOT, "x")]:
        assert is_disk_full(error)
        assert not is_database_away(error)
    assert not is_disk_full(OSError(errno.EACCES, "x"))


@pytest.fixture
def manager(alice: Any) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    return client


FULL = [
    operational(None, "database or disk is full"),
    operational(Lost("53100")),
    OSError(errno.ENOSPC, "full"),
]


@pytest.mark.parametrize("error", FULL, ids=["sqlite", "postgres", "file"])
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
    monkeypatch.setattr("rankings.api.views.campaigns_of", away)
    answer = manager.get(path)
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert answer["Content-Type"].split(";")[0] == kind
    assert "The database of this site cannot be reached." in answer.content.decode()
    assert "Content-Security-Policy" in answer.headers


def test_other_errors_stay_what_they_were(manager: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*arguments: Any) -> None:
        raise KeyError("x")

    monkeypatch.setattr("appraise_gec.views.campaigns_of", wrong)
    answer = manager.get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()
