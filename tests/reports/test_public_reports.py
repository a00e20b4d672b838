"""The public page of a frozen report: who reads it, what it never says, and how it ends."""

import io
import zipfile
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services, sharing
from rankings.access.audience import CampaignAccess
from rankings.access.refusals import Refused
from rankings.models import Campaign, Paper, PaperPart, PublicReport, Report

TITLE = "A study of four systems"
FEW = ReportOptions(replicates=20, parts=())


pytestmark = pytest.mark.usefixtures("few_figures")


@pytest.fixture
def report(campaign: Campaign, alice: User, run_jobs: Callable[[], int]) -> Report:
    made = services.request_report(campaign, alice, FEW).report
    run_jobs()
    made.refresh_from_db()
    return made


@pytest.fixture
def sign_in_as() -> Callable[[User], Client]:
    def sign_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return sign_in


@pytest.fixture
def access(campaign: Campaign) -> CampaignAccess:
    return CampaignAccess(campaign, "owner")


@pytest.fixture
def publish(
    report: Report, access: CampaignAccess, alice: User, run_jobs: Callable[[], int]
) -> Callable[..., PublicReport]:
    def make() -> PublicReport:
        link = sharing.publish(access, report, alice, TITLE)
        run_jobs()
        link.refresh_from_db()
        link.paper.refresh_from_db()
        return link

    return make


def address(link: PublicReport, path: str = "") -> str:
    if path:
        return reverse("public-file", args=[link.token, path])
    return reverse("public-report", args=[link.token])


def content_of(response) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


def page_of(link: PublicReport) -> str:
    return Client().get(address(link)).content.decode()


def everything(link: PublicReport) -> dict[str, bytes]:
    """All that a stranger gets: the page, its headers, and every file of the archive."""
    page = Client().get(address(link))
    archive = content_of(Client().get(address(link, "paper.zip")))
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    names = " ".join(files)
    headers = " ".join(f"{name}: {value}" for name, value in page.items() if name != "X-Request-ID")
    return {"page": page.content, "headers": headers.encode(), "names": names.encode(), **files}


def test_a_stranger_with_the_link_reads_the_report_without_a_cookie(publish) -> None:
    link = publish()
    answer = Client().get(address(link))
    assert answer.status_code == 200
    page = answer.content.decode()
    assert TITLE in page
    assert "Ranking of systems" in page
    assert "judge-1" in page
    # The paragraph for a paper.
    assert "two judges" in page.lower() or "2 judges" in page
    assert "ranked by Expected Wins" in page
    assert not answer.cookies
    assert "noindex" in answer["X-Robots-Tag"]
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    assert "script-src" not in answer["Content-Security-Policy"]
    assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_the_page_opens_nothing_else(publish, campaign: Campaign, report: Report) -> None:
    link = publish()
    for path in (
        "recipe.json",
        "data/judgments.json",
        "../",
        "tables/",
        "tables/nothing.csv",
    ):
        assert Client().get(f"{address(link)}{path}").status_code == 404, path
    stranger = Client()
    stranger.get(address(link))
    for inner in (report.get_absolute_url(), reverse("reports:overview", args=[campaign.slug])):
        assert stranger.get(inner).status_code == 302
    assert campaign.slug not in page_of(link)
    assert campaign.title not in page_of(link)


def test_the_link_cannot_be_guessed(publish) -> None:
    link = publish()
    assert len(link.token) >= 43
    assert Client().get(reverse("public-report", args=[link.token[:-1]])).status_code == 404
    answers = [Client().get(reverse("public-report", args=[f"guess-{number}"])) for number in range(31)]
    assert [answer.status_code for answer in answers][-1] == 429


def test_neither_judges_nor_people_are_named(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    campaign.judges.filter(name="one").update(name="Anneliese")
    campaign.judges.filter(name="two").update(name="Wolfram")
    report = services.request_report(campaign, alice, FEW).report
    run_jobs()
    report.refresh_from_db()
    assert "Anneliese" in str(report.result)
    link = sharing.publish(CampaignAccess(campaign, "owner"), report, alice, TITLE)
    run_jobs()
    for name, content in everything(link).items():
        for private in (b"Anneliese", b"Wolfram", alice.username.encode(), b"@example"):
            assert private.lower() not in content.lower(), (name, private)


def test_a_title_that_names_a_person_is_refused(report: Report, access: CampaignAccess, alice: User) -> None:
    with pytest.raises(Refused, match="e-mail"):
        sharing.publish(access, report, alice, "Ask alice@example.org")
    with pytest.raises(Refused, match="names the judge"):
        sharing.publish(access, report, alice, "What judge one said")
    assert not PublicReport.objects.exists()


def test_a_revoked_link_is_gone_for_good(
    publish, access: CampaignAccess, alice: User, sign_in_as, report: Report, campaign: Campaign
) -> None:
    link = publish()
    revoking = reverse("reports:revoke-link", args=[campaign.slug, report.key])
    assert sign_in_as(alice).get(revoking).status_code == 405
    assert sign_in_as(alice).post(revoking, follow=True).status_code == 200
    for path in ("", "paper.zip", "tables/ranking.csv"):
        answer = Client().get(address(link, path))
        assert answer.status_code == 410, path
        assert "revoked" in answer.content.decode()
        assert TITLE not in answer.content.decode()
    assert not PaperPart.objects.exists()
    assert Paper.objects.get(pk=link.paper_id).page == ""
    with pytest.raises(Refused, match="before"):
        sharing.revoke(access, link, alice)
    actions = set(AuditEvent.objects.filter(campaign=campaign).values_list("action", flat=True))
    assert {"report.publish", "report.revoke-link"} <= actions
