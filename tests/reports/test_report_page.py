"""A report on the site: one page, the files of its folder, its archive and its public link."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from appraise_gec.cli import main
from appraise_gec.jobs.models import Job
from appraise_gec.report.archive import PaperFile, verify
from appraise_gec.report.options import DECLARED, ReportOptions
from appraise_gec.report.site import services
from appraise_gec.report.site.api import OptionsDocument
from appraise_gec.report.site.forms import ReportForm, form_pairs
from rankings.models import Campaign, Judge, Membership, PublicReport, Report
from tests.factories import act, add_member, signed_in
from tests.reports.conftest import import_bytes


@pytest.fixture
def report(campaign: Campaign, alice: User, run_jobs: Callable[[], int]) -> Report:
    made = services.request_report(campaign, alice, ReportOptions(replicates=50)).report
    run_jobs()
    return Report.objects.select_related("campaign").get(pk=made.pk)


@pytest.fixture
def owner(alice: User) -> Client:
    cache.clear()
    return signed_in(alice)


def post(client: Client, name: str, report: Report) -> str:
    """Do an action, and give the page that comes next."""
    address = reverse(f"do:{name}", args=[report.campaign.slug, report.key])
    return client.post(address, follow=True).text


def test_one_page_with_the_finding_first_and_links_that_lead_to_files(report: Report, owner: Client) -> None:
    page = owner.get(report.get_absolute_url()).text
    keys = re.findall(r'<(?:section|details) id="([^"]+)"', page)
    assert keys[0] == "finding"
    assert keys[-1] == "recipe"
    assert "comes first" in page or "share the first place" in page or "Too little was judged" in page
    files = set(re.findall(r'href="((?:tables|figures)/[^"]+)"', page))
    assert len(files) > 20
    for path in sorted(files)[::7]:
        answer = owner.get(f"{report.get_absolute_url()}{path}")
        assert (answer.status_code, bool(answer.content)) == (200, True), path
    whole = owner.get(f"{report.get_absolute_url()}report.zip").content
    with zipfile.ZipFile(io.BytesIO(whole)) as folder:
        assert files | {"report.html", "report.json", "methods.tex", "references.bib"} == set(
            folder.namelist()
        )
        assert json.loads(folder.read("report.json"))["recipe"] == report.recipe
    assert owner.get(f"{report.get_absolute_url()}tables/nothing.csv").status_code == 404


def test_a_renamed_judge_has_the_new_name_in_every_file(
    report: Report, owner: Client, alice: User, run_jobs: Callable[[], int]
) -> None:
    judge = Judge.objects.get(name="one")
    act(alice, "judge.edit", judge.campaign, judge.pk, name="Quillfeather", quota=None)
    assert "being computed" in owner.get(report.get_absolute_url()).text
    owner.get(report.get_absolute_url())
    assert run_jobs() == 1
    assert "Quillfeather" in owner.get(report.get_absolute_url()).text
    with zipfile.ZipFile(io.BytesIO(owner.get(f"{report.get_absolute_url()}report.zip").content)) as folder:
        assert b"Quillfeather" in folder.read("tables/judges.csv")


def test_the_archive_is_under_pseudonyms_and_verifies(
    report: Report, owner: Client, run_jobs: Callable[[], int]
) -> None:
    post(owner, "paper.make", report)
    assert run_jobs() == 1
    content = owner.get(reverse("reports:archive", args=[report.campaign.slug, report.key])).content
    assert verify(PaperFile(io.BytesIO(content), "report.zip")).difference == ""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert {"recipe.json", "data/judgments.jsonl"} <= set(archive.namelist())
        assert b"judge-1" in archive.read("tables/judges.csv")
        assert b'"one"' not in archive.read("report.json")
    post(owner, "paper.make", report)
    assert run_jobs() == 0


def test_a_public_link_shows_the_same_page_to_everybody_until_it_is_revoked(
    report: Report, owner: Client, run_jobs: Callable[[], int], make_user: Callable[..., User]
) -> None:
    add_member(report.campaign, rita := make_user("rita"), Membership.Role.RESEARCHER)
    researcher, stranger = Client(), Client()
    researcher.force_login(rita)
    post(researcher, "report.publish", report)
    assert not PublicReport.objects.exists()
    post(owner, "report.publish", report)
    address = reverse("public-report", args=[PublicReport.objects.get().token])
    assert "is being made" in stranger.get(address).text
    run_jobs()
    assert address in post(owner, "report.publish", report)  # "has a public link", and the dialog shows it
    answer = stranger.get(address)
    assert answer.status_code == 200
    assert "noindex" in answer["X-Robots-Tag"]
    assert "site-header" not in answer.text
    assert 'id="finding"' in answer.text
    assert stranger.get(f"{address}tables/ranking.csv").status_code == 200
    assert verify(PaperFile(io.BytesIO(stranger.get(f"{address}report.zip").content), "x")).difference == ""
    post(owner, "report.revoke-link", report)
    assert stranger.get(address).status_code == 410


def test_every_option_is_asked_for_by_the_form_and_by_programs(campaign: Campaign, alice: User) -> None:
    form = ReportForm(campaign)
    asked = {name for name, option in DECLARED.items() if option.label and not option.filters}
    assert asked <= set(form.fields)
    assert {"excluded_judges", "without_systems"} <= set(form.fields)
    assert set(OptionsDocument().fields) == set(DECLARED)
    data: dict[str, list[str]] = {}
    for name, value in form_pairs(ReportOptions(seed=7, confidence=0.9, excluded_judges=("one",)).as_json()):
        data.setdefault(name, []).append(value)
    again = ReportForm(
        campaign, data={name: one if name == "excluded_judges" else one[0] for name, one in data.items()}
    )
    assert again.is_valid(), again.errors
    options = again.options()
    assert (options.seed, options.confidence, options.excluded_judges) == (7, 0.9, ("one",))
    programs = OptionsDocument(data={"seed": 7, "confidence": 0.9, "excluded_judges": ["one"]})
    assert programs.is_valid(), programs.errors
    assert programs.asked == options
    for wrong in ({"seed": -1}, {"method": "guess"}, {"first_day": "x"}, {"wrong": 1}):
        assert not OptionsDocument(data=wrong).is_valid()


def test_the_command_gives_the_numbers_of_the_site(
    gjg15: Campaign, published_xml: bytes, shared: Path, alice: User, run_jobs: Callable[[], int]
) -> None:
    import_bytes(gjg15, published_xml)
    asked = ReportOptions(replicates=20, unit="rankings")
    made = services.request_report(gjg15, alice, asked).report
    run_jobs()
    made.refresh_from_db()
    assert made.result is not None, Job.objects.get(report=made).error
    words = ["report", str(shared / "data/gjg15/judgments.xml"), "--json", "--unit", "rankings"]
    words += ["--bootstrap", "20", "--outputs", str(shared / "data/gjg15/outputs")]
    ended = CliRunner().invoke(main, words)
    assert ended.exit_code == 0, ended.stderr
    told = json.loads(ended.stdout)["result"]
    assert {name: told[name] for name in made.result} == made.result
