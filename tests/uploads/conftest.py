"""Uploads of Alice, by page."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from rankings.corpus.upload import NewCampaign
from rankings.judgments.upload import ImportOfJudgments
from rankings.models import Campaign, Upload
from tests.corpus.conftest import campaign, drawn, form_fields

__all__ = ["campaign", "drawn"]

NEW = "/campaigns/new/"


def stage(client: Client, **changes: object) -> Upload:
    """The upload of a form for a new campaign, which is accepted."""
    response = client.post(NEW, form_fields(**changes))
    assert response.status_code == 302, response.context["form"].errors
    return Upload.objects.latest("created_at")


def page_of(upload: Upload) -> str:
    return reverse("campaigns:upload", args=[upload.key])


def act(client: Client, upload: Upload, what: str, **fields: object) -> Upload:
    """Press a button on the page of an upload."""
    assert client.post(page_of(upload), {"act": what, **fields}).status_code == 302
    return Upload.objects.get(pk=upload.pk)


def create(client: Client, upload: Upload) -> Campaign:
    done = act(client, upload, "confirm")
    assert done.state == Upload.State.DONE, done.preview
    assert done.campaign is not None
    return done.campaign


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every upload counts as large."""
    for kind in (NewCampaign, ImportOfJudgments):
        monkeypatch.setattr(kind, "most_in_a_request", 0)


@pytest.fixture
def read_by_job(large: None, as_alice: Client, run_jobs: Callable[[], int]) -> Upload:
    """A new campaign that a worker has read."""
    upload = stage(as_alice)
    assert run_jobs() == 1
    return upload
