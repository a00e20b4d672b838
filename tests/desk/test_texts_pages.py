"""The pages on which systems and sentences are added, renamed and retired: from the file to the change."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.desk.texts import uploads
from rankings.models import Campaign, System
from tests.corpus.conftest import make_zip
from tests.factories import make_campaign, make_items, make_judge, make_ranking

DELTA = "He has two cats .\nThey are here .\nI like teas .\nShe is going home .\n"


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = make_campaign("essays", owner=alice)
    items = make_items(campaign)
    make_ranking(make_judge(campaign, "Ann"), items[0])
    return campaign


@pytest.fixture
def as_alice(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def file(name: str, text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode(), "text/plain")


def upload_system(client: Client, text: str = DELTA, **more: Any) -> Any:
    address = reverse("campaigns:add-system", args=["essays"])
    return client.post(address, {"outputs": file("DELTA.txt", text), **more}, follow=True)


def token_in(answer: Any) -> str:
    found = re.search(r"/texts/files/([-0-9a-f]{36})/", answer.redirect_chain[-1][0])
    assert found is not None
    return found[1]


def test_a_system_is_added_after_its_preview(as_alice: Client, campaign: Campaign) -> None:
    answer = upload_system(as_alice)
    assert "Add <bdi>DELTA</bdi>" in answer.text
    assert "Nobody has seen 3 items." in answer.text
    assert not System.objects.filter(name="DELTA").exists()
    confirm = reverse("campaigns:confirm-texts", args=["essays", token_in(answer)])
    done = as_alice.post(confirm, follow=True)
    assert "DELTA is added" in done.text
    assert "after 1 ranking" in done.text
    assert System.objects.get(name="DELTA").item_outputs.count() == 3
    # A second click, and the back button.
    assert "stored already" in as_alice.post(confirm, follow=True).text
    assert System.objects.filter(name="DELTA").count() == 1


def test_problems_are_said_with_file_and_line_and_nothing_is_stored(
    as_alice: Client, campaign: Campaign
) -> None:
    answer = upload_system(as_alice, "He has two cats .\nI like teas .\nShe is going home .\n")
    assert "1 problem must be fixed." in answer.text
    assert "DELTA.txt" in answer.text
    assert "The file has 3 lines, but the source" in answer.text
    confirm = reverse("campaigns:confirm-texts", args=["essays", token_in(answer)])
    as_alice.post(confirm)
    assert not System.objects.filter(name="DELTA").exists()


def test_the_unchanged_source_joins_and_must_be_the_source(as_alice: Client, alice: User) -> None:
    sentences = ("He go .", "She go .")
    campaign = make_campaign(
        "essays", owner=alice, outputs={"A": sentences, "B": ("x .", "y .")}, sentences=sentences
    )
    Campaign.objects.filter(pk=campaign.pk).update(include_input=False)
    wrong = upload_system(as_alice, "He go .\nShe goes .\n", name="INPUT")
    assert "this line differs from the source" in wrong.text
    right = upload_system(as_alice, "He go .\nShe go .\n", name="INPUT")
    as_alice.post(reverse("campaigns:confirm-texts", args=["essays", token_in(right)]))
    assert System.objects.get(name="INPUT").is_input
    campaign.refresh_from_db()
    assert campaign.include_input


def test_a_system_is_renamed_and_retired(as_alice: Client, campaign: Campaign) -> None:
    beta = campaign.systems.get(name="BETA")
    address = reverse("campaigns:rename-system", args=["essays", beta.pk])
    assert "The system is called CAMB now." in as_alice.post(address, {"name": "CAMB"}, follow=True).text
    assert "already" in as_alice.post(address, {"name": "ALPHA"}, follow=True).text
    assert "Type the new name" in as_alice.post(address, {"name": ""}, follow=True).text
    retire = reverse("campaigns:retire-system", args=["essays", beta.pk])
    assert "CAMB is retired." in as_alice.post(retire, follow=True).text
    assert "retired already" in as_alice.post(retire, follow=True).text


def test_sentences_are_added_after_their_preview(as_alice: Client, campaign: Campaign) -> None:
    outputs = {
        "ALPHA.txt": b"We were late .\nIt rains .\n",
        "BETA.txt": b"We was late .\nIt rained .\n",
        "GAMMA.txt": b"We are late .\nIt rain .\n",
    }
    address = reverse("campaigns:add-sentences", args=["essays"])

    def posted(members: dict[str, bytes]) -> Any:
        return as_alice.post(
            address,
            {
                "source": file("more.txt", "We was late .\nIt rain .\n"),
                "outputs": SimpleUploadedFile("all.zip", make_zip(members)),
                "documents": "blank",
            },
            follow=True,
        )

    missing = posted({name: content for name, content in outputs.items() if name != "BETA.txt"})
    assert "The output file of BETA is missing" in missing.text
    strange = posted({**outputs, "OMEGA.txt": outputs["BETA.txt"]})
    assert "The campaign has no system “OMEGA”" in strange.text
    answer = posted(outputs)
    assert "Add 2 sentences" in answer.text
    confirm = reverse("campaigns:confirm-texts", args=["essays", token_in(answer)])
    assert "2 sentences are added." in as_alice.post(confirm, follow=True).text
    assert campaign.sentences.count() == 6
    assert set(
        campaign.systems.get(name="INPUT")
        .outputs.filter(sentence__index__gte=4)
        .values_list("text", flat=True)
    ) == {
        "We was late .",
        "It rain .",
    }


def test_a_large_file_is_previewed_and_stored_by_jobs(
    as_alice: Client, campaign: Campaign, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_IN_A_REQUEST", 10)
    answer = upload_system(as_alice)
    assert "being computed" in answer.text
    address = reverse("campaigns:text-upload", args=["essays", token_in(answer)])
    assert run_jobs() == 1
    assert "Nobody has seen 3 items." in as_alice.get(address).text
    confirm = reverse("campaigns:confirm-texts", args=["essays", token_in(answer)])
    waiting = as_alice.post(confirm, follow=True)
    assert "The texts are being stored" in waiting.text
    # Meanwhile nobody else changes texts.
    assert "Files are being imported" in as_alice.get(reverse("campaigns:texts", args=["essays"])).text
    assert run_jobs() == 1
    assert System.objects.get(name="DELTA").item_outputs.count() == 3
    assert "stored already" in as_alice.get(address, follow=True).text


def test_a_job_that_cannot_store_says_why_and_changes_nothing(
    as_alice: Client, campaign: Campaign, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_IN_A_REQUEST", 10)
    answer = upload_system(as_alice)
    run_jobs()
    as_alice.post(reverse("campaigns:confirm-texts", args=["essays", token_in(answer)]))
    Campaign.objects.filter(pk=campaign.pk).update(state="frozen")
    run_jobs()
    page = as_alice.get(reverse("campaigns:text-upload", args=["essays", token_in(answer)])).text
    assert "The texts could not be stored." in page
    assert not System.objects.filter(name="DELTA").exists()
