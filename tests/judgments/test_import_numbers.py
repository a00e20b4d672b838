"""Sentence numbers of imported files: refused with one sentence, imported as the manager chooses."""

from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import AuditEvent, User
from rankings.formats.judgments import read_judgments
from rankings.formats.records import FormatError
from rankings.formats.writing import write_judgments
from rankings.judgments.import_checks import Target
from rankings.judgments.stored import campaign_judgments
from rankings.judgments.upload import read_judgment_file
from rankings.models import Campaign, Ranking, Upload
from tests.reports.conftest import import_bytes

WRONG = "736 of 974 outputs"


@pytest.fixture
def counted_from_1(shared: Path) -> bytes:
    return (shared / "data" / "seeda" / "judgments_edit.xml").read_bytes()


def test_a_file_that_is_a_sentence_off_is_refused(seeda: Campaign, counted_from_1: bytes) -> None:
    read = read_judgment_file(Target.of_campaign(seeda), "edit.xml", BytesIO(counted_from_1), "b" * 64)
    (problem,) = read.problems
    assert (problem.fatal, WRONG in problem.message) == (True, True)
    assert "set the number of the first sentence" in problem.message
    with pytest.raises(FormatError, match="736 of 974"):
        import_bytes(seeda, counted_from_1)
    assert not Ranking.objects.exists()

    shifted = read_judgment_file(Target.of_campaign(seeda), "edit.xml", BytesIO(counted_from_1), "b" * 64, 1)
    assert (shifted.usable, shifted.problems) == (True, ())


def test_the_command_refuses_it_and_takes_it_with_the_option(
    seeda: Campaign, counted_from_1: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "edit.xml"
    path.write_bytes(counted_from_1)
    told = StringIO()
    asked = {"owner": "alice", "campaign": "seeda", "stdout": StringIO()}
    with pytest.raises(CommandError, match="Nothing was stored"):
        call_command("upload", "judgments", f"judgments={path}", stderr=told, **asked)
    assert WRONG in told.getvalue()

    call_command("upload", "judgments", f"judgments={path}", "first_sentence=1", **asked)
    original = read_judgments(counted_from_1, "edit.xml")
    assert [int(one.sentence) + 1 for one in campaign_judgments(seeda)] == [
        int(one.sentence) for one in original
    ]
    assert AuditEvent.objects.get(action="judgments.import").detail["first_sentence"] == 1

    # The same judgments in another format, and the campaign's own export, would count twice.
    for format in ("json", "wmt-csv"):
        path.write_bytes(write_judgments(campaign_judgments(seeda), format))
        told = StringIO()
        with pytest.raises(CommandError):
            call_command("upload", "judgments", f"judgments={path}", stderr=told, **asked)
        assert "The campaign has every judgment of this file" in told.getvalue()
    assert Ranking.objects.count() == 600


def test_the_form_asks_for_the_number(
    seeda: Campaign, counted_from_1: bytes, alice: User, client: Client, tmp_path: Path
) -> None:
    client.force_login(alice)
    path = tmp_path / "edit.xml"
    path.write_bytes(counted_from_1)

    def send(**fields: str) -> Any:
        with path.open("rb") as file:
            address = reverse("campaigns:new-upload", args=["seeda", "judgments"])
            return client.post(address, {"judgments": file, **fields}, follow=True)

    for fields in ({}, {"first_sentence": "0"}):
        assert "outputs that systems share" in send(**fields).text
    for wrong in ("-1", "2", "x", "%00", "1" * 9999):
        assert send(first_sentence=wrong).status_code == 422
    # The number is changed on the page of the preview, and the file read again.
    address = reverse("campaigns:upload", args=[Upload.objects.latest("created_at").key])
    client.post(address, {"act": "confirm"})
    assert not Ranking.objects.exists()
    page = client.post(address, {"act": "read", "first_sentence": "1"}, follow=True)
    assert page.context["facts"]["rankings"] == 600
    assert client.post(address, {"act": "confirm"})["Location"] == reverse("reports:overview", args=["seeda"])
    assert Ranking.objects.count() == 600
