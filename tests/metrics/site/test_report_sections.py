"""Sections that metrics contribute to reports: offered where a campaign has what they need."""

import io
import json
import zipfile
from collections.abc import Callable

import pytest
from appraise_gec.report.figures import CHARTS
from appraise_gec.report.paper.verification import PaperFile, verify
from django.test import Client
from django.urls import reverse
from metrics.reports.archive import companions_again

from appraise_gec.accounts.models import User
from appraise_gec.report import report_files
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import sharing
from appraise_gec.report.site.forms import ReportForm
from appraise_gec.report.site.services import request_report
from metrics.models import MetricRun, ReferenceSet
from metrics.references.m2_file import read_m2
from metrics.validation.maege.usual import without_people
from rankings.access.audience import CampaignAccess
from rankings.access.refusals import Refused
from rankings.formats.results import to_json
from rankings.models import Campaign, Paper, Report
from tests.metrics.site.conftest import GOLD, references_file, store

BOTH = ReportOptions(replicates=20, parts=("metrics", "maege"))


@pytest.fixture
def finished(judged: Campaign, m2_run: MetricRun, alice: User, run_jobs: Callable[[], int]) -> Report:
    """A report with both sections."""
    report = request_report(judged, alice, BOTH).report
    run_jobs()
    report.refresh_from_db()
    assert report.result is not None, report.job and report.job.error
    return report


def test_the_form_says_what_is_missing(judged: Campaign, alice: User, client: Client) -> None:
    parts = ReportForm(judged).fields["parts"]
    assert {"metrics", "maege"}.isdisjoint(key for key, _ in parts.choices)  # type: ignore[attr-defined]
    client.force_login(alice)
    page = client.get(reverse("reports:overview", args=[judged.slug])).content.decode()
    assert "needs scores of metrics" in page
    assert "needs gold edits in M2 format" in page
    for part, told in (("metrics", "needs scores"), ("maege", "needs gold edits")):
        with pytest.raises(Refused, match=told):
            request_report(judged, alice, ReportOptions(replicates=20, parts=(part,)))


def test_both_stand_in_the_report(finished: Report, client: Client, alice: User) -> None:
    assert finished.result is not None
    assert finished.recipe is not None
    gold = read_m2(GOLD.encode(), "gold.m2")
    assert finished.result["maege"] == to_json(without_people(gold, BOTH.seed))
    assert [one["metric"] for one in finished.result["correlation"]["metrics"]]
    assert finished.recipe["correlation"][0]["metric"] == "m2"
    client.force_login(alice)
    at = [finished.campaign.slug, finished.key]
    front = client.get(reverse("reports:report", args=at)).content.decode()
    for section, table in (("metrics", "correlations"), ("maege", "maege-sentences")):
        address = reverse("reports:section", args=[*at, section])
        assert address in front
        assert client.get(address).status_code == 200
        csv = client.get(reverse("reports:table", args=[*at, table]))
        assert csv.status_code == 200
        assert csv.content.count(b"\n") > 1
    assert client.get(reverse("reports:table", args=[*at, "maege-nothing"])).status_code == 404


def test_other_references_make_another_report(finished: Report, alice: User, gold_set: ReferenceSet) -> None:
    campaign = finished.campaign
    assert request_report(campaign, alice, BOTH).report == finished
    changed = GOLD.replace("|||were|||", "|||are|||")
    gold_set.delete()
    store(campaign, alice, [references_file(changed)], "gold")
    again = request_report(campaign, alice, BOTH)
    assert again.is_new


@pytest.fixture
def few_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes longer than everything else, and says the same in every archive here."""
    monkeypatch.setattr(report_files, "CHARTS", {"distinct-outputs": CHARTS["distinct-outputs"]})


@pytest.mark.usefixtures("few_figures")
def test_the_archive_holds_both_and_can_be_verified(
    finished: Report, alice: User, run_jobs: Callable[[], int]
) -> None:
    access = CampaignAccess(finished.campaign, "owner")
    link = sharing.publish(access, finished, alice, "A study")
    run_jobs()
    paper = Paper.objects.select_related("job").get(pk=link.paper_id)
    assert paper.size, paper.job and paper.job.error
    assert "Metrics without human rankings" in paper.page
    content = b"".join(
        bytes(part) for part in paper.parts.order_by("number").values_list("content", flat=True)
    )
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert {"tables/correlations.csv", "tables/maege-corpora.csv", "data/metric-scores.json"} <= set(files)
    result = json.loads(files["report.json"])["result"]
    assert finished.result is not None
    assert result["maege"] == finished.result["maege"]
    assert result["correlation"]["metrics"] == finished.result["correlation"]["metrics"]
    verified = verify(PaperFile(io.BytesIO(content), "paper.zip"), companions_of=companions_again)
    assert verified.difference == ""
