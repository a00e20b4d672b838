"""An archive by page and call, and read in by a command."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.archive.storing import WholeCampaign
from rankings.models import Campaign
from tests.archive.conftest import files_of
from tests.factories import signed_in, token_of

pytestmark = pytest.mark.django_db


def without_time(content: bytes) -> dict[str, bytes]:
    return {name: file for name, file in files_of(content).items() if name != "archive.json"}


def test_page_and_call_give_the_same_file(campaign: Campaign, archives: dict[bool, bytes]) -> None:
    client = Client()
    owner = User.objects.get(username="owner")
    client.force_login(owner)
    program = Client(headers={"Authorization": f"Bearer {token_of(owner)}"})
    for names, content in archives.items():
        query = {"names": "true"} if names else {}
        for asking, route in ((client, "download-campaign"), (program, "api:download")):
            answer = asking.get(reverse(route, args=[campaign.slug]), query)
            assert answer["Content-Type"] == "application/zip"
            assert without_time(answer.getvalue()) == without_time(content)
    assert campaign.audit_events.filter(action="archive.download", detail={"names": True}).count() == 2


def test_a_command_reads_it_in(archives: dict[bool, bytes], tmp_path: Path, alice: User) -> None:
    path, said = tmp_path / "essays.zip", io.StringIO()
    path.write_bytes(archives[True])
    with pytest.raises(CommandError, match="Nothing was stored"):
        call_command("upload", "archive", f"file={path}", "slug=essays", owner="alice", stderr=said)
    assert "is taken" in said.getvalue()
    call_command("upload", "archive", f"file={path}", "slug=a-copy", owner="alice", stdout=said)
    client = signed_in(alice)
    copy = Campaign.objects.get(slug="a-copy")
    assert client.get(copy.metric_runs.get().get_absolute_url()).status_code == 200
    path.write_bytes(b"nothing")
    with pytest.raises(CommandError, match="Nothing was stored"):
        call_command("upload", "archive", f"file={path}", owner="alice", stderr=said)
    assert "essays.zip: This is no zip archive" in said.getvalue()


def test_a_large_one_is_read_and_stored_by_workers(
    archives: dict[bool, bytes], alice: User, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WholeCampaign, "most_in_a_request", 0)
    program = Client(headers={"Authorization": f"Bearer {token_of(alice, 'manage')}"})
    sent = {"kind": "archive", "file": SimpleUploadedFile("essays.zip", archives[True]), "title": "Letters"}
    upload = program.post(reverse("api:uploads"), sent).json()
    assert upload["state"] == "reading"
    assert run_jobs() == 1
    upload = program.get(upload["url"]).json()
    assert (upload["state"], upload["facts"]["title"]) == ("ready", "Essays")
    assert ["Rankings", 8] in upload["facts"]["counts"]
    assert program.post(upload["url"]).status_code == 202
    assert run_jobs() == 1
    made = Campaign.objects.get(slug="letters")
    assert (made.title, made.audit_events.get().detail) == ("Letters", {"file": "essays.zip"})
