"""Pages and files of a report as a visitor gets them."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.jobs.models import Job, State
from appraise_gec.presentation.writers.figure import CONTENT_TYPES
from rankings.formats.judgments import write_judgments
from rankings.formats.records import JudgedOutput, Judgment
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign, Judge, Ranking, Report, StagedUpload
from rankings.reports import services
from rankings.reports.figures import CHARTS, draw
from rankings.reports.options import ReportOptions
from rankings.reports.tables import DESCRIBED
from tests.factories import make_campaign, make_item, make_judge, make_ranking
from tests.reports.table_files import table_csv


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


def test_an_empty_campaign_says_what_to_do_next(owner: Client, alice: User) -> None:
    empty = make_campaign(owner=alice)
    answer = owner.get(at("overview", empty))
    page = text_of(answer.content)

    assert "There are no rankings yet." in page
    assert "Import judgments" in page


def test_the_first_report_is_one_click_away(owner: Client, campaign: Campaign) -> None:
    page = owner.get(at("overview", campaign))

    assert "Nothing has been computed yet." in text_of(page.content)
    assert "8 rankings by 2 judges are there" in text_of(page.content)
    answer = owner.post(
        at("request", campaign), {"unit": "sentences", "replicates": 1000, "confidence": "95.0", "seed": 2015}
    )
    report = Report.objects.get()
    assert answer["Location"] == report.get_absolute_url()
    assert "The report is being computed" in text_of(owner.get(report.get_absolute_url()).content)
    assert "The report is being computed" in text_of(owner.get(at("overview", campaign)).content)


def test_the_overview_shows_the_latest_report_in_few_queries(
    owner: Client, campaign: Campaign, report: Report, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(19):
        page = text_of(owner.get(at("overview", campaign)).content)

    assert "Too little was judged to say which system is best. Only 4 sentences" in page
    assert "By score alone, ALPHA comes first." in page
    # What four sentences cannot support is neither drawn nor called too narrow.
    assert "How often each system takes each rank" not in page
    assert "so these ranges are too narrow" not in page
    assert "Rankings have changed" not in page
    assert "How to reproduce it" in page
    listed = page.partition("All reports")[2]
    assert "Expected Wins" in listed
    assert "expected-wins" not in listed
    assert "Result XML (2015)" in page


def test_wrong_settings_come_back_with_a_reason(owner: Client, campaign: Campaign) -> None:
    answer = owner.post(
        at("request", campaign), {"unit": "coins", "replicates": 0, "confidence": 10, "seed": -1}
    )

    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"unit", "replicates", "confidence", "seed"}
    assert not Report.objects.exists()


def test_asking_again_says_that_nothing_has_changed(
    owner: Client, campaign: Campaign, report: Report
) -> None:
    values = {
        "unit": "sentences",
        "replicates": 50,
        "confidence": "95.0",
        "seed": 2015,
    }
    answer = owner.post(at("request", campaign), values, follow=True)

    assert answer.redirect_chain == [(report.get_absolute_url(), 302)]
    assert "This report exists already" in text_of(answer.content)


def test_a_stale_report_says_so_and_asks_for_the_same_again(
    owner: Client, campaign: Campaign, report: Report
) -> None:
    make_ranking(make_judge(campaign, "three"), make_item(campaign, 0))
    page = owner.get(report.get_absolute_url())
    assert "Rankings have changed since this report was computed." in text_of(page.content)

    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.content.decode()))
    owner.post(at("request", campaign), hidden)
    newest = Report.objects.latest("pk")
    assert newest != report
    assert newest.options == report.options


def test_a_failed_report_says_why_and_can_be_tried_again(
    owner: Client, campaign: Campaign, alice: User
) -> None:
    report = services.request_report(campaign, alice, ReportOptions()).report
    Job.objects.update(state=State.FAILED, finished_at="2026-01-01T00:00Z", error="The disk is full.")
    page = owner.get(report.get_absolute_url())

    assert "The report could not be computed" in text_of(page.content)
    assert "The disk is full." in text_of(page.content)
    owner.post(reverse("jobs:retry", args=[report.job_id]))
    assert Job.objects.get().state == State.QUEUED


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


def test_a_table_in_a_spreadsheet_runs_nothing(report: Report) -> None:
    result = dict(report.result or {})
    result["judges"] = [{**result["judges"][0], "judge": '=HYPERLINK("http://example.org")'}]
    for row in csv.reader(io.StringIO(table_csv("judges", result).decode())):
        assert not row[0].startswith(("=", "+", "-", "@", "\t", "\r"))


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


def test_the_figure_names_every_system_once(report: Report) -> None:
    svg = ElementTree.fromstring(draw("ranking", "svg", report.result or {}))
    texts = ["".join(one.itertext()).strip() for one in svg.iter("{http://www.w3.org/2000/svg}text")]
    for system in (report.result or {})["systems"]:
        assert texts.count(system) == 1


def test_unknown_files_are_404(owner: Client, campaign: Campaign, report: Report) -> None:
    for address in (
        at("figure", campaign, report.key, "ranking", "exe"),
        at("figure", campaign, report.key, "secret", "svg"),
        at("table", campaign, report.key, "secret"),
        at("section", campaign, report.key, "secret"),
        at("export", campaign, "exe"),
    ):
        assert owner.get(address).status_code == 404


def test_an_unfinished_report_has_no_files(owner: Client, campaign: Campaign, alice: User) -> None:
    report = services.request_report(campaign, alice, ReportOptions()).report
    for address in (
        at("document", campaign, report.key),
        at("table", campaign, report.key, "judges"),
        at("section", campaign, report.key, "judges"),
        at("figure", campaign, report.key, "ranking", "svg"),
    ):
        assert owner.get(address).status_code == 404


@pytest.mark.parametrize("name", ["xml", "csv", "json"])
def test_rankings_are_downloads_under_judges_names_alone(
    owner: Client, campaign: Campaign, bob: User, name: str
) -> None:
    Judge.objects.filter(name="one").update(user=bob)
    bob.email = "bob@example.org"
    bob.save()
    answer = owner.get(at("export", campaign, name))

    assert answer["Content-Disposition"] == f'attachment; filename="essays-judgments.{name}"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert b"bob" not in answer.content
    assert AuditEvent.objects.filter(action="judgments.export", campaign=campaign).count() == 1


def test_a_name_that_a_format_cannot_hold_is_explained(owner: Client, campaign: Campaign) -> None:
    Judge.objects.filter(name="one").update(name="bell\a")
    page = owner.get(at("export", campaign, "xml"), follow=True)
    program = owner.get(reverse("api:judgments", args=[campaign.slug]), {"format": "xml"})

    assert "XML cannot hold these rankings" in text_of(page.content)
    assert (program.status_code, "cannot hold" in program.json()["detail"]) == (409, True)
    assert owner.get(at("export", campaign, "json")).status_code == 200


def test_reading_the_rankings_takes_four_queries(
    campaign: Campaign, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(4):
        found = campaign_judgments(campaign)

    assert len(found) == 8
    first = found[0]
    assert (first.judge, first.sentence, first.item, first.document) == ("one", "0", "0", "essay-0")
    assert (first.result_set, first.seconds, first.source_language) == ("essays", 12.5, "en")


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


@pytest.mark.parametrize("arguments", [("nowhere", "x.xml"), ("essays", "/no/such/file")])
def test_the_command_names_what_is_missing(campaign: Campaign, arguments: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match=r"There is no campaign|cannot be read"):
        call_command("import_judgments", *arguments)


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
