"""Sentence numbers of imported files: refused with one sentence, imported as the manager chooses."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from appraise_gec.accounts.models import AuditEvent
from rankings.formats.judgments import read_judgments
from rankings.formats.writing import write_judgments
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign, Ranking

WRONG = "736 of 974 outputs"


@pytest.fixture
def counted_from_1(shared: Path) -> bytes:
    return (shared / "data" / "seeda" / "judgments_edit.xml").read_bytes()


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
