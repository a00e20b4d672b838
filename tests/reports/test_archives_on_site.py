"""Archives of reports that rest on more than rankings: marks on edits, imports, and a survey."""

import io
import json
import zipfile
from collections.abc import Callable

import pytest
from appraise_gec.report.figures import CHARTS
from appraise_gec.report.paper.verification import PaperFile, verify

from appraise_gec.accounts.models import User
from appraise_gec.report import report_files
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services, sharing
from rankings.access.audience import CampaignAccess
from rankings.formats.judgments import write_judgments
from rankings.judgments.stored import load_judgments
from rankings.models import Campaign, Paper, Report
from rankings.survey.questions import Question
from rankings.survey.services import change_questions, keep_answers, mark_of, questions_at
from tests.factories import make_campaign, make_items, make_judge, make_ranking
from tests.reports.conftest import import_bytes
from tests.reports.test_rejected_edits import marked

__all__ = ["marked"]

TITLE = "A study of systems"


@pytest.fixture(autouse=True)
def few_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes longer than everything else, and says the same in every archive here."""
    monkeypatch.setattr(report_files, "CHARTS", {"distinct-outputs": CHARTS["distinct-outputs"]})


@pytest.fixture
def computed(alice: User, run_jobs: Callable[[], int]) -> Callable[..., Report]:
    def compute(campaign: Campaign, **options) -> Report:
        chosen = ReportOptions(replicates=20, parts=(), **options)
        made = services.request_report(campaign, alice, chosen).report
        run_jobs()
        made.refresh_from_db()
        return made

    return compute


@pytest.fixture
def archive(alice: User, run_jobs: Callable[[], int]) -> Callable[..., Paper]:
    """A link to a report; its archive may have failed."""

    def make(report: Report) -> Paper:
        link = sharing.publish(CampaignAccess(report.campaign, "owner"), report, alice, TITLE)
        run_jobs()
        return Paper.objects.select_related("job").get(pk=link.paper_id)

    return make


def content_of(paper: Paper) -> bytes:
    assert paper.size, paper.job and paper.job.error
    return b"".join(bytes(part) for part in paper.parts.order_by("number").values_list("content", flat=True))


def verified(paper: Paper) -> dict[str, bytes]:
    """The files of an archive, every number of which has come out the same."""
    content = content_of(paper)
    found = verify(PaperFile(io.BytesIO(content), "paper.zip"))
    assert found.difference == ""
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def test_marks_on_edits_are_in_the_archive(marked: Campaign, computed, archive) -> None:
    files = verified(archive(computed(marked)))
    assert b"judge-" in files["data/edit-marks.json"]
    assert "tables/rejected-edits-kinds.csv" in files


def test_imported_rankings_are_told_as_on_the_page(campaign: Campaign, computed, archive) -> None:
    content = write_judgments(load_judgments(campaign).judgments, "xml")
    other = make_campaign("other", owner=campaign.created_by)
    import_bytes(other, content.replace(b'"one"', b'"three"'))
    files = verified(archive(computed(other)))
    recipe = json.loads(files["recipe.json"])
    assert recipe["imported_rankings"] == recipe["rankings"]["number"]
    assert files["methods.txt"].startswith(b"We analyse ")


def test_a_survey_is_in_the_archive(alice: User, computed, archive, run_jobs: Callable[[], int]) -> None:
    campaign = make_campaign("essays", owner=alice)
    question = Question("tool", "before", "choice", "Which tool do you use?", choices=("ALPHA", "None"))
    change_questions(campaign, lambda _: [question], alice)
    items = make_items(campaign)
    for number in range(6):
        judge = make_judge(campaign, f"J{number}")
        asked = mark_of(questions_at(judge.campaign, "before"))
        assert keep_answers(judge, "before", {"tool": "ALPHA"}, asked=asked)
        make_ranking(judge, items[0])
        make_ranking(judge, items[1])
    report = computed(campaign)
    files = verified(archive(report))
    assert b"Which tool do you use?" in files["tables/judges-survey.csv"]
