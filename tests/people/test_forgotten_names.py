"""A forgotten judge's name is nowhere: not in a column of a table, not on a page, not in a download."""

import gzip
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any
from urllib.parse import urldefrag, urljoin

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.test import Client

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job, State
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import computing, services
from appraise_gec.report.site.actions import NameReport
from rankings.access import CampaignAccess
from rankings.judgments.stored import load_judgments
from rankings.models import Campaign, CampaignFile, Judge, Ranking, Report, Upload
from rankings.people import privacy
from rankings.people.names import in_text, rename_everywhere
from rankings.uploads.files import File
from tests.factories import (
    act,
    invite,
    make_campaign,
    make_items,
    make_judge,
    make_ranking,
    make_upload,
    signed_in,
)

# Long and unlike any word, so that no hash, key or text holds them by accident.
FIRST_NAME = "Wilhelmina Thistledown-Fernsby"
NAME = "Zephyrine Quillfeather-Ötvös"
TELLING = ("Zephyrine", "Quillfeather", "Wilhelmina", "Thistledown")
WITHOUT = ReportOptions(replicates=20, excluded_judges=(NAME,), parts=())
WITH = ReportOptions(replicates=20, parts=())


@pytest.fixture
def campaign(alice: User, run_jobs: Callable[[], int]) -> Campaign:
    """A campaign whose every place that can name a judge names Zephyrine, or her earlier name."""
    made = make_campaign("spring", owner=alice)
    made.judges_per_item = 4
    made.save()
    items = make_items(made)
    kim = make_judge(made, "Kim")
    for item in items:
        make_ranking(kim, item)
    judge, _ = invite(alice, made, FIRST_NAME)
    for item in items:
        make_ranking(judge, item, skipped=item.number == 2)
    services.request_report(
        made, alice, ReportOptions(replicates=19, excluded_judges=(FIRST_NAME,), parts=())
    )
    run_jobs()
    act(alice, "judge.edit", made, judge.pk, name=NAME, quota=30)
    act(alice, "judge.hold", made, judge.pk)
    act(alice, "judge.resume", made, judge.pk)
    Ranking.objects.filter(judge=judge).update(flag_reason="other", flag_note=f"I, {NAME}, find this odd")
    flagged = Ranking.objects.filter(judge=judge).earliest("pk")
    act(alice, "flag.decide", made, flagged.pk, outcome="answered", answer=f"Dear {NAME}, you are right")
    for options in (WITH, WITHOUT):
        services.request_report(made, alice, options)
    run_jobs()
    access, named = CampaignAccess(made, "owner"), Report.objects.filter(finished_at__isnull=False)[0]
    NameReport(access, alice, named).do(name=f"Without {NAME}, again")
    services.request_report(made, alice, ReportOptions(replicates=21, excluded_judges=(NAME,), parts=()))
    failed = services.request_report(made, alice, ReportOptions(replicates=22)).report.job
    Job.objects.filter(pk=failed.pk).update(  # type: ignore[union-attr]
        state=State.FAILED,
        error=f"{NAME} is odd",
        traceback=f"ValueError: {NAME}",
        finished_at=made.created_at,
    )
    make_upload("judgments", alice, made, File("judgments", "more.csv", f"judge\n{NAME}\n".encode()))
    # As an import leaves them; people call a file after the judge who filled it in.
    file = f"spring_{NAME.casefold()}.csv"
    CampaignFile.objects.create(campaign=made, kind=CampaignFile.Kind.JUDGMENTS, name=file, size=9)
    return made


def unpacked(content: bytes) -> Iterator[bytes]:
    """Bytes as they are, and what is packed in them."""
    yield content
    if zipfile.is_zipfile(io.BytesIO(content)):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            yield from (archive.read(name) for name in archive.namelist())
    for unpack in (gzip.decompress, zlib.decompress):
        try:
            yield unpack(content)
        except (OSError, EOFError, zlib.error):
            continue


def as_text(value: Any) -> str:
    if isinstance(value, bytes | memoryview):
        return "\n".join(one.decode("utf-8", "replace") for one in unpacked(bytes(value)))
    return str(value)


def columns_that_tell(*words: str) -> set[str]:
    """`Model.field` of every column of every table in which one of the words stands, or one of the names."""
    tell = [word.casefold() for word in words or TELLING]
    found = set()
    for model in apps.get_models(include_auto_created=True):
        names = [field.attname for field in model._meta.concrete_fields]
        for row in model._base_manager.values_list(*names):
            for name, value in zip(names, row, strict=True):
                text = as_text(value).casefold()
                if any(word in text for word in tell):
                    found.add(f"{model.__name__}.{name}")
    for session in Session.objects.all():
        if any(word in str(session.get_decoded()).casefold() for word in tell):
            found.add("Session.session_data")
    return found


