"""The public page of a frozen report: who reads it, what it never says, and how it ends."""

import io
import re
import zipfile
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.presentation.writers import csv
from rankings.access.audience import CampaignAccess
from rankings.access.refusals import Refused
from rankings.judgments.stored import load_judgments
from rankings.models import Campaign, Paper, PaperPart, PublicReport, Report, System
from rankings.people.privacy import forget_judge
from rankings.reports import report_files, services, sharing
from rankings.reports.figures import CHARTS
from rankings.reports.options import ReportOptions
from rankings.reports.paper.verification import PaperFile, verify
from rankings.reports.result import report_result
from rankings.reports.tables import DESCRIBED
from tests.factories import add_member, make_judge, make_ranking

TITLE = "A study of four systems"
FEW = ReportOptions(replicates=20, parts=())


@pytest.fixture(autouse=True)
def few_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes longer than everything else."""
    monkeypatch.setattr(report_files, "CHARTS", {"ranking": CHARTS["ranking"]})


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


def test_every_file_that_the_page_links_to_is_there(publish, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_files, "CHARTS", CHARTS)
    link = publish()
    addresses = set(re.findall(r'href="([^"#]+)"', page_of(link)))
    assert {"paper.zip", "tables/ranking.csv", "figures/ranking.svg"} <= addresses
    for path in addresses:
        answer = Client().get(address(link, path))
        assert answer.status_code == 200, path
        assert content_of(answer)
        assert not answer.cookies


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


def test_the_page_stays_what_it_was(publish, campaign: Campaign, alice: User) -> None:
    link = publish()
    before = everything(link)
    judge = make_judge(campaign, "late")
    for item in campaign.items.all():
        make_ranking(judge, item)
    forget_judge(campaign.judges.get(name="one"), alice, keep_name=False, clear_notes=True)
    System.objects.filter(campaign=campaign, is_input=False).update(retired_at=timezone.now())
    campaign.title = "Another title"
    campaign.save()
    assert len(load_judgments(campaign).judgments) > 8
    assert everything(link) == before


def test_the_archive_of_the_page_can_be_verified(publish) -> None:
    archive = content_of(Client().get(address(publish(), "paper.zip")))
    found = verify(PaperFile(io.BytesIO(archive), "paper.zip"))
    assert (found.difference, found.rankings) == ("", 8)


def test_numbers_are_those_of_the_report(publish, report: Report) -> None:
    table = content_of(Client().get(address(publish(), "tables/ranking.csv")))
    assert table == csv.write(DESCRIBED["ranking"](report_result(report.result or {})))


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


def test_a_deleted_campaign_takes_its_pages_along(
    publish, campaign: Campaign, alice: User, sign_in_as, run_jobs: Callable[[], int]
) -> None:
    link = publish()
    deleting = reverse("campaigns:delete", args=[campaign.slug])
    client = sign_in_as(alice)
    Campaign.objects.filter(pk=campaign.pk).update(state=Campaign.State.CLOSED)
    assert "public report goes with it" in client.get(deleting).content.decode()
    assert client.post(deleting, {"typed": campaign.title}).status_code == 302
    run_jobs()
    assert Client().get(address(link)).status_code == 404
    assert not PublicReport.objects.exists()
    assert not PaperPart.objects.exists()


def test_the_form_makes_one_link_and_the_page_shows_it(
    report: Report, campaign: Campaign, alice: User, sign_in_as, run_jobs: Callable[[], int]
) -> None:
    client = sign_in_as(alice)
    share = reverse("reports:share", args=[campaign.slug, report.key])
    publish = reverse("reports:publish", args=[campaign.slug, report.key])
    assert client.post(publish, {"link-title": ""}).status_code == 422
    assert client.post(publish, {"link-title": TITLE}).status_code == 302
    link = PublicReport.objects.select_related("paper").get()
    assert Client().get(address(link)).status_code == 404
    run_jobs()
    page = client.get(share).content.decode()
    assert f"http://testserver{address(link)}" in page
    assert "Make the link" not in page
    again = client.post(publish, {"link-title": TITLE})
    assert again.status_code == 422
    assert "has a public link" in again.content.decode()
    client.post(reverse("reports:revoke-link", args=[campaign.slug, report.key]))
    assert "Make the link" in client.get(share).content.decode()
    assert client.post(publish, {"link-title": TITLE}).status_code == 302
    assert PublicReport.objects.filter(revoked_at=None).exclude(pk=link.pk).count() == 1


def test_researchers_take_archives_and_make_no_links(
    report: Report, campaign: Campaign, make_user, sign_in_as, run_jobs: Callable[[], int]
) -> None:
    rita = make_user("rita")
    add_member(campaign, rita, "researcher")
    client = sign_in_as(rita)
    share = reverse("reports:share", args=[campaign.slug, report.key])
    making = reverse("reports:make-paper", args=[campaign.slug, report.key])
    asked = {"paper-title": TITLE}
    assert client.post(making, asked).status_code == 302
    assert client.post(making, asked).status_code == 302
    assert run_jobs() == 1
    paper = Paper.objects.get()
    page = client.get(share).content.decode()
    assert "Make the link" not in page
    taken = client.get(reverse("reports:paper", args=[campaign.slug, report.key, paper.key]))
    archive = content_of(taken)
    assert int(taken["Content-Length"]) == len(archive)
    assert verify(PaperFile(io.BytesIO(archive), "paper.zip")).difference == ""
    Paper.objects.update(expires_at=timezone.now())
    assert sharing.sweep() == 1
    assert not Paper.objects.exists()


def test_a_report_whose_rankings_are_gone_says_so(
    report: Report, campaign: Campaign, access: CampaignAccess, alice: User, run_jobs: Callable[[], int]
) -> None:
    """A system that got another name past the history: no rankings have the SHA-256 of the report."""
    changed = campaign.systems.exclude(is_input=True).earliest("pk")
    System.objects.filter(pk=changed.pk).update(name="OTHER")
    link = sharing.publish(access, report, alice, TITLE)
    run_jobs()
    link = PublicReport.objects.select_related("paper__job").get(pk=link.pk)
    assert link.paper.size == 0
    assert sharing.state_of(link) == "failed"
    assert link.paper.job is not None
    assert "SHA-256" in link.paper.job.error
