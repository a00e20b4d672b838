"""From files to a campaign: the form, the preview, what is changed there, the confirmation."""

import hashlib
import io
import zipfile

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import AuditEvent, User
from rankings.formats.records import JudgedOutput, Judgment
from rankings.formats.writing import write_judgments
from rankings.judging.assignment import next_assignment
from rankings.models import Campaign, Judge, Membership, Output, Upload
from rankings.plan.sampling import DrawOptions, draw_items
from tests.corpus.conftest import OUTPUTS, SOURCE, form_fields, make_zip, text, upload
from tests.factories import signed_in
from tests.uploads.conftest import act, create, page_of, stage

JOINED = [line.removesuffix(" .") + "." for line in OUTPUTS["GAMMA"]]


def names(campaign: Campaign) -> set[str]:
    return set(campaign.systems.values_list("name", flat=True))


def with_output(name: str, content: bytes) -> list[object]:
    return [*form_fields()["outputs"], upload(name, content)]  # type: ignore[misc]


def test_files_become_a_preview_and_only_then_a_campaign(as_alice: Client, alice: User) -> None:
    staged = stage(as_alice)
    corpus = as_alice.get(page_of(staged)).context["corpus"]
    assert (corpus.sentences, corpus.documents, len(corpus.systems)) == (6, 1, 4)
    assert not Campaign.objects.exists()

    campaign = create(as_alice, staged)
    assert (campaign.slug, campaign.state) == ("spring-test", "draft")
    assert Membership.objects.get(campaign=campaign).user == alice
    assert [one.text for one in campaign.sentences.all()] == SOURCE
    stored = Output.objects.filter(system__campaign=campaign).order_by("sentence__index")
    for name, lines in OUTPUTS.items():
        assert [one.text for one in stored.filter(system__name=name)] == lines
    assert names(campaign) == {*OUTPUTS, "INPUT"}
    source = campaign.files.get(kind="source")
    assert (source.name, source.sha256) == ("source.txt", hashlib.sha256(text(SOURCE)).hexdigest())
    assert AuditEvent.objects.filter(campaign=campaign, actor=alice, action="campaign.create").count() == 1
    # A second click, and the back button, lead to the campaign; the files are gone.
    assert create(as_alice, staged) == campaign
    assert as_alice.get(page_of(staged))["Location"] == campaign.get_absolute_url()
    assert not Upload.objects.get().parts.exists()


def test_judgments_that_exist_already_come_along(as_alice: Client) -> None:
    outputs = (JudgedOutput(("ALPHA",), 1), JudgedOutput(("BETA",), 2), JudgedOutput(("INPUT",), 3))
    judged = [Judgment(judge, "6", outputs, item="7") for judge in ("ann", "ben")]
    old = upload("old.csv", write_judgments(judged, "csv"))
    staged = stage(as_alice, judgments=old, first_sentence="0")
    page = as_alice.get(page_of(staged))
    assert [one.file for one in page.context["errors"]] == ["old.csv"]
    assert act(as_alice, staged, "confirm").state == Upload.State.UNUSABLE
    assert not Campaign.objects.exists()

    fields = form_fields(source=None, outputs=None, first_sentence="1")
    staged = act(as_alice, staged, "read", **fields)
    page = as_alice.get(page_of(staged))
    assert page.context["judgments"].rankings == 2
    done = act(as_alice, staged, "confirm")
    assert done.leads_to == reverse("reports:overview", args=["spring-test"])
    assert done.campaign is not None
    assert set(done.campaign.judges.values_list("name", flat=True)) == {"ann", "ben"}


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
    texts = upload("source.txt", text(source))
    campaign = create(as_alice, stage(as_alice, documents=documents, source=texts, documents_file=ids))
    assert (campaign.documents.count(), campaign.sentences.count()) == (expected, 6)
    kinds = set(campaign.files.values_list("kind", flat=True))
    assert ("documents" in kinds) == (documents == "file")


def test_sentences_that_stand_alone_have_no_context(as_alice: Client, alice: User, bob: User) -> None:
    source = upload("source.txt", text([*SOURCE[:2], "", *SOURCE[2:]]))
    staged = stage(as_alice, documents="alone", source=source)
    screens = as_alice.get(page_of(staged)).context["corpus"].screens
    assert {(screen.before, screen.after) for screen in screens} == {("", "")}
    campaign = create(as_alice, staged)
    draw_items(campaign, DrawOptions(items=5, seed=1), alice, items_before=0)
    Campaign.objects.update(state="open")
    lent = next_assignment(Judge.objects.create(campaign=Campaign.objects.get(), name="Bob", user=bob))
    assert lent is not None
    client = signed_in(bob)
    item = client.get(reverse("judging:item", args=[campaign.slug, lent.key]))
    assert (item.context["page"].before, item.context["page"].after) == ("", "")


@pytest.mark.parametrize(
    "change",
    [{"source": None}, {"outputs": None}, {"max_outputs": "many"}, {"title": ""}, {"documents": "file"}],
)
def test_files_are_kept_where_something_else_is_missing(as_alice: Client, change: dict[str, object]) -> None:
    staged = stage(as_alice, **change)
    page = as_alice.get(page_of(staged))
    assert page.status_code == 422
    assert "GAMMA.txt" in page.text or "source.txt" in page.text
    assert act(as_alice, staged, "confirm").state == Upload.State.UNUSABLE
    assert not Campaign.objects.exists()


