"""Files of judgments too large for a request: read and imported by jobs, wholly or not at all."""

from collections.abc import Callable, Iterable, Sequence

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.bulk_rows import Row, insert_rows
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.running import run_job
from rankings.formats.judgments import write_judgments
from rankings.formats.records import JudgedOutput, Judgment
from rankings.judgments import importing, uploads
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign, CampaignFile, Item, ItemOutput, Judge, Ranking, StagedUpload
from tests.factories import make_campaign

OUTPUTS = (JudgedOutput(("INPUT",), 2), JudgedOutput(("ALPHA", "GAMMA"), 1), JudgedOutput(("BETA",), 2))
JUDGMENTS = [Judgment(judge, "0", OUTPUTS, item="3", result_set="s") for judge in ("ann", "ben")]


@pytest.fixture
def essays(alice: User) -> Campaign:
    return make_campaign(owner=alice)


@pytest.fixture
def owner(alice: User, client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Alice, for whom every file is large."""
    monkeypatch.setattr(uploads, "MOST_IN_A_REQUEST", 0)
    client.force_login(alice)
    return client


def upload(client: Client, campaign: Campaign, content: bytes) -> str:
    """The address of the preview page."""
    file = SimpleUploadedFile("mine.xml", content)
    response = client.post(reverse("reports:import", args=[campaign.slug]), {"file": file})
    assert response.status_code == 302
    return str(response["Location"])


@pytest.fixture
def previewed(owner: Client, essays: Campaign, run_jobs: Callable[[], int]) -> str:
    address = upload(owner, essays, write_judgments(JUDGMENTS, "xml"))
    owner.get(address)
    assert run_jobs() == 1
    return address


def confirm(client: Client, address: str) -> Job:
    assert client.post(f"{address}confirm/")["Location"] == address
    job = StagedUpload.objects.get().job
    assert job is not None
    return job


def nothing_is_stored() -> bool:
    return not any(kind.objects.exists() for kind in (Judge, Item, ItemOutput, Ranking, CampaignFile))


def test_a_large_file_is_read_and_imported_by_jobs(
    owner: Client, essays: Campaign, run_jobs: Callable[[], int]
) -> None:
    address = upload(owner, essays, write_judgments(JUDGMENTS, "xml"))
    job = owner.get(address).context["job"]
    assert owner.get(address).context["job"] == job
    run_jobs()
    file = owner.get(address).context["file"]
    assert (file.rankings, file.sentences, file.systems) == (2, 1, 4)
    assert [(judge.name, judge.rankings) for judge in file.judges] == [("ann", 1), ("ben", 1)]
    assert nothing_is_stored()

    first, second = confirm(owner, address), confirm(owner, address)
    assert first == second
    assert "all of them, or none" in owner.get(address).text
    assert run_jobs() == 1
    first.refresh_from_db()
    assert (first.state, first.result_url) == (State.DONE, address)
    assert owner.get(address)["Location"] == reverse("reports:overview", args=[essays.slug])
    assert list(campaign_judgments(essays)) == JUDGMENTS
    assert AuditEvent.objects.get(action="judgments.import").detail["rankings"] == 2


def test_a_file_that_cannot_be_imported_any_more_says_why(
    owner: Client, essays: Campaign, previewed: str, run_jobs: Callable[[], int]
) -> None:
    confirm(owner, previewed)
    Campaign.objects.update(state=Campaign.State.FROZEN)
    run_jobs()
    page = owner.get(previewed)
    assert page.status_code == 409
    assert "The campaign is frozen and can no longer be changed." in page.text
    assert nothing_is_stored()


def test_a_cancelled_import_stores_nothing(
    owner: Client, previewed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = confirm(owner, previewed)

    def cancel_then(model: type[Model], fields: Sequence[str], rows: Iterable[Row]) -> None:
        insert_rows(model, fields, rows)
        # As another process would: what this transaction changes is taken back.
        Job.objects.filter(pk=job.pk).update(cancel_requested=True)

    monkeypatch.setattr(importing, "insert_rows", cancel_then)
    run_job(job.pk)
    assert Job.objects.get(pk=job.pk).state == State.CANCELLED
    assert nothing_is_stored()
    assert "The import was cancelled." in owner.get(previewed).text
