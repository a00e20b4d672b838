"""Whole campaigns out and in by programs: ask, follow, download; upload, look, import, follow."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from rest_framework.test import APIClient

from appraise_gec.accounts.models import AuditEvent, User
from rankings.access.audience import CampaignAccess
from rankings.bundles import services
from rankings.judgments.stored import campaign_judgments
from rankings.models import Bundle, Campaign, Membership
from rankings.uploads.parts import parts_of
from tests.factories import add_member, token_of

RunJobs = Callable[[], int]


@pytest.fixture(autouse=True)
def fresh_throttles() -> None:
    cache.clear()


def program(user: User, scope: str = "bundles") -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(user, scope)}")
    return client


def made(campaign: Campaign, owner: User, run_jobs: RunJobs, people: str = "full") -> bytes:
    bundle = services.request_export(CampaignAccess(campaign, "owner"), people, owner)
    run_jobs()
    return b"".join(parts_of(Bundle.objects.get(pk=bundle.pk)))


def send(client: APIClient, content: bytes) -> Any:
    file = SimpleUploadedFile("b.zip", content, "application/zip")
    return client.post(reverse("api:bundle-uploads"), {"file": file}, format="multipart")


def exports_of(campaign: Campaign) -> str:
    return reverse("api:campaign-bundles", args=[campaign.slug])


def test_a_program_takes_a_campaign_out_and_in(campaign: Campaign, alice: User, run_jobs: RunJobs) -> None:
    api = program(alice)
    asked = api.post(exports_of(campaign), {"people": "full"}, format="json")
    assert asked.status_code == 201
    follow = asked["Location"]
    again = api.post(exports_of(campaign), {"people": "full"}, format="json")
    assert (again.status_code, again["Location"]) == (200, follow)
    waiting = api.get(follow).json()
    assert (waiting["state"], waiting["file_url"]) == ("queued", None)
    early = api.get(follow + "file/")
    assert (early.status_code, early["Content-Type"]) == (409, "application/problem+json")
    run_jobs()

    done = api.get(follow).json()
    assert (done["state"], done["progress"], done["people"]) == ("done", 1.0, "full")
    assert [one["key"] for one in api.get(exports_of(campaign)).json()] == [done["key"]]
    answer: Any = api.get(done["file_url"], headers={"Accept": "application/zip"})
    content = b"".join(answer.streaming_content)
    assert len(content) == done["size"] == int(answer["Content-Length"])
    assert "no-store" in answer["Cache-Control"]
    assert "manifest.json" in zipfile.ZipFile(io.BytesIO(content)).namelist()

    sent = send(api, content)
    assert sent.status_code == 201
    assert sent.json()["content"] is None
    run_jobs()
    upload = api.get(sent["Location"]).json()
    assert (upload["step"], upload["state"], upload["problems"]) == ("check", "done", [])
    assert upload["content"]["rows"]["rankings.csv"] == 8
    assert (upload["offered_address"], upload["accounts"]) == ("essays-2", None)
    taken = api.post(upload["url"], {"address": campaign.slug}, format="json")
    assert taken.status_code == 409
    assert "taken by another campaign" in taken.json()["detail"]
    assert api.post(upload["url"], {}, format="json").status_code == 201
    on_its_way = api.post(upload["url"], {}, format="json")
    assert (on_its_way.status_code, "being worked on" in on_its_way.json()["detail"]) == (409, True)
    assert api.get(upload["url"]).json()["step"] == "import"
    run_jobs()

    imported = api.get(upload["url"]).json()
    assert (imported["state"], imported["offered_address"]) == ("done", None)
    assert api.get(imported["campaign_url"]).json()["slug"] == "essays-2"
    assert api.post(upload["url"], {}, format="json").json()["detail"] == "This bundle is imported already."
    copy = Campaign.objects.get(slug="essays-2")
    assert len(campaign_judgments(copy)) == len(campaign_judgments(campaign)) == 8
    assert AuditEvent.objects.filter(action="bundle.export", actor=alice).count() == 1


def test_people_in_full_are_for_owners_alone(
    campaign: Campaign, alice: User, bob: User, run_jobs: RunJobs
) -> None:
    add_member(campaign, bob, Membership.Role.MANAGER)
    made(campaign, alice, run_jobs, "full")
    api = program(bob)
    refused = api.post(exports_of(campaign), {"people": "full"}, format="json")
    assert refused.status_code == 403
    assert refused.json()["detail"] == "Only owners of the campaign may export people with their names."
    assert api.get(exports_of(campaign)).json() == []
    key = Bundle.objects.get().key
    for route in ("api:campaign-bundle", "api:bundle-file"):
        assert api.get(reverse(route, args=[campaign.slug, key])).status_code == 404
    assert api.post(exports_of(campaign), {}, format="json").json()["people"] == "pseudonyms"


def test_what_is_wrong_with_a_bundle_is_told(alice: User, run_jobs: RunJobs) -> None:
    api = program(alice)
    empty = api.post(reverse("api:bundle-uploads"), {}, format="multipart")
    assert (empty.status_code, empty.json()["errors"]) == (400, {"file": ["This field is required."]})
    upload = send(api, b"PK no bundle").json()
    run_jobs()
    found = api.get(upload["url"]).json()
    assert (found["state"], found["content"], found["offered_address"]) == ("done", None, None)
    assert "This is no zip archive" in found["problems"][0]
    refused = api.post(upload["url"], {"address": "a-copy"}, format="json")
    assert refused.status_code == 409
    assert refused.json()["detail"] == "This bundle cannot be imported: see its problems."
    unknown = api.post(upload["url"], {"slug": "a-copy"}, format="json")
    assert (unknown.status_code, unknown.json()["errors"]) == (400, {"slug": ["There is no such option."]})
