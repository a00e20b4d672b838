"""Judgments of single edits from files: into a campaign, into its report, and out again."""

import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.access import states
from rankings.analysis.results.edit_marks import RejectedEdits
from rankings.judgments.edit_annotations import annotated_edits, import_annotations, read_annotation_files
from rankings.models import Campaign, EditAnnotation, Judge
from rankings.reports import services
from rankings.reports.options import ReportOptions
from rankings.reports.result import report_result
from rankings.tables.rejected_edits import by_judge, by_kind, by_system, one_by_one
from tests.factories import make_campaign, make_items, make_judge, make_ranking

HERE = "/campaigns/essays/report/edit-annotations/"
# ALPHA and GAMMA wrote the first correction, BETA the second; nobody wrote the third.
CATS = """<Source with context>

<t>He [have] two [cat] .</t>

<Correction>
<s1>He [have→has|True] two [cat→cats|True] .</s1>
<s2>He [have→has|False] two cat .</s2>
<s3>He [have→had|False] two cat .</s3>
"""
ELSEWHERE = CATS.replace("two", "three")


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = make_campaign("essays", owner=alice)
    items = make_items(campaign)
    judge = make_judge(campaign, "J1")
    for item in items:
        make_ranking(judge, item)
    return campaign


@pytest.fixture
def alices(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def archive(**folders: str) -> SimpleUploadedFile:
    """`annotator1_0=...` is the file annotator1/0.txt."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as made:
        for name, text in folders.items():
            made.writestr(f"edits/{name.replace('_', '/')}.txt", text)
    return SimpleUploadedFile("edits.zip", content.getvalue())


def rejected(campaign: Campaign, user: User, run_jobs: Callable[[], int]) -> RejectedEdits | None:
    report = services.request_report(campaign, user, ReportOptions(replicates=20)).report
    run_jobs()
    report.refresh_from_db()
    return report_result(report.result or {}).rejected_edits


def test_a_report_shows_imported_judgments_until_they_are_removed(
    campaign: Campaign, alice: User, alices: Client, run_jobs: Callable[[], int]
) -> None:
    assert rejected(campaign, alice, run_jobs) is None
    sent = alices.post(HERE, {"chosen": [archive(annotator1_0=CATS, annotator2_0=CATS)]}, follow=True)
    assert "Imported judgments of 8 edits in 6 corrections, by annotator1, annotator2." in sent.text
    made = rejected(campaign, alice, run_jobs)
    assert made is not None
    assert {one.name: (one.edits, one.rejected) for one in made.systems} == {
        "ALPHA": (4, 0),
        "BETA": (2, 2),
        "GAMMA": (4, 0),
    }
    assert (made.total.edits, made.total.rejected, made.total.judges) == (8, 4, 2)
    report = campaign.reports.first()
    assert report is not None
    assert report.recipe is not None
    assert len(report.recipe["edit_annotations"]) == 1
    section = alices.get(reverse("reports:section", args=["essays", report.key, "edits"])).text
    assert re.search(r"2 judges rejected 4 of 8 edits \(50\s%\)\.", section)
    assert section.count("ERRANT, which names error types") <= 1

    (file,) = campaign.files.filter(kind="edits")
    alices.post(reverse("reports:remove-edit-annotations", args=["essays", file.pk]))
    assert not EditAnnotation.objects.exists()
    assert list(campaign.judges.values_list("name", flat=True)) == ["J1"]
    assert "removed since this report" in alices.get(report.get_absolute_url()).text
    assert rejected(campaign, alice, run_jobs) is None


def test_loose_files_need_to_say_who_judged_them(campaign: Campaign, alices: Client) -> None:
    def files() -> list[SimpleUploadedFile]:
        return [SimpleUploadedFile("0.txt", CATS.encode())]

    refused = alices.post(HERE, {"chosen": files()})
    assert refused.status_code == 422
    assert "No folder names the annotator" in refused.text
    assert alices.post(HERE, {"chosen": files(), "annotator": "Dora"}).status_code == 302
    assert {edit.judge for edit in annotated_edits(campaign)} == {"Dora"}


def test_what_is_wrong_is_said_with_file_and_line_and_nothing_is_stored(
    campaign: Campaign, alices: Client
) -> None:
    broken = CATS.replace("[have→has|False]", "[have→has|Maybe]")
    said = alices.post(HERE, {"chosen": [archive(annotator1_0=CATS, annotator1_7=broken)]}).text
    assert "annotator1/7.txt" in said
    assert "line 7" in said
    assert not EditAnnotation.objects.exists()
    assert not campaign.files.filter(kind="edits").exists()
    assert list(campaign.judges.values_list("name", flat=True)) == ["J1"]
    not_text = SimpleUploadedFile("edits.zip", b"PK\x03\x04 no archive at all")
    assert alices.post(HERE, {"chosen": [not_text]}).status_code == 422
    assert alices.post(HERE, {}).status_code == 422


def test_sentences_of_other_campaigns_are_left_out_and_the_same_judgment_counts_once(
    campaign: Campaign, alices: Client
) -> None:
    said = alices.post(HERE, {"chosen": [archive(a_0=CATS, a_1=ELSEWHERE)]}, follow=True).text
    assert "a/1.txt" in said
    assert "is not in this campaign. It was left out." in said
    said = alices.post(HERE, {"chosen": [archive(a_0=CATS)]}).text
    assert "a has judged this sentence in edits.zip already" in said
    said = alices.post(HERE, {"chosen": [archive(b_0=ELSEWHERE)]}).text
    assert "is not in this campaign. Sentences must have the same tokens." in said
    assert EditAnnotation.objects.count() == 3


def test_a_frozen_campaign_stays_as_it_is(campaign: Campaign, alice: User, alices: Client) -> None:
    import_annotations(campaign, read_annotation_files([("a/0.txt", CATS.encode())]), "a", alice)
    (file,) = campaign.files.filter(kind="edits")
    for step in ("close", "freeze"):
        states.take_step(campaign, step, alice)
    alices.post(HERE, {"chosen": [archive(b_0=CATS)]})
    alices.post(reverse("reports:remove-edit-annotations", args=["essays", file.pk]))
    assert EditAnnotation.objects.count() == 3


def test_the_command_imports_folders(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "annotator1"
    folder.mkdir()
    (folder / "0.txt").write_text(CATS, encoding="utf-8")
    call_command("import_edit_annotations", "essays", str(tmp_path))
    assert "4 edits in 3 corrections of 1 sentences, by annotator1." in capsys.readouterr().out
    (folder / "0.txt").write_text("nothing", encoding="utf-8")
    with pytest.raises(CommandError):
        call_command("import_edit_annotations", "essays", str(folder / "0.txt"))
    assert "annotator1/0.txt:1:" in capsys.readouterr().err
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_edit_annotations", "essays", str(tmp_path / "nowhere"))


def test_published_annotations_are_read(shared: Path, campaign: Campaign, alice: User) -> None:
    folder = shared / "data" / "seeda"
    sources = (folder / "outputs" / "INPUT").read_text(encoding="utf-8").splitlines()
    outputs = {
        name: (folder / "outputs" / name).read_text(encoding="utf-8").splitlines() for name in ("BART", "T5")
    }
    seeda = make_campaign("seeda", owner=alice, sentences=sources, outputs=outputs)
    paths = sorted((folder / "edit-annotations").rglob("*.txt"))
    files = [(f"{path.parent.name}/{path.name}", path.read_bytes()) for path in paths]
    made = import_annotations(seeda, read_annotation_files(files), "seeda", alice)
    assert made.annotators == ("annotator1", "annotator2", "annotator3")
    labels = sum(content.count(label) for _, content in files for label in (b"True", b"False"))
    assert made.edits == labels
    systems = {system for edit in annotated_edits(seeda) for system in edit.systems}
    assert systems == {"BART", "T5"}


def test_a_forgotten_annotator_is_named_nowhere(campaign: Campaign, alice: User, alices: Client) -> None:
    from rankings.people.privacy import forget_judge

    alices.post(HERE, {"chosen": [archive(Dora_0=CATS)]})
    dora = Judge.objects.select_related("campaign").get(name="Dora")
    forget_judge(dora, alice, keep_name=False, clear_notes=False)
    assert {edit.judge for edit in annotated_edits(campaign)} == {"anonymous-1"}


def test_problems_come_in_the_order_of_the_names(campaign: Campaign, alices: Client) -> None:
    broken = CATS.replace("[have→has|False]", "[have→has|Maybe]")
    said = alices.post(HERE, {"chosen": [archive(a_10=broken, b_1=broken, a_9=broken)]}).text
    places = [said.index(name) for name in ("a/9.txt", "a/10.txt", "b/1.txt")]
    assert places == sorted(places)


def test_wrong_and_unneeded_are_not_shown_where_no_file_tells_them_apart(
    campaign: Campaign, alice: User, alices: Client, run_jobs: Callable[[], int]
) -> None:
    alices.post(HERE, {"chosen": [archive(a_0=CATS)]})
    made = rejected(campaign, alice, run_jobs)
    assert made is not None
    assert made.total.rejected == 2
    for table in (by_system, by_kind, by_judge, one_by_one):
        shown = {column.key for column in table(made).for_people().without("data").columns}
        assert "rejected" in shown
        assert not shown & {"wrong", "unneeded"}
        # Files keep their columns.
        assert {"wrong", "unneeded"} <= {column.key for column in table(made).columns}
    told = replace(made, total=replace(made.total, wrong=1))
    assert "wrong" in {column.key for column in by_system(told).for_people().without("data").columns}