def test_systems_are_renamed_and_punctuation_is_set_in_the_preview(as_alice: Client) -> None:
    lines = {"my, system": OUTPUTS["ALPHA"], "BETA": OUTPUTS["BETA"], "GAMMA": JOINED}
    staged = stage(as_alice, outputs=[upload(f"{name}.txt", text(one)) for name, one in lines.items()])
    assert "contains ," in as_alice.get(page_of(staged)).text
    fields = form_fields(source=None, outputs=None)
    named = act(as_alice, staged, "read", **fields, names="my, system.txt:  T5  large ")
    (unlike,) = as_alice.get(page_of(named)).context["corpus"].unlike_spacing
    assert (unlike.system, unlike.style, unlike.line) == ("GAMMA", "joined", 1)
    mended = act(as_alice, named, "read", **fields, names="my, system.txt: T5  large", apart=["GAMMA.txt"])
    assert not as_alice.get(page_of(mended)).context["corpus"].unlike_spacing
    campaign = create(as_alice, mended)
    assert names(campaign) == {"T5_large", "BETA", "GAMMA", "INPUT"}
    gamma = campaign.systems.get(name="GAMMA").outputs.order_by("sentence__index")
    assert [output.text for output in gamma] == OUTPUTS["GAMMA"]
    assert campaign.audit_events.get().detail["punctuation_set"] == ["GAMMA.txt: apart"]


def test_a_wrong_file_is_replaced_without_choosing_the_others_again(as_alice: Client) -> None:
    staged = stage(as_alice, outputs=with_output("DELTA.txt", text(SOURCE[:4])), max_outputs="4")
    fields = form_fields(source=None, outputs=[upload("DELTA.txt", text(SOURCE))], max_outputs="4")
    campaign = create(as_alice, act(as_alice, staged, "read", **fields))
    assert names(campaign) == {*OUTPUTS, "DELTA", "INPUT"}
    assert campaign.max_outputs == 4


def test_empty_lines_warn_and_do_not_block(as_alice: Client) -> None:
    page = as_alice.get(page_of(stage(as_alice, outputs=with_output("LAZY.txt", text(["", *SOURCE[1:]])))))
    assert "1 warning" in page.text
    assert "Create the campaign" in page.text


def zipped_link() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        link = zipfile.ZipInfo("A.txt")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    return packed.getvalue()


def lying_zip() -> bytes:
    honest = make_zip({"A.txt": b"0" * 5_000_000})
    return honest.replace((5_000_000).to_bytes(4, "little"), (100).to_bytes(4, "little"))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (make_zip({"A.txt": b"0" * 60_000_000}), "unpacks to more than is accepted"),
        (lying_zip(), "outputs.zip"),
        (make_zip({"C:\\windows\\x": text(SOURCE)}), "leaves the archive"),
        (zipped_link(), "link or a device"),
        (make_zip({"B.zip": make_zip({"A": b"x"})}), "archive"),
    ],
)
def test_an_archive_that_cannot_be_unpacked_blocks_until_it_is_left_out(
    as_alice: Client, content: bytes, said: str
) -> None:
    outputs = [*with_output("SHORT.txt", text(SOURCE[:4])), upload("outputs.zip", content)]
    staged = stage(as_alice, outputs=outputs)
    page = as_alice.get(page_of(staged)).text
    assert said in page
    assert "has 4 lines" in page, "the archive hides nothing that is wrong with other files"
    fields = form_fields(source=None, outputs=None)
    still = act(as_alice, staged, "read", **fields, remove=["outputs/SHORT.txt"])
    assert "Create the campaign" not in as_alice.get(page_of(still)).text
    assert act(as_alice, still, "confirm").state == Upload.State.UNUSABLE
    rest = act(as_alice, still, "read", **fields, remove=["outputs.zip", "outputs/A.txt"])
    assert names(create(as_alice, rest)) == {*OUTPUTS, "INPUT"}


def test_html_in_names_and_sentences_is_shown_as_text(as_alice: Client) -> None:
    evil = "<script>alert(1)</script>"
    marked = text([f"{evil} <img src=x onerror=alert(2)> {line}" for line in SOURCE])
    files = {"ALPHA.txt": marked, "BETA.txt": text(OUTPUTS["BETA"]), "<b>bold<b>.txt": text(SOURCE)}
    source = upload("<i>.txt", text([f"{evil} {line}" for line in SOURCE]))
    outputs = [upload(name, content) for name, content in files.items()]
    staged = stage(as_alice, title=evil, slug="evil", source=source, outputs=outputs)
    fields = form_fields(title=evil, slug="evil", source=None, outputs=None)
    pages = [as_alice.get(page_of(staged)).text]
    act(as_alice, staged, "read", **fields, remove=["outputs/<b>bold<b>.txt"])
    pages.append(as_alice.get(page_of(staged)).text)
    for page in pages:
        for tag in ("<script>alert", "<img src=x", "<b>bold", "<i>.txt"):
            assert tag not in page
    assert "&lt;img src=x onerror=alert(2)&gt;" in pages[1]

    create(as_alice, staged)
    for address in ("", "items/", "settings/", "do/campaign.delete/"):
        body = as_alice.get(f"/campaigns/evil/{address}").content.decode()
        assert "<script>alert" not in body
        assert "<i>.txt" not in body


def test_an_unfinished_upload_is_found_on_the_home_page(as_alice: Client, bob: User) -> None:
    staged = stage(as_alice, title="Half done")
    assert page_of(staged) in as_alice.get("/").text
    assert "Half done" not in signed_in(bob).get("/").text
    create(as_alice, staged)
    assert page_of(staged) not in as_alice.get("/").text
    other = stage(as_alice, title="Half done again")
    as_alice.post(page_of(other), {"act": "discard"})
    assert not Upload.objects.filter(pk=other.pk).exists()
