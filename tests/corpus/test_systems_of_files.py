"""Before a campaign is made: systems are renamed, punctuation is set, files without outputs are left out."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job
from rankings.corpus import staging
from rankings.judging.assignment import next_assignment
from rankings.models import Campaign, Judge, StagedUpload
from rankings.plan.sampling import DrawOptions, draw_items
from tests.corpus.conftest import OUTPUTS, SOURCE, form_fields, make_zip, text, upload

NEW = "/campaigns/new/"
JOINED = [line.removesuffix(" .") + "." for line in OUTPUTS["GAMMA"]]


def stage(client: Client, **changes: object) -> StagedUpload:
    response = client.post(NEW, form_fields(**changes))
    assert response.status_code == 302, response.context["form"].errors
    return StagedUpload.objects.order_by("-created_at")[0]


def address(step: str, staged: StagedUpload) -> str:
    return reverse(f"campaigns:{step}", args=[staged.token])


def make(client: Client, staged: StagedUpload) -> Campaign:
    assert client.post(address("create", staged)).status_code == 302
    return Campaign.objects.order_by("-pk")[0]


def names(campaign: Campaign) -> set[str]:
    return set(campaign.systems.values_list("name", flat=True))


def unlike_gamma() -> list[object]:
    lines = {**OUTPUTS, "GAMMA": JOINED}
    return [upload(f"{name}.txt", text(texts)) for name, texts in lines.items()]


def test_systems_are_renamed_in_the_preview(as_alice: Client) -> None:
    staged = stage(as_alice)
    rows = {row.file: row.number for row in as_alice.get(address("preview", staged)).context["outputs"]}
    form = {f"system-{rows['ALPHA.txt']}": " T5  large ", f"system-{rows['BETA.txt']}": "BETA"}
    # White space divides names in files of this field, so it is joined as in the names of files.
    answer = as_alice.post(address("systems", staged), form, follow=True)
    assert "T5_large" in {system.name for system in answer.context["preview"].systems}
    form[f"system-{rows['ALPHA.txt']}"] = "T5,large"
    answer = as_alice.post(address("systems", staged), form)
    assert answer.status_code == 422
    assert "Choose another name" in answer.text
    campaign = make(as_alice, staged)
    assert names(campaign) == {"T5_large", "BETA", "GAMMA", "INPUT"}
    assert "ALPHA.txt" in campaign.files.values_list("name", flat=True)


def test_names_that_cannot_be_used_change_nothing(as_alice: Client) -> None:
    staged = stage(as_alice)
    rows = {row.file: row.number for row in as_alice.get(address("preview", staged)).context["outputs"]}
    form = {f"system-{rows['ALPHA.txt']}": "beta", f"system-{rows['GAMMA.txt']}": "<script>"}
    answer = as_alice.post(address("systems", staged), form)
    assert answer.status_code == 422
    assert "already taken" in answer.text
    assert "&lt;script&gt;" in answer.text
    # What was typed is there to be mended.
    assert {row.system for row in answer.context["outputs"]} == {"beta", "BETA", "<script>"}
    assert names(make(as_alice, staged)) == {*OUTPUTS, "INPUT"}


def test_a_file_whose_name_is_no_systems_name_is_mended_in_the_preview(as_alice: Client) -> None:
    outputs = [
        upload("my, system.txt", text(OUTPUTS["ALPHA"])),
        upload("two words.txt", text(OUTPUTS["BETA"])),
    ]
    staged = stage(as_alice, outputs=outputs)
    page = as_alice.get(address("preview", staged))
    assert page.context["preview"].fatal
    (row,) = (row for row in page.context["outputs"] if row.file == "my, system.txt")
    as_alice.post(address("systems", staged), {f"system-{row.number}": "mine"})
    assert names(make(as_alice, staged)) == {"mine", "two_words", "INPUT"}


def test_what_holds_no_outputs_is_left_out_and_said(as_alice: Client) -> None:
    members = {f"run/{name}.out": text(lines) for name, lines in OUTPUTS.items()}
    packed = make_zip({**members, "README": b"Hi", "__MACOSX/._x": b"x", "run/.hidden": b"x"})
    staged = stage(as_alice, outputs=[upload("all of them.zip", packed)])
    page = as_alice.get(address("preview", staged))
    assert not page.context["preview"].fatal
    for name in ("README", "__MACOSX/._x", "run/.hidden"):
        assert f"<bdi>{name}</bdi>" in page.text
    assert names(make(as_alice, staged)) == {*OUTPUTS, "INPUT"}


def test_a_system_that_sets_spaces_unlike_the_others_is_named_and_can_be_set_like_them(
    as_alice: Client,
) -> None:
    staged = stage(as_alice, outputs=unlike_gamma())
    page = as_alice.get(address("preview", staged))
    (unlike,) = page.context["preview"].unlike_spacing
    assert (unlike.system, unlike.style, unlike.sentences, unlike.decided) == ("GAMMA", "joined", 6, 6)
    assert (unlike.others_percent, unlike.line, unlike.example) == (0, 1, "He had two cats.")
    assert "in 6 of 6 sentences with punctuation; the other texts do so in 0 %" in page.text
    rows = {row.file: row.number for row in page.context["outputs"]}
    as_alice.post(address("systems", staged), {f"spacing-{rows['GAMMA.txt']}": "apart"})
    assert not as_alice.get(address("preview", staged)).context["preview"].unlike_spacing
    campaign = make(as_alice, staged)
    outputs = campaign.systems.get(name="GAMMA").outputs.order_by("sentence__index")
    assert [output.text for output in outputs] == OUTPUTS["GAMMA"]
    assert campaign.audit_events.get().detail["punctuation_set"] == ["GAMMA.txt: apart"]


def test_sentences_that_stand_alone_have_no_context(as_alice: Client, alice: User, bob: User) -> None:
    source = [*SOURCE[:2], "", *SOURCE[2:]]
    staged = stage(as_alice, documents="alone", source=upload("source.txt", text(source)))
    page = as_alice.get(address("preview", staged))
    assert "stand alone" in page.text
    assert {(screen.before, screen.after) for screen in page.context["preview"].screens} == {("", "")}
    campaign = make(as_alice, staged)
    assert [sentence.text for sentence in campaign.sentences.all()] == SOURCE
    draw_items(campaign, DrawOptions(items=5, seed=1), alice, items_before=0)
    Campaign.objects.update(state="open")
    judge = Judge.objects.create(campaign=Campaign.objects.get(), name="Bob", user=bob)
    lent = next_assignment(judge)
    assert lent is not None
    client = Client()
    client.force_login(bob)
    item = client.get(reverse("judging:item", args=[campaign.slug, lent.key]))
    assert (item.context["page"].before, item.context["page"].after) == ("", "")


def test_a_large_upload_is_previewed_again_after_a_change(
    as_alice: Client, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "MOST_IN_A_REQUEST", 10)
    staged = stage(as_alice, outputs=unlike_gamma())
    as_alice.get(address("preview", staged))
    run_jobs()
    page = as_alice.get(address("preview", staged))
    assert page.context["preview"].unlike_spacing
    rows = {row.file: row.number for row in page.context["outputs"]}
    form = {f"spacing-{rows['GAMMA.txt']}": "apart", f"system-{rows['GAMMA.txt']}": "G"}
    as_alice.post(address("systems", staged), form, follow=True)
    run_jobs()
    preview = as_alice.get(address("preview", staged)).context["preview"]
    assert [system.name for system in preview.systems] == ["ALPHA", "BETA", "G", "INPUT"]
    assert not preview.unlike_spacing
    as_alice.post(address("create", staged))
    run_jobs()
    assert Job.objects.filter(state="done").count() == 3
    first = Campaign.objects.get().systems.get(name="G").outputs.get(sentence__index=0)
    assert first.text == OUTPUTS["GAMMA"][0]


def test_an_unfinished_upload_is_found_on_the_home_page(
    as_alice: Client, bob: User, sign_in_as: Callable[[User], Client]
) -> None:
    staged = stage(as_alice, title="Half done")
    page = as_alice.get("/")
    assert "Half done" in page.text
    assert address("preview", staged) in page.text
    assert "Half done" not in sign_in_as(bob).get("/").text
    make(as_alice, staged)
    assert as_alice.get("/").context["unfinished"] == []
    other = stage(as_alice, title="Half done again")
    as_alice.post(address("discard", other))
    assert as_alice.get("/").context["unfinished"] == []
