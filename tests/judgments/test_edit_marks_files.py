"""Marked edits of large campaigns: written by a worker, kept for some days, and never with an old name."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.jobs.models import Job, State
from rankings.formats.edit_marks import read_edit_marks
from rankings.judgments import edit_marks_files
from rankings.judgments.edit_marks import export_edit_marks, judged_edits
from rankings.models import Campaign, EditMarksFile, EditMarksPart, RankedOutput
from rankings.people.judge_names import rename_everywhere
from tests.reports.test_rejected_edits import marked  # noqa: F401 - fixture

PAGE = "/campaigns/marked/report/edit-marks/"
AT_ONCE = {extension: f"/campaigns/marked/report/edit-marks.{extension}" for extension in ("csv", "json")}


@pytest.fixture
def large(marked: Campaign, monkeypatch: pytest.MonkeyPatch) -> Campaign:  # noqa: F811
    """The campaign has one output more than are looked up at once."""
    outputs = RankedOutput.objects.filter(ranking__offers_marks=True).count()
    monkeypatch.setattr(edit_marks_files, "MOST_OUTPUTS_AT_ONCE", outputs - 1)
    return marked


@pytest.fixture
def alices(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def test_up_to_the_limit_the_file_comes_at_once(
    alices: Client,
    marked: Campaign,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert edit_marks_files.MOST_OUTPUTS_AT_ONCE == 10_000
    outputs = RankedOutput.objects.filter(ranking__offers_marks=True).count()
    monkeypatch.setattr(edit_marks_files, "MOST_OUTPUTS_AT_ONCE", outputs)
    report = alices.get("/campaigns/marked/report/").text
    assert AT_ONCE["csv"] in report
    assert PAGE not in report
    assert alices.get(AT_ONCE["csv"]).content == export_edit_marks(marked, "csv").content
    assert not Job.objects.exists()


def test_what_is_being_cancelled_is_no_answer_to_who_asks_again(large: Campaign, alice: User) -> None:
    first = edit_marks_files.request_file(large, "csv", alice)
    assert edit_marks_files.request_file(large, "csv", alice) == first
    Job.objects.update(cancel_requested=True)
    assert edit_marks_files.request_file(large, "csv", alice) != first


@pytest.mark.parametrize("extension", ["csv", "json"])
def test_beyond_it_a_worker_writes_the_same_file(
    alices: Client, large: Campaign, run_jobs: Callable[[], int], extension: str
) -> None:
    report = alices.get("/campaigns/marked/report/").text
    assert PAGE in report
    assert AT_ONCE["csv"] not in report
    assert alices.get(AT_ONCE[extension])["Location"] == PAGE
    assert not Job.objects.exists(), "looking changes nothing"
    for _ in range(2):  # an impatient click
        assert alices.post(PAGE, {"extension": extension})["Location"] == PAGE
    assert Job.objects.count() == 1
    assert "data-job" in alices.get(PAGE).text
    assert run_jobs() == 1
    file = EditMarksFile.objects.get()
    page = alices.get(PAGE).text
    assert f"{PAGE}{file.key}/" in page
    got = alices.get(f"{PAGE}{file.key}/")
    content = got.getvalue()
    assert content == export_edit_marks(large, extension).content
    assert read_edit_marks(content, file.name) == judged_edits(large)
    assert f'filename="marked-edit-marks.{extension}"' in got["Content-Disposition"]
    assert got["Content-Length"] == str(len(content))
    event = AuditEvent.objects.get(action="edit-marks.export")
    assert event.detail == {"format": extension}


def test_asking_again_replaces_the_file(alices: Client, large: Campaign, run_jobs: Callable[[], int]) -> None:
    for _ in range(2):
        alices.post(PAGE, {"extension": "csv"})
        assert run_jobs() == 1
    alices.post(PAGE, {"extension": "json"})
    assert run_jobs() == 1
    assert sorted(EditMarksFile.objects.values_list("extension", flat=True)) == ["csv", "json"]


def test_other_formats_are_refused(alices: Client, large: Campaign) -> None:
    assert alices.get("/campaigns/marked/report/edit-marks.xml").status_code == 404
    assert "Choose CSV or JSON." in alices.post(PAGE, {"extension": "xml"}, follow=True).text
    assert not EditMarksFile.objects.exists()


def test_a_judge_who_gets_another_name_is_in_no_file(
    alices: Client, large: Campaign, run_jobs: Callable[[], int]
) -> None:
    alices.post(PAGE, {"extension": "csv"})
    run_jobs()
    assert b"J1" in b"".join(bytes(part.content) for part in EditMarksPart.objects.all())
    alices.post(PAGE, {"extension": "json"})
    rename_everywhere(large, "J1", "judge-1")
    assert not EditMarksFile.objects.exists()
    assert not EditMarksPart.objects.exists()
    run_jobs()
    job = Job.objects.order_by("created_at").last()
    assert job is not None
    assert job.state == State.FAILED
    assert "Ask for it again." in job.error
    assert not EditMarksFile.objects.exists()


def test_a_cancelled_job_leaves_no_file_and_can_be_asked_for_again(
    alices: Client, large: Campaign, run_jobs: Callable[[], int]
) -> None:
    alices.post(PAGE, {"extension": "csv"})
    job = Job.objects.get()
    alices.post(reverse("jobs:cancel", args=[job.pk]))
    assert run_jobs() == 0
    assert EditMarksFile.objects.get().size == 0
    assert alices.get(f"{PAGE}{EditMarksFile.objects.get().key}/").status_code == 404
    alices.post(PAGE, {"extension": "csv"})
    assert run_jobs() == 1
    assert EditMarksFile.objects.get().size > 0


def test_files_go_when_they_expire(alices: Client, large: Campaign, run_jobs: Callable[[], int]) -> None:
    alices.post(PAGE, {"extension": "csv"})
    run_jobs()
    assert edit_marks_files.sweep() == 0
    EditMarksFile.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    key = EditMarksFile.objects.get().key
    assert alices.get(f"{PAGE}{key}/").status_code == 404
    assert str(key) not in alices.get(PAGE).text
    assert edit_marks_files.sweep() == 1
    assert not EditMarksPart.objects.exists()


def test_the_pages_cost_the_same_however_many_edits_there_are(
    alices: Client, large: Campaign, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(8):
        alices.get(PAGE)
    with django_assert_max_num_queries(8):
        assert alices.get(AT_ONCE["csv"]).status_code == 302
