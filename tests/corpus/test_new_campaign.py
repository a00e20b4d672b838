"""From files to a campaign: the form, the preview, the confirmation."""

import hashlib
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from rankings.models import Campaign, Membership, Output, StagedUpload, System
from tests.corpus.conftest import OUTPUTS, SOURCE, form_fields, text, upload

NEW = "/campaigns/new/"


def stage(client: Client, **changes: object) -> StagedUpload:
    response = client.post(NEW, form_fields(**changes))
    assert response.status_code == 302, response.context["form"].errors
    return StagedUpload.objects.get()


def create(client: Client, staged: StagedUpload) -> Campaign:
    response = client.post(reverse("campaigns:create", args=[staged.token]))
    assert response.status_code == 302
    return Campaign.objects.get(slug=response["Location"].strip("/").split("/")[-1])


def test_files_become_a_preview_and_only_then_a_campaign(as_alice: Client, alice: User) -> None:
    staged = stage(as_alice)
    page = as_alice.get(reverse("campaigns:preview", args=[staged.token]))
    assert page.status_code == 200
    assert not Campaign.objects.exists()
    preview = page.context["preview"]
    assert (preview.sentences, preview.documents, len(preview.systems)) == (6, 1, 4)

    campaign = create(as_alice, staged)
    assert campaign.slug == "spring-test"
    assert campaign.state == "draft"
    assert Membership.objects.get(campaign=campaign).user == alice
    assert [one.text for one in campaign.sentences.all()] == SOURCE
    stored = Output.objects.filter(system__campaign=campaign).order_by("sentence__index")
    for name, lines in OUTPUTS.items():
        assert [one.text for one in stored.filter(system__name=name)] == lines
    assert System.objects.get(campaign=campaign, is_input=True).name == "INPUT"
    source = campaign.files.get(kind="source")
    assert (source.name, source.sha256) == ("source.txt", hashlib.sha256(text(SOURCE)).hexdigest())
    assert AuditEvent.objects.filter(campaign=campaign, actor=alice, action="campaign.create").count() == 1


def test_a_double_click_creates_one_campaign(as_alice: Client) -> None:
    staged = stage(as_alice)
    first, second = create(as_alice, staged), create(as_alice, staged)
    assert first == second
    assert Campaign.objects.count() == 1
    # The preview of a confirmed upload leads to its campaign, and the files are gone.
    preview = as_alice.get(reverse("campaigns:preview", args=[staged.token]))
    assert preview["Location"] == first.get_absolute_url()
    staged.refresh_from_db()
    assert not staged.parts.exists()


def test_outputs_that_look_the_same_and_are_not_are_reported(as_alice: Client) -> None:
    source = ["Un .", "", "Un cafe .", "Deux cafes ."]
    outputs = {"A": ["Un .", "", "Un caf\u00e9 .", "Deux caf\u00e9s ."]}
    outputs["B"] = [one.replace("\u00e9", "e\u0301") for one in outputs["A"]]
    staged = stage(
        as_alice,
        source=upload("source.txt", text(source)),
        outputs=[upload(f"{name}.txt", text(lines)) for name, lines in outputs.items()],
    )
    page = as_alice.get(reverse("campaigns:preview", args=[staged.token])).text
    assert "2 sentences with outputs that differ only in Unicode form" in page
    assert "line 3 of the source, <bdi>A</bdi> and <bdi>B</bdi>" in page
    assert create(as_alice, staged).systems.get(name="B").outputs.filter(text="Un cafe\u0301 .").exists()


@pytest.mark.parametrize(
    ("documents", "source", "expected"),
    [
        ("blank", [*SOURCE[:2], "", *SOURCE[2:]], 2),
        ("one", [*SOURCE[:2], "", *SOURCE[2:]], 1),
        ("file", SOURCE, 3),
    ],
)
def test_documents_end_where_the_form_says(
    as_alice: Client, documents: str, source: list[str], expected: int
) -> None:
    ids = upload("ids.txt", text(["a", "a", "b", "b", "c", "c"]))
    staged = stage(
        as_alice, documents=documents, source=upload("source.txt", text(source)), documents_file=ids
    )
    campaign = create(as_alice, staged)
    assert campaign.documents.count() == expected
    assert campaign.sentences.count() == 6
    kinds = set(campaign.files.values_list("kind", flat=True))
    assert ("documents" in kinds) == (documents == "file")


def test_a_wrong_file_can_be_replaced_without_choosing_the_others_again(as_alice: Client) -> None:
    short = [*form_fields()["outputs"], upload("DELTA.txt", text(SOURCE[:4]))]  # type: ignore[misc]
    staged = stage(as_alice, outputs=short, language="en", max_outputs="4")
    page = as_alice.get(reverse("campaigns:preview", args=[staged.token]))
    assert [one.file for one in page.context["preview"].errors] == ["DELTA.txt"]
    assert "Create the campaign" not in page.content.decode()
    # Confirming all the same leads back to the preview and creates nothing.
    answer = as_alice.post(reverse("campaigns:create", args=[staged.token]))
    assert answer["Location"].endswith(f"{staged.token}/")
    assert not Campaign.objects.exists()

    change = reverse("campaigns:change", args=[staged.token])
    form = as_alice.get(change).content.decode()
    assert "DELTA.txt" in form
    assert 'value="4"' in form
    fields = form_fields(source=None, outputs=[upload("DELTA.txt", text(SOURCE))], max_outputs="4")
    assert as_alice.post(change, fields).status_code == 302
    campaign = create(as_alice, StagedUpload.objects.get())
    assert {one.name for one in campaign.systems.all()} == {*OUTPUTS, "DELTA", "INPUT"}
    assert campaign.max_outputs == 4


@pytest.mark.parametrize(
    "change",
    [{"source": None}, {"outputs": None}, {"max_outputs": "many"}, {"title": ""}, {"documents": "file"}],
)
def test_an_upload_with_something_missing_cannot_be_confirmed(
    as_alice: Client, change: dict[str, object]
) -> None:
    assert as_alice.post(NEW, form_fields(**change)).status_code == 422
    staged = StagedUpload.objects.get()
    assert as_alice.get(reverse("campaigns:preview", args=[staged.token])).status_code == 422
    answer = as_alice.post(reverse("campaigns:create", args=[staged.token]), follow=True)
    assert answer.redirect_chain[0][0] == reverse("campaigns:change", args=[staged.token])
    assert "notice error" in answer.content.decode()
    assert not Campaign.objects.exists()


def test_an_upload_belongs_to_one_person_and_ends(
    as_alice: Client, alice: User, root: User, charlie: User
) -> None:
    staged = stage(as_alice)
    addresses = [reverse(f"campaigns:{name}", args=[staged.token]) for name in ("preview", "change")]
    for other, status in ((root, 404), (charlie, 403)):
        client = Client()
        client.force_login(other)
        assert {client.get(address).status_code for address in addresses} == {status}
        for act in ("create", "discard"):
            assert client.post(reverse(f"campaigns:{act}", args=[staged.token])).status_code == status
    StagedUpload.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert {as_alice.get(address).status_code for address in addresses} == {404}
    assert as_alice.post(reverse("campaigns:create", args=[staged.token])).status_code == 404
    # The next upload sweeps what has expired.
    as_alice.post(NEW, form_fields())
    assert StagedUpload.objects.count() == 1
