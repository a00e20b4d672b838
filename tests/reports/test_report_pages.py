"""Pages and files of a report as a visitor gets them."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from appraise_gec.report.figures import CHARTS, draw
from appraise_gec.report.tables import DESCRIBED
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.present.writers.figure import CONTENT_TYPES
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.formats.judgments import write_judgments
from rankings.formats.records import JudgedOutput, Judgment
from rankings.models import Campaign, Judge, Ranking, Report, StagedUpload
from tests.factories import make_campaign, make_item, make_judge, make_ranking


@pytest.fixture
def report(campaign: Campaign, alice: User, run_jobs: Callable[[], int]) -> Report:
    made = services.request_report(campaign, alice, ReportOptions(replicates=50)).report
    run_jobs()
    made.refresh_from_db()
    return made


@pytest.fixture
def owner(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def at(name: str, campaign: Campaign, *arguments: object) -> str:
    return reverse(f"reports:{name}", args=[campaign.slug, *arguments])


def text_of(content: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", content.decode()))


def test_the_whole_report_is_one_document(owner: Client, campaign: Campaign, report: Report) -> None:
    answer = owner.get(at("document", campaign, report.key))

    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"].startswith('attachment; filename="essays-report-')
    assert json.loads(answer.content) == {"recipe": report.recipe, "result": report.result}


@pytest.mark.parametrize("table", sorted(DESCRIBED))
def test_every_table_comes_as_csv(owner: Client, campaign: Campaign, report: Report, table: str) -> None:
    answer = owner.get(at("table", campaign, report.key, table))

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["X-Content-Type-Options"] == "nosniff"
    rows = list(csv.reader(io.StringIO(answer.content.decode())))
    assert len({len(row) for row in rows}) == 1
    # These are computed only when asked for, or not possible with so few sentences; nobody marked an edit or
    # answered a survey.
    empty = {"validation", "judges-survey"}
    assert (len(rows) > 1) is (table not in empty and not table.startswith("rejected-edits"))


@pytest.mark.parametrize("extension", CONTENT_TYPES)
@pytest.mark.parametrize("name", CHARTS)
def test_figures_are_files_of_their_kind_and_always_the_same(
    owner: Client, campaign: Campaign, report: Report, name: str, extension: str
) -> None:
    shown = owner.get(at("figure", campaign, report.key, name, extension))
    saved = owner.get(at("figure", campaign, report.key, name, extension), {"download": ""})

    assert shown["Content-Type"] == CONTENT_TYPES[extension]
    assert shown["Content-Disposition"].startswith("inline")
    assert saved["Content-Disposition"].startswith("attachment")
    assert "private" in shown["Cache-Control"]
    assert "sandbox" in shown["Content-Security-Policy"]
    assert shown.content == saved.content == draw(name, extension, report.result or {})
    start = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[extension]
    assert shown.content.startswith(start)


def judgment_file(campaign: Campaign, judge: str = "ann") -> bytes:
    outputs = (JudgedOutput(("INPUT",), 2), JudgedOutput(("ALPHA", "GAMMA"), 1), JudgedOutput(("BETA",), 2))
    return write_judgments([Judgment(judge, "0", outputs, item="3", result_set="s")], "xml")


def upload(client: Client, campaign: Campaign, content: bytes, name: str = "mine.xml"):
    file = io.BytesIO(content)
    file.name = name
    return client.post(at("import", campaign), {"file": file})


def test_an_upload_waits_until_it_is_confirmed(owner: Client, campaign: Campaign) -> None:
    preview = upload(owner, campaign, judgment_file(campaign))
    page = owner.get(preview["Location"])
    assert "Nothing is stored yet." in text_of(page.content)
    assert not Judge.objects.filter(name="ann").exists()

    confirmed = owner.post(preview["Location"] + "confirm/", follow=True)
    assert "Imported 1 ranking, by 1 judge on 1 sentence." in text_of(confirmed.content)
    assert Ranking.objects.filter(judge__name="ann").count() == 1
    assert not StagedUpload.objects.get().parts.exists()


def test_confirming_twice_imports_once(owner: Client, campaign: Campaign) -> None:
    first = upload(owner, campaign, judgment_file(campaign))["Location"]
    second = upload(owner, campaign, judgment_file(campaign))["Location"]
    owner.post(first + "confirm/")

    for again in (owner.post(first + "confirm/", follow=True), owner.get(first, follow=True)):
        assert again.redirect_chain == [(at("overview", campaign), 302)]
        assert "This file is imported." in text_of(again.content)
    refused = owner.post(second + "confirm/")
    assert refused.status_code == 409
    assert "same content was imported before" in text_of(refused.content)
    assert owner.get(second).status_code == 409
    assert Ranking.objects.filter(judge__name="ann").count() == 1


def test_a_waiting_file_belongs_to_one_person_and_one_campaign(
    owner: Client, campaign: Campaign, alice: User, root: User
) -> None:
    other = make_campaign("other", owner=alice)
    address = upload(owner, campaign, judgment_file(campaign))["Location"]

    assert owner.get(address.replace(campaign.slug, other.slug)).status_code == 404
    stranger = Client()
    stranger.force_login(root)
    assert stranger.get(address).status_code == 404


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"", "empty.xml"),
        (b"<a", "broken.xml"),
        (b"\xff\xfe\x00\x01\x02", "binary.xml"),
        (b"PK\x03\x04 not judgments", "archive.zip"),
        (b"hello\n", "text.txt"),
        (b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><appraise-results/>', "dtd.xml"),
    ],
)
def test_unreadable_uploads_are_explained(
    owner: Client, campaign: Campaign, content: bytes, name: str
) -> None:
    answer = upload(owner, campaign, content, name)

    assert answer.status_code == 422
    assert not StagedUpload.objects.exists()
    assert b"notice error" in answer.content or b"errorlist" in answer.content


def test_the_command_imports_and_refuses_the_same_file(
    campaign: Campaign, alice: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.xml"
    path.write_bytes(judgment_file(campaign))
    call_command("import_judgments", campaign.slug, str(path), "--check")
    assert not Judge.objects.filter(name="ann").exists()
    call_command("import_judgments", campaign.slug, str(path), "--as", "alice")
    assert "1 rankings (0 skipped) by 1 judges" in capsys.readouterr().out
    assert AuditEvent.objects.get(action="judgments.import").actor == alice

    with pytest.raises(CommandError, match="nothing was imported") as refusal:
        call_command("import_judgments", campaign.slug, str(path))
    assert refusal.value.returncode == 2
    told = capsys.readouterr().err
    assert "mine.xml: The same content was imported before" in told
    assert "are added to theirs" not in told


def test_markup_in_names_stays_text(owner: Client, alice: User, run_jobs: Callable[[], int]) -> None:
    hostile = make_campaign(owner=alice, title="<script>alert(1)</script>")
    make_ranking(make_judge(hostile, "<img src=x onerror=alert(1)>"), make_item(hostile))
    report = services.request_report(hostile, alice, ReportOptions(replicates=20)).report
    run_jobs()
    page = owner.get(report.get_absolute_url()).content.decode()

    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "style=" not in page
    assert "onclick" not in page
