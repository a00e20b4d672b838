"""Bundles on the site: who may have one, jobs, upload, preview, import; and the commands."""

import io
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.jobs.models import Job, State
from rankings.access.audience import CampaignAccess
from rankings.access.refusals import Refused
from rankings.bundles import services
from rankings.bundles.storing import Wishes
from rankings.corpus import parts
from rankings.models import Bundle, BundlePart, Campaign
from rankings.people.members import rename_judge
from rankings.people.privacy import delete_account
from tests.bundles.conftest import content_of, exported, files_of
from tests.factories import add_member, make_campaign, make_judge

pytestmark = pytest.mark.django_db
RunJobs = Callable[[], int]


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def uploaded(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("essays.bundle.zip", content, "application/zip")


def bytes_of(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def test_a_manager_downloads_pseudonyms_and_an_owner_people_too(
    campaign: Campaign,
    bundles: dict[str, bytes],
    bob: User,
    run_jobs: RunJobs,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(parts, "PART_BYTES", 5000)
    add_member(campaign, bob, "manager")
    address = reverse("bundles:export", args=[campaign.slug])
    manager, owner = signed_in(bob), signed_in(User.objects.get(username="owner"))
    assert manager.post(address, {"people": "full"}).status_code == 422
    for client, people in ((manager, "pseudonyms"), (owner, "full")):
        client.post(address, {"people": people})
        client.post(address, {"people": people})  # the second click
    assert Bundle.objects.count() == 2
    assert run_jobs() == 2
    made = {bundle.people: bundle for bundle in Bundle.objects.all()}
    assert BundlePart.objects.count() > 4
    downloads = {
        people: reverse("bundles:download", args=[campaign.slug, made[people].key]) for people in made
    }
    assert content_of(bytes_of(owner.get(downloads["full"]))) == content_of(exported(campaign, "full"))
    assert content_of(bytes_of(manager.get(downloads["pseudonyms"]))) == content_of(bundles["pseudonyms"])
    assert manager.get(downloads["full"]).status_code == 404
    page = manager.get(address).content.decode()
    assert downloads["pseudonyms"] in page
    assert downloads["full"] not in page
    assert [event.detail for event in AuditEvent.objects.filter(action="bundle.export", actor=bob)] == [
        {"people": "pseudonyms"}
    ]


def test_an_upload_is_checked_previewed_and_imported(
    campaign: Campaign,
    bundles: dict[str, bytes],
    alice: User,
    run_jobs: RunJobs,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(parts, "PART_BYTES", 5000)
    client = signed_in(alice)
    answer = client.post(reverse("bundles:upload"), {"file": uploaded(bundles["full"])})
    preview = answer["Location"]
    assert "being checked" in client.get(preview).content.decode()
    assert run_jobs() == 1
    page = client.get(preview).content.decode()
    assert "is here already" in page
    assert f'value="{campaign.slug}-2"' in page
    assert "Only operators of the site" in page
    refused = client.post(preview, {"slug": campaign.slug})
    assert "taken by another campaign" in refused.content.decode()
    # A campaign maker does not give accounts, whatever the form says.
    refused = client.post(preview, {"slug": "a-copy", "with_accounts": "yes", "confirmed": "on"})
    assert "Only operators" in refused.content.decode()
    home = client.get("/").text
    assert f'href="{preview}"' in home
    assert (
        f'href="{preview}"'
        not in signed_in(User.objects.create_user("dora", may_create_campaigns=True)).get("/").text
    )
    client.post(preview, {"slug": "a-copy"})
    assert run_jobs() == 1
    assert f'href="{preview}"' not in client.get("/").text
    copy = Campaign.objects.get(slug="a-copy")
    assert client.get(preview)["Location"] == copy.get_absolute_url()
    for route in (
        "campaigns:desk",
        "campaigns:history",
        "campaigns:judges",
        "reports:overview",
        "metrics:overview",
    ):
        assert client.get(reverse(route, args=["a-copy"]), follow=True).status_code == 200, route
    assert client.get(copy.reports.get().get_absolute_url()).status_code == 200
    assert client.get(copy.metric_runs.get().get_absolute_url()).status_code == 200
    assert not BundlePart.objects.exists()


def test_problems_are_shown_and_nothing_is_stored(alice: User, run_jobs: RunJobs):
    client = signed_in(alice)
    preview = client.post(reverse("bundles:upload"), {"file": uploaded(b"PK no bundle")})["Location"]
    run_jobs()
    assert "This is no zip archive" in client.get(preview).content.decode()
    bundle = Bundle.objects.get()
    with pytest.raises(Refused):
        services.request_import(bundle, Wishes("a-copy"), alice)
    assert not Campaign.objects.filter(slug="a-copy").exists()
    assert "cannot be imported" in client.get("/").text
    home = client.post(reverse("bundles:discard", args=[bundle.key]), follow=True).text
    assert "Nothing was imported." in home
    assert "cannot be imported" not in home
    assert not Bundle.objects.exists()


def test_who_loses_the_right_meanwhile_imports_nothing(
    bundles: dict[str, bytes], alice: User, run_jobs: RunJobs
):
    bundle = services.upload_bundle(alice, "b.zip", [bundles["full"]])
    run_jobs()
    services.request_import(bundle, Wishes("a-copy"), alice)
    User.objects.filter(pk=alice.pk).update(may_create_campaigns=False)
    run_jobs()
    assert Job.objects.latest("created_at").state == State.FAILED
    assert not Campaign.objects.filter(slug="a-copy").exists()


def test_bundles_go_when_a_judge_is_renamed_a_person_leaves_or_they_expire(alice: User, run_jobs: RunJobs):
    campaign = make_campaign(owner=alice)
    access = CampaignAccess(campaign, "owner")
    judge = make_judge(campaign, "Zoe")

    def ask(people: str) -> Bundle:
        return services.request_export(access, people, alice)

    ask("pseudonyms")
    rename_judge(judge, "Zora", alice)
    run_jobs()  # the job that was waiting
    assert Job.objects.get().state == State.FAILED
    assert not Bundle.objects.exists()
    ask("full")
    leaver = User.objects.create_user("leaver")
    delete_account(leaver, keep_names=False, clear_notes=False)
    assert not Bundle.objects.exists()
    ask("full")
    Bundle.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert services.sweep() == 1


def test_the_commands_export_and_import(
    campaign: Campaign, bundles: dict[str, bytes], tmp_path: Path, alice: User
):
    file = tmp_path / "essays.zip"
    said = io.StringIO()
    call_command("export_campaign", campaign.slug, file, people="full", stdout=said)
    assert content_of(file.read_bytes()) == content_of(bundles["full"])
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="exists already"):
        call_command("export_campaign", campaign.slug, file)
    call_command("import_campaign", file, check=True, stdout=said)
    assert "quillfeather: has an account here" in said.getvalue()
    with pytest.raises(CommandError, match="Name its owner with --owner"):
        call_command("import_campaign", file, slug="a-copy")
    with pytest.raises(CommandError, match=r"taken by another campaign.*--slug"):
        call_command("import_campaign", file, accounts=True)
    call_command("import_campaign", file, slug="a-copy", owner="alice", stdout=said)
    assert Campaign.objects.get(slug="a-copy").memberships.get().user == alice
    call_command("import_campaign", file, slug="another", accounts=True, stdout=said)
    assert files_of(exported(Campaign.objects.get(slug="another"), "full"))["ranks.csv"]
    file.write_bytes(b"nothing")
    errors = io.StringIO()
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command("import_campaign", file, slug="third", stderr=errors)
    assert errors.getvalue().startswith("essays.zip: This is no zip archive")