def crawl(client: Client) -> Iterator[tuple[str, str]]:
    """(address, text) of whatever can be reached from the campaign's desk by links, and of the API."""
    waiting = ["/campaigns/spring/", "/account/", "/api/v1/campaigns/spring/"]
    waiting += [f"/api/v1/campaigns/spring/{end}" for end in ("judgments/", "reports/")]
    waiting += [
        f"/api/v1/campaigns/spring/reports/{key}/" for key in Report.objects.values_list("key", flat=True)
    ]
    seen = set(waiting)
    while waiting:
        address = waiting.pop()
        response = client.get(address)
        if response.status_code in (301, 302):
            links = [response.headers["Location"]]
        else:
            assert response.status_code == 200, (address, response.status_code)
            body = b"".join(response) if response.streaming else response.content
            text = as_text(body)
            yield address, unescape(text)
            is_page = response.headers["Content-Type"].startswith("text/html")
            links = re.findall(r'(?:href|src)="([^"]+)"', text) if is_page else []
        for link in links:
            target = urldefrag(urljoin(address, unescape(link)))[0]
            # Drawings of other kinds than SVG hold no text that can be searched.
            drawing = re.search(r"\.(?:pdf|png)(?:\?|$)", target)
            if target.startswith("/campaigns/spring/") and not drawing and target not in seen:
                seen.add(target)
                waiting.append(target)


def pages_that_tell(client: Client) -> set[str]:
    return {
        address
        for address, text in crawl(client)
        if any(telling.casefold() in text.casefold() for telling in TELLING)
    }


@pytest.mark.nightly
def test_no_column_and_no_page_tells_a_forgotten_judge(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    client = signed_in(alice)
    judge = Judge.objects.get(name=NAME)
    report = Report.objects.get(options=WITHOUT.as_json(), recipe__isnull=False)
    page = report.get_absolute_url()

    # The search finds the name wherever it is known to stand, or its silence would mean nothing.
    assert columns_that_tell() >= {
        "Judge.name",
        "CampaignFile.name",
        "Report.name",
        "Report.options",
        "Report.recipe",
        "Report.result",
        "ReportFolder.content",
        "ReportFolder.page",
        "Ranking.flag_note",
        "Ranking.flag_answer",
        "Job.error",
        "Job.traceback",
        "UploadPart.content",
    }
    told = pages_that_tell(client)
    assert {page, f"{page}report.zip", f"{page}report.json", "/campaigns/spring/judges/"} <= told
    assert any(address.endswith("/rankings.xml") for address in told)
    assert any(address.startswith("/api/") for address in told)

    privacy.forget_judge(judge)

    assert columns_that_tell() == set()
    # Files are written again, with the new name.
    assert "being computed" in client.get(page).text
    pages_that_tell(client)
    run_jobs()
    assert pages_that_tell(client) == set()
    assert "anonymous-1" in client.get(page).text


def test_the_numbers_and_the_checksum_stay(campaign: Campaign, alice: User) -> None:
    before = {report.pk: report for report in Report.objects.filter(recipe__isnull=False)}
    privacy.forget_judge(Judge.objects.get(name=NAME))
    assert len(before) == 3
    for report in Report.objects.filter(recipe__isnull=False):
        old = before[report.pk]
        assert old.recipe is not None
        assert report.recipe is not None
        assert str(report.result).replace("anonymous-1", NAME) == str(old.result)
        assert report.recipe["rankings"] == old.recipe["rankings"]
        assert len(services.judgments_of(report)) == report.recipe["rankings"]["number"]


def test_a_judge_who_is_forgotten_while_a_report_computes_does_not_come_back(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    from appraise_gec.report import computation

    compute = computation.compute_report

    def forget_in_between(*arguments: Any, **options: Any) -> Any:
        computed = compute(*arguments, **options)
        if judge := Judge.objects.filter(name=NAME).first():
            privacy.forget_judge(judge)
        return computed

    monkeypatch.setattr(computation, "compute_report", forget_in_between)
    assert run_jobs() == 1
    report = Report.objects.get(options__replicates=21)
    assert report.recipe is not None
    assert report.recipe["excluded_judges"] == ["anonymous-1"]
    assert columns_that_tell() == set()


def test_a_judge_who_gets_another_name_while_rankings_are_read_stays_left_out(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:

    def forget_before(*arguments: Any, **options: Any) -> Any:
        if judge := Judge.objects.filter(name=NAME).first():
            privacy.forget_judge(judge)
        return load_judgments(*arguments, **options)

    monkeypatch.setattr(computing, "load_judgments", forget_before)
    assert run_jobs() == 1
    report = Report.objects.get(options__replicates=21)
    assert report.recipe is not None
    assert report.recipe["rankings"]["number"] == Ranking.objects.count() - campaign.items.count()
    assert columns_that_tell() == set()


def test_other_judges_and_other_campaigns_keep_their_names(campaign: Campaign, alice: User) -> None:
    other = make_campaign("autumn", owner=alice)
    options = {"excluded_judges": [NAME, "Kim"]}
    here = Report.objects.create(campaign=campaign, options=options)
    there = Report.objects.create(campaign=other, options=options)
    waiting = Upload.objects.count()
    rename_everywhere(campaign, NAME, "Owl")
    for report in (here, there):
        report.refresh_from_db()
    assert here.options == {"excluded_judges": ["Owl", "Kim"]}
    assert there.options == options
    assert Upload.objects.count() == waiting - 1


def test_a_file_is_named_after_a_judge_where_the_whole_name_stands() -> None:
    assert [in_text(name, "Ann", "Owl") for name in ("Ann.csv", "2_ANN.xml")] == ["Owl.csv", "2_Owl.xml"]
    assert [in_text(name, "Ann", "Owl") for name in ("Annotations", "Ann2")] == ["Annotations", "Ann2"]
