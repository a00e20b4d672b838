"""Sentence numbers of imported files: refused with one sentence, imported as the manager chooses."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import AuditEvent, User
from rankings.formats.judgments import read_judgments, write_judgments
from rankings.formats.records import FormatError
from rankings.judgments.stored import campaign_judgments
from rankings.judgments.uploads import read_judgment_file
from rankings.models import Campaign, Ranking
from tests.reports.conftest import import_bytes

ONE_SENTENCE = (
    "736 of 974 outputs that systems share in the file differ between these systems in the texts, but all "
    "fit if the file counts its sentences from 1."
)


@pytest.fixture
def counted_from_1(shared: Path) -> bytes:
    return (shared / "data" / "seeda" / "judgments_edit.xml").read_bytes()


def test_a_file_that_is_a_sentence_off_is_refused_in_one_sentence(
    seeda: Campaign, counted_from_1: bytes
) -> None:
    read = read_judgment_file(seeda, "edit.xml", counted_from_1)
    assert [(problem.message, problem.fatal) for problem in read.problems] == [(ONE_SENTENCE, True)]
    with pytest.raises(FormatError, match="736 of 974"):
        import_bytes(seeda, counted_from_1)
    assert not Ranking.objects.exists()

    shifted = read_judgment_file(seeda, "edit.xml", counted_from_1, 1)
    assert (shifted.usable, shifted.problems) == (True, ())


def test_the_command_refuses_it_and_takes_it_with_the_option(
    seeda: Campaign, counted_from_1: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "edit.xml"
    path.write_bytes(counted_from_1)
    told = StringIO()
    with pytest.raises(CommandError, match=r"nothing was imported. Give --first-sentence 1\."):
        call_command("import_judgments", "seeda", str(path), stderr=told)
    assert told.getvalue() == f"error: edit.xml: {ONE_SENTENCE}\n"

    call_command("import_judgments", "seeda", str(path), "--first-sentence", "1", stdout=StringIO())
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
            call_command("import_judgments", "seeda", str(path), stderr=told)
        assert "The campaign has every judgment of this file" in told.getvalue()
    assert Ranking.objects.count() == 600


def test_the_form_takes_no_other_numbering(
    seeda: Campaign, counted_from_1: bytes, alice: User, client: Client, tmp_path: Path
) -> None:
    client.force_login(alice)
    path = tmp_path / "edit.xml"
    path.write_bytes(counted_from_1)
    with path.open("rb") as file:
        sent = client.post(reverse("reports:import", args=["seeda"]), {"file": file})
    address = sent["Location"]
    confirm = f"{address}confirm/"
    for wrong in ("2", "x", "", "%00", "1" * 9999):
        assert client.post(confirm, {"first_sentence": wrong}).status_code == 400
    # Who leaves the number out, or insists on the one that does not fit, is told again.
    for values in ({}, {"first_sentence": "0"}, {"first_sentence": "-1"}):
        answer = client.post(confirm, values)
        assert answer.status_code == 409
        assert "outputs that systems share" in answer.content.decode()
    assert not Ranking.objects.exists()
    assert client.post(confirm, {"first_sentence": "1"}).status_code == 302
    assert Ranking.objects.count() == 600
