"""Uploads too large for a request: previews and campaigns as jobs, interrupted, cancelled, asked twice."""

import os
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import pairwise

import pytest
from django.db.models import Model
from django.test import Client, override_settings
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.bulk_rows import Row, insert_rows
from appraise_gec.jobs import services as jobs
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.running import JobRun, LeaseLost, WorkerStopping, run_job
from rankings.corpus import previewing, staging, storing, upload_jobs
from rankings.corpus.creation import create_from_upload
from rankings.corpus.open_corpus import OpenCorpus
from rankings.corpus.staging import CorpusFile, Kind, site_limits
from rankings.models import Campaign, Document, Membership, Output, Sentence, StagedUpload, System
from tests.corpus.conftest import OUTPUTS, SOURCE, corpus_files, form_fields, make_zip, text, upload
from tests.workers import Worker

# Text that means something to COPY, or to a line-based format.
ODD = ["a\\b .", "\\N", "a\tb .", "He\rsaid .", "x'y\"z %s ?", "\\."]
CONTENT = {
    "source": upload("source.txt", text(["One .", "", *ODD])).read(),
    "ODD.txt": text(["One !", "", *reversed(ODD)]),
    "SAME.txt": text(["One .", "", *ODD]),
}


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every upload counts as large, and is stored in many small batches."""
    monkeypatch.setattr(staging, "MOST_IN_A_REQUEST", 0)
    monkeypatch.setattr(storing, "BATCH", 2)
    monkeypatch.setattr(previewing, "BLOCK", 2)


@pytest.fixture
def staged(large: None, as_alice: Client) -> StagedUpload:
    assert as_alice.post("/campaigns/new/", form_fields()).status_code == 302
    return StagedUpload.objects.get()


@pytest.fixture
def previewed(staged: StagedUpload, as_alice: Client, run_jobs: Callable[[], int]) -> StagedUpload:
    as_alice.get(page_of(staged))
    assert run_jobs() == 1
    return staged


def page_of(staged: StagedUpload) -> str:
    return reverse("campaigns:preview", args=[staged.token])


def confirm(client: Client, staged: StagedUpload) -> Job:
    response = client.post(reverse("campaigns:create", args=[staged.token]))
    assert response["Location"] == page_of(staged)
    staged.refresh_from_db()
    assert staged.job is not None
    return staged.job


def stored() -> dict[str, list[str]]:
    """What the only campaign holds, by system; its sentences under ""."""
    texts = {"": [sentence.text for sentence in Sentence.objects.order_by("index")]}
    for system in System.objects.order_by("pk"):
        rows = Output.objects.filter(system=system).order_by("sentence__index")
        texts[system.name] = [row.text for row in rows]
    return texts


def nothing_is_left() -> bool:
    return not any(model.objects.exists() for model in (Campaign, System, Document, Sentence, Output))


@contextmanager
def interrupted(monkeypatch: pytest.MonkeyPatch, after: int, error: type[Exception]) -> Iterator[None]:
    """The job ends like this when so many batches are stored."""
    keeping, kept = JobRun.keeping, 0

    def counting(run: JobRun, fraction: float, message: str = "") -> AbstractContextManager[None]:
        nonlocal kept
        kept += 1
        if kept > after:
            raise error
        return keeping(run, fraction, message)

    with monkeypatch.context() as patch:
        patch.setattr(JobRun, "keeping", counting)
        yield


def test_a_large_upload_is_previewed_and_stored_by_jobs(
    staged: StagedUpload, as_alice: Client, run_jobs: Callable[[], int], alice: User
) -> None:
    waiting = as_alice.get(page_of(staged))
    assert waiting.templates[0].name == "corpus/waiting.html"
    assert as_alice.get(page_of(staged)).context["job"] == waiting.context["job"]
    assert run_jobs() == 1
    assert Job.objects.get().result_url == page_of(staged)
    preview = as_alice.get(page_of(staged)).context["preview"]
    assert preview == previewing.build_preview(
        staging.read_files(corpus_files(), documents="blank", include_input=True), 5
    )

    job = confirm(as_alice, staged)
    assert b"until then nobody sees it" in as_alice.get(page_of(staged)).content
    assert run_jobs() == 1
    job.refresh_from_db()
    campaign = Campaign.objects.get()
    assert job.result_url == as_alice.get(page_of(staged))["Location"] == campaign.get_absolute_url()
    assert stored() == {"": SOURCE, **OUTPUTS, "INPUT": SOURCE}
    assert Membership.objects.get(campaign=campaign).user == alice
    assert campaign.files.count() == 4
    assert campaign.made_from is None
    assert as_alice.get(job.result_url).status_code == 200
    assert AuditEvent.objects.filter(campaign=campaign, action="campaign.create").count() == 1


def test_asked_twice_a_campaign_is_made_once(
    previewed: StagedUpload, as_alice: Client, run_jobs: Callable[[], int]
) -> None:
    first, second = confirm(as_alice, previewed), confirm(as_alice, previewed)
    assert first == second
    run_jobs()
    assert as_alice.post(reverse("campaigns:create", args=[previewed.token])).status_code == 302
    assert run_jobs() == 0
    assert Campaign.objects.count() == 1


def test_nothing_is_made_of_files_with_problems_or_without_a_preview(
    large: None, as_alice: Client, run_jobs: Callable[[], int]
) -> None:
    as_alice.post("/campaigns/new/", form_fields(source=upload("source.txt", text(SOURCE[:-1]))))
    staged = StagedUpload.objects.get()
    create = reverse("campaigns:create", args=[staged.token])
    assert as_alice.post(create)["Location"] == page_of(staged)
    as_alice.get(page_of(staged))
    run_jobs()
    assert as_alice.get(page_of(staged)).context["preview"].error_count == 3
    as_alice.post(create)
    assert run_jobs() == 0
    assert nothing_is_left()


def test_an_interrupted_job_goes_on_where_it_stopped(
    previewed: StagedUpload, as_alice: Client, root: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = confirm(as_alice, previewed)
    batches: list[type[Model]] = []

    def counting(model: type[Model], fields: Sequence[str], rows: Iterable[Row]) -> None:
        batches.append(model)
        insert_rows(model, fields, rows)

    monkeypatch.setattr(storing, "insert_rows", counting)
    for stop_after in (3, 1, 4):
        with interrupted(monkeypatch, stop_after, WorkerStopping):
            assert run_job(job.pk)
        assert Job.objects.get(pk=job.pk).state == State.QUEUED
        campaign = Campaign.objects.get()
        assert not campaign.memberships.exists()
        as_root = Client()
        as_root.force_login(root)
        for client in (as_alice, as_root):
            assert client.get(campaign.get_absolute_url()).status_code == 404
            assert campaign.slug not in client.get("/").text
    assert run_job(job.pk)
    assert stored() == {"": SOURCE, **OUTPUTS, "INPUT": SOURCE}
    # Nothing was stored again: one batch of documents, three of sentences and three for each system.
    assert [batches.count(model) for model in (Document, Sentence, Output)] == [1, 3, 12]


def test_a_worker_that_lost_its_lease_stores_nothing(
    previewed: StagedUpload, as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = confirm(as_alice, previewed)
    with interrupted(monkeypatch, 4, LeaseLost):
        run_job(job.pk)
    before = stored()
    stale = JobRun(job, job.pk)
    with pytest.raises(LeaseLost), stale.keeping(0.5):
        Sentence.objects.all().delete()
    assert stored() == before


@pytest.mark.parametrize("batches", [0, 1, 2, 6])
def test_a_cancelled_job_leaves_nothing_but_the_files(
    previewed: StagedUpload, as_alice: Client, batches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = confirm(as_alice, previewed)
    inserted: list[type[Model]] = []

    def cancel_in_between(model: type[Model], fields: Sequence[str], rows: Iterable[Row]) -> None:
        insert_rows(model, fields, rows)
        inserted.append(model)
        if len(inserted) == batches:
            as_alice.post(reverse("jobs:cancel", args=[job.pk]))

    monkeypatch.setattr(storing, "insert_rows", cancel_in_between)
    if not batches:
        as_alice.post(reverse("jobs:cancel", args=[job.pk]))
    run_job(job.pk)
    assert Job.objects.get(pk=job.pk).state == State.CANCELLED
    assert len(inserted) == batches
    assert nothing_is_left()
    page = as_alice.get(page_of(previewed))
    assert "Creating the campaign was cancelled" in page.text
    monkeypatch.setattr(storing, "insert_rows", insert_rows)
    run_job(confirm(as_alice, previewed).pk)
    assert Campaign.objects.get().slug == "spring-test"


def test_what_an_ended_job_left_is_deleted_step_by_step(
    previewed: StagedUpload, as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = confirm(as_alice, previewed)
    with interrupted(monkeypatch, 9, WorkerStopping):
        run_job(job.pk)
    assert upload_jobs.delete_abandoned() == 0
    assert Output.objects.exists()
    assert jobs.cancel(Job.objects.get(pk=job.pk))
    steps = 0
    while upload_jobs.delete_abandoned():
        steps += 1
    assert steps == 5  # four systems and the rest
    assert nothing_is_left()


def test_an_address_that_is_taken_meanwhile_stops_the_job(
    previewed: StagedUpload, as_alice: Client, run_jobs: Callable[[], int]
) -> None:
    confirm(as_alice, previewed)
    Campaign.objects.create(slug="spring-test", title="Another")
    run_jobs()
    job = Job.objects.latest("created_at")
    assert (job.state, "is taken by another campaign" in job.error) == (State.FAILED, True)
    assert as_alice.get(page_of(previewed)).status_code == 422
    assert Campaign.objects.count() == 1


def test_a_program_error_leaves_nothing_and_is_shown(
    previewed: StagedUpload, as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = confirm(as_alice, previewed)
    with interrupted(monkeypatch, 5, ZeroDivisionError):
        run_job(job.pk)
    assert nothing_is_left()
    assert "The campaign could not be created." in as_alice.get(page_of(previewed)).text


def test_an_upload_is_never_in_memory_as_a_whole(as_alice: Client) -> None:
    """Sixteen files of 1 MB in an archive."""
    lines = [os.urandom(25).hex() * 20 for _ in range(1000)]
    files = {f"S{number}.txt": text([*lines[number:], *lines[:number]]) for number in range(16)}
    fields = form_fields(
        source=upload("source.txt", text(lines)), outputs=upload("outputs.zip", make_zip(files))
    )
    size = sum(map(len, files.values()))
    content = encode_multipart(BOUNDARY, fields)
    del files, fields
    as_alice.get("/campaigns/new/")  # loads the program
    # What is as large waits on a disk, as a large upload does.
    with override_settings(FILE_UPLOAD_MAX_MEMORY_SIZE=0):
        tracemalloc.start()
        try:
            answer = as_alice.generic("POST", "/campaigns/new/", content, MULTIPART_CONTENT)
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert answer.status_code == 302
    staged = StagedUpload.objects.get()
    assert sum(file["size"] for file in staged.form["files"]) > size
    # What was sent, twice because there is no server; one file of the archive; parts of the one that is made.
    assert most < size / 2


def test_texts_are_stored_as_they_are_however_odd(alice: User) -> None:
    files = [
        CorpusFile(Kind.SOURCE if name == "source" else Kind.OUTPUT, name, content)
        for name, content in CONTENT.items()
    ]
    details = {"title": "Odd", "slug": "odd", "documents": "blank", "max_outputs": 5, "direction": "auto"}
    create_from_upload(alice, staging.stage(alice, details, files).token)
    assert stored() == {"": ["One .", *ODD], "ODD": ["One !", *reversed(ODD)], "SAME": ["One .", *ODD]}


words = st.lists(
    st.sampled_from(["a b", "a c", " a  b ", "[EMPTY]", "d\u00a0e", "d e"]), min_size=5, max_size=5
)


@settings(max_examples=30)
@given(st.dictionaries(st.sampled_from("ABC"), words, min_size=1), st.booleans())
def test_a_preview_in_blocks_is_that_of_the_whole(outputs: dict[str, list[str]], include_input: bool) -> None:
    source = ["a b", "a c", "d e", "a b", "e f"]
    files = [CorpusFile(Kind.SOURCE, "source", text(source))]
    files += [CorpusFile(Kind.OUTPUT, name, text(lines)) for name, lines in outputs.items()]

    def corpus() -> OpenCorpus:
        return OpenCorpus(files, documents="one", include_input=include_input, limits=site_limits())

    shares: list[float] = []
    whole = previewing.build_preview(corpus().read_all(), 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(previewing, "BLOCK", 2)
        assert previewing.preview_corpus(corpus(), 2, shares.append) == whole
    assert all(earlier <= later for earlier, later in pairwise([0.0, *shares, 1.0]))


@pytest.mark.django_db(transaction=True)
def test_a_campaign_half_made_by_a_killed_worker_is_finished_by_another(
    alice: User, start_worker: Callable[..., Worker]
) -> None:
    number = 20_000
    lines = text([f"{line}" for line in range(number)])
    files = [CorpusFile(Kind.SOURCE, "source", lines)]
    files += [CorpusFile(Kind.OUTPUT, name, lines) for name in "ABC"]
    details = {"title": "Long", "slug": "long", "documents": "one", "max_outputs": 5, "direction": "auto"}
    job = upload_jobs.ask(staging.stage(alice, details, files), upload_jobs.CREATE_KIND, alice)
    worker = start_worker()
    deadline = time.monotonic() + 300
    while not Output.objects.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    worker.kill()
    kept = Output.objects.count()
    assert 0 < kept < 3 * number, worker.log
    assert not Membership.objects.exists()

    Job.objects.filter(pk=job.pk).update(lease_expires_at="2020-01-01T00:00:00Z")
    jobs.sweep()
    assert run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.DONE, 2)
    assert Output.objects.count() == 3 * number
    assert Membership.objects.get().campaign == Campaign.objects.get(slug="long", made_from=None)
