"""Stage, look, confirm: by whom, at once or by jobs that are cancelled and asked twice, and how it ends."""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.database import Row, insert_rows
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.running import run_job
from rankings.corpus import creation
from rankings.formats.records import JudgedOutput, Judgment
from rankings.formats.writing import write_judgments
from rankings.judgments import importing
from rankings.judgments.stored import campaign_judgments
from rankings.models import (
    Campaign,
    CampaignFile,
    Document,
    Item,
    Judge,
    Output,
    Ranking,
    Sentence,
    System,
    Upload,
)
from tests.api.conftest import Program, program
from tests.corpus.conftest import OUTPUTS, SOURCE, form_fields, text, upload
from tests.factories import make_campaign, signed_in
from tests.uploads.conftest import NEW, act, create, page_of, stage

__all__ = ["program"]

ODD = ["a\\b .", "\\N", "a\tb .", "He\rsaid .", "x'y\"z %s ?", "\\."]
"""Text that means something to COPY, or to a line-based format."""
GROUPS = (JudgedOutput(("INPUT",), 2), JudgedOutput(("ALPHA", "GAMMA"), 1), JudgedOutput(("BETA",), 2))
JUDGMENTS = [Judgment(judge, "0", GROUPS, item="3", result_set="s") for judge in ("ann", "ben")]


def stored() -> dict[str, list[str]]:
    """What the only campaign holds, by system; its sentences under ""."""
    texts = {"": [sentence.text for sentence in Sentence.objects.order_by("index")]}
    for system in System.objects.order_by("pk"):
        rows = Output.objects.filter(system=system).order_by("sentence__index")
        texts[system.name] = [row.text for row in rows]
    return texts


def nothing_is_left() -> bool:
    kinds = (Campaign, System, Document, Sentence, Output, CampaignFile)
    return not any(model.objects.exists() for model in kinds)


def test_an_upload_belongs_to_one_person_and_ends(as_alice: Client, root: User, charlie: User) -> None:
    staged = stage(as_alice)
    for other in (root, charlie):
        client = signed_in(other)
        assert client.get(page_of(staged)).status_code == 404
        for what in ("confirm", "discard", "read"):
            assert client.post(page_of(staged), {"act": what}).status_code == 404
    assert signed_in(charlie).get(NEW).status_code == 403
    Upload.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert as_alice.get(page_of(staged)).status_code == 404
    assert as_alice.post(page_of(staged), {"act": "confirm"}).status_code == 404
    # The next upload sweeps what has expired.
    first, second = create(as_alice, stage(as_alice)), create(as_alice, stage(as_alice))
    assert Upload.objects.count() == 2
    assert (first.slug, second.slug) == ("spring-test", "spring-test-2")


def test_a_large_upload_is_read_and_stored_by_jobs(
    large: None, as_alice: Client, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(creation, "BATCH", 2)
    odd = [upload("ODD.txt", text(["One !", "", *reversed(ODD)])), upload("B.txt", text(["One .", "", *ODD]))]
    staged = stage(as_alice, source=upload("source.txt", text(["One .", "", *ODD])), outputs=odd)
    assert "being computed" in as_alice.get(page_of(staged)).text
    assert run_jobs() == 1
    assert Job.objects.get().result_url == page_of(staged)
    assert as_alice.get(page_of(staged)).context["corpus"].sentences == 7

    first, second = act(as_alice, staged, "confirm").job, act(as_alice, staged, "confirm").job
    assert first is not None
    assert first == second
    assert "everything, or nothing" in as_alice.get(page_of(staged)).text
    assert nothing_is_left()
    assert run_jobs() == 1
    first.refresh_from_db()
    campaign = Campaign.objects.get()
    assert first.result_url == as_alice.get(page_of(staged))["Location"] == campaign.get_absolute_url()
    assert stored() == {
        "": ["One .", *ODD],
        "B": ["One .", *ODD],
        "ODD": ["One !", *reversed(ODD)],
        "INPUT": ["One .", *ODD],
    }
    assert campaign.documents.count() == 2
    assert AuditEvent.objects.filter(campaign=campaign, action="campaign.create").count() == 1
    act(as_alice, staged, "confirm")
    assert run_jobs() == 0


@pytest.mark.parametrize("batches", [0, 1, 4])
def test_a_cancelled_job_leaves_nothing_but_the_files(
    read_by_job: Upload, as_alice: Client, batches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = act(as_alice, read_by_job, "confirm").job
    assert job is not None
    inserted: list[type[Model]] = []

    def cancel_in_between(model: type[Model], fields: Sequence[str], rows: Iterable[Row]) -> None:
        insert_rows(model, fields, rows)
        inserted.append(model)
        if len(inserted) == batches:
            # As another process would: what this transaction changes is taken back.
            Job.objects.filter(pk=job.pk).update(cancel_requested=True)

    monkeypatch.setattr(creation, "insert_rows", cancel_in_between)
    if not batches:
        as_alice.post(reverse("jobs:cancel", args=[job.pk]))
    run_job(job.pk)
    assert nothing_is_left()
    assert Job.objects.get(pk=job.pk).state == State.CANCELLED
    assert "The work was cancelled." in as_alice.get(page_of(read_by_job)).text
    monkeypatch.setattr(creation, "insert_rows", insert_rows)
    again = act(as_alice, read_by_job, "confirm").job
    assert again is not None
    run_job(again.pk)
    assert stored() == {"": SOURCE, **OUTPUTS, "INPUT": SOURCE}


def test_a_change_calls_off_the_work_and_the_files_are_read_again(
    large: None, as_alice: Client, run_jobs: Callable[[], int]
) -> None:
    staged = stage(as_alice)
    changed = act(as_alice, staged, "read", **form_fields(source=None, outputs=None, max_outputs="2"))
    assert changed.job is not None
    assert changed.job != staged.job
    run_jobs()
    assert list(Job.objects.order_by("created_at").values_list("state", flat=True)) == ["cancelled", "done"]
    screens = as_alice.get(page_of(staged)).context["corpus"].screens
    assert max(len(screen.outputs) for screen in screens) == 2
    act(as_alice, staged, "confirm")
    as_alice.post(page_of(staged), {"act": "discard"})
    assert run_jobs() == 0
    assert nothing_is_left()


def test_an_address_that_is_taken_meanwhile_is_said_and_nothing_is_stored(
    read_by_job: Upload, as_alice: Client, run_jobs: Callable[[], int]
) -> None:
    act(as_alice, read_by_job, "confirm")
    Campaign.objects.create(slug="spring-test", title="Another")
    run_jobs()
    assert Job.objects.latest("created_at").state == State.FAILED
    assert "taken by another campaign" in as_alice.get(page_of(read_by_job)).text
    assert not System.objects.exists()
    act(as_alice, read_by_job, "read", **form_fields(source=None, outputs=None, slug="free"))
    run_jobs()
    act(as_alice, read_by_job, "confirm")
    run_jobs()
    assert Campaign.objects.filter(slug="free").exists()


def test_a_large_import_is_whole_or_not_at_all(
    large: None, as_alice: Client, alice: User, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    essays = make_campaign(owner=alice)
    address = reverse("campaigns:new-upload", args=[essays.slug, "judgments"])
    as_alice.post(address, {"judgments": upload("mine.xml", write_judgments(JUDGMENTS, "xml"))})
    staged = Upload.objects.get()
    run_jobs()
    facts = as_alice.get(page_of(staged)).context["judgments"]
    assert (facts.rankings, facts.sentences, facts.systems) == (2, 1, 4)

    job = act(as_alice, staged, "confirm").job
    assert job is not None

    def cancel_then(model: type[Model], fields: Sequence[str], rows: Iterable[Row]) -> None:
        insert_rows(model, fields, rows)
        Job.objects.filter(pk=job.pk).update(cancel_requested=True)

    with monkeypatch.context() as patch:
        patch.setattr(importing, "insert_rows", cancel_then)
        run_job(job.pk)
    assert not any(kind.objects.exists() for kind in (Judge, Item, Ranking, CampaignFile))

    Campaign.objects.update(state=Campaign.State.FROZEN)
    act(as_alice, staged, "confirm")
    run_jobs()
    assert "frozen and can no longer be changed" in as_alice.get(page_of(staged)).text
    Campaign.objects.update(state=Campaign.State.DRAFT)
    act(as_alice, staged, "read", first_sentence="0")
    run_jobs()
    act(as_alice, staged, "confirm")
    run_jobs()
    assert list(campaign_judgments(essays)) == JUDGMENTS
    assert as_alice.get(page_of(staged))["Location"] == reverse("reports:overview", args=[essays.slug])
    # The same file once more.
    as_alice.post(address, {"judgments": upload("mine.xml", write_judgments(JUDGMENTS, "xml"))})
    run_jobs()
    assert "imported before" in as_alice.get(page_of(Upload.objects.latest("created_at"))).text


def test_programs_take_the_same_steps(program: Callable[..., Program], alice: User, bob: User) -> None:
    essays = make_campaign("essays", owner=alice)
    text_of_delta = "He has two cats .\nThey are here .\nI like teas .\nShe is going home .\n"

    def ask(person: User, *args: Any, **kwargs: Any) -> Any:
        return program(person, slug="")(*args, **kwargs)

    def send(person: User = alice, content: str = text_of_delta, **fields: Any) -> Any:
        files = {"outputs": upload("DELTA.txt", content.encode())}
        return ask(
            person, "post", "uploads/", {"kind": "system", "campaign": "essays", **fields}, files=files
        )

    sent = send()
    assert (sent.status_code, sent["Location"]) == (201, sent.json()["url"])
    kept = sent.json()
    assert (kept["state"], kept["problems"], kept["facts"]["system"]) == ("ready", [], "DELTA")
    assert [one["key"] for one in ask(alice, "get", "uploads/").json()] == [kept["key"]]
    renamed = ask(alice, "patch", kept["url"], {"name": "EPSILON"}).json()
    assert (renamed["facts"]["system"], renamed["files"][0]["role"]) == ("EPSILON", "outputs")
    for _ in range(2):
        done = ask(alice, "post", kept["url"], {})
        assert (done.status_code, done.json()["state"]) == (200, "done")
    assert essays.systems.filter(name="EPSILON").count() == 1

    taken = send(name="alpha").json()
    assert "already" in taken["problems"][0]["message"]
    assert ask(bob, "get", taken["url"]).status_code == 404
    assert list(send(kind="nothing").json()["errors"]) == ["kind"]
    assert send(bob).status_code == 404
