"""`appraise-gec rejected-edits`: files of campaigns and SEEDA's annotations."""

import pytest

from rankings.formats.edit_marks import EditJudgment, read_edit_marks, write_edit_marks_csv
from tests.cli.test_edits import folder

__all__ = ["folder"]  # a fixture

MARKS = [
    EditJudgment("J1", "0", ("A", "B"), 1, 2, "have", "has", "wrong", "0", "replacement", "spaces"),
    EditJudgment("J2", "0", ("A", "B"), 1, 2, "have", "has", "", "0", "replacement", "spaces"),
    EditJudgment("J2", "0", ("B",), 3, 3, "", "big", "unneeded", "0", "insertion", "spaces"),
]
GOLD = "S He have two cat .\nA 1 2|||SVA|||has|||REQUIRED|||-NONE-|||0\n"


@pytest.fixture
def marks(tmp_path):
    path = tmp_path / "marks.csv"
    path.write_bytes(write_edit_marks_csv(MARKS))
    return path


def test_files_of_a_campaign(ask, call, marks):
    result = ask("rejected-edits", marks)["result"]
    assert (result["form"], result["version"]) == ("rejected-edits", 1)
    systems = {one["name"]: (one["edits"], one["rejected"]) for one in result["systems"]}
    assert systems == {"A": (2, 1), "B": (3, 2)}
    assert (result["total"]["edits"], result["total"]["rejected"], result["unit"]) == (3, 2, "judges")
    text = call("rejected-edits", marks).stdout
    assert "was not necessarily approved" in text
    assert "have \u2192 has" in text


def test_judges_systems_and_gold(ask, marks, tmp_path):
    (tmp_path / "gold.m2").write_text(GOLD, encoding="utf-8")
    words = ("--exclude-judge", "J1", "--systems", "B", "--gold", tmp_path / "gold.m2")
    result = ask("rejected-edits", marks, *words)["result"]
    assert [one["judge"] for one in result["judges"]] == ["J2"]
    assert [one["name"] for one in result["systems"]] == ["B"]
    assert {one["name"] for one in result["kinds"]} == {"SVA", "insertion"}


def test_annotations_become_marks(ask, folder, tmp_path):
    words = ("--source", folder / "source.txt", "--outputs", folder / "outputs", "-o", tmp_path / "made.json")
    result = ask("rejected-edits", folder / "edits", *words)["result"]
    systems = {one["name"]: (one["edits"], one["rejected"]) for one in result["systems"]}
    assert systems == {"GOOD": (4, 1), "TOO": (4, 1)}
    assert result["total"]["judges"] == 2
    assert (result["total"]["wrong"], result["total"]["unneeded"]) == (0, 0)
    made = read_edit_marks((tmp_path / "made.json").read_bytes(), "made.json")
    assert {edit.sentence for edit in made} == {"1"}
    again = ask("rejected-edits", tmp_path / "made.json")["result"]
    assert {**again, "warnings": []} == {**result, "warnings": []}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("@marks.csv", "--judge", "J9"), "No judge is called J9; they are J1, J2."),
        (("@marks.csv", "-o", "@out.txt"), "ends neither in .csv nor in .json"),
        (("@marks.csv", "--source", "@marks.csv"), "Give --source FILE and --outputs OUTPUT together"),
        (("@missing.csv",), "Cannot be read"),
        (("@other.csv",), 'other.csv:1: Expected one column called "judge"'),
        (("@text.txt",), "text.txt:1: Expected <Source with context>"),
        (("@marks.csv", "-o", "@nowhere/out.csv"), "Cannot be written"),
    ],
)
def test_wrong_calls_and_files(call, marks, tmp_path, words, said):
    (tmp_path / "other.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    (tmp_path / "text.txt").write_text("He has two cats .\n", encoding="utf-8")
    ended = call("rejected-edits", *(tmp_path / word[1:] if word[0] == "@" else word for word in words))
    assert ended.exit_code == 2, ended.output
    assert said in ended.stderr.replace("\u201c", '"').replace("\u201d", '"'), ended.stderr


def test_published_annotations(ask, shared):
    seeda = shared / "data" / "seeda"
    outputs = seeda / "outputs"
    words = ("--source", outputs / "INPUT", "--outputs", outputs)
    result = ask("rejected-edits", seeda / "edit-annotations", *words)["result"]
    counted = ask("edits", seeda / "edit-annotations", *words)["result"]
    bad = {one["system"]: one["edits"]["bad"] for one in counted["systems"]}
    assert {one["name"]: one["rejected"] for one in result["systems"]} == {
        name: number for name, number in bad.items() if name in {one["name"] for one in result["systems"]}
    }
    # What the annotators call bad, counted in the files themselves.
    said = [
        path.read_text(encoding="utf-8") for path in (seeda / "edit-annotations").rglob("*") if path.is_file()
    ]
    assert result["total"]["rejected"] == sum(text.count("|False") for text in said)
    assert result["total"]["judges"] == 3
    typed = ask(
        "rejected-edits",
        seeda / "edit-annotations",
        *words,
        "--gold",
        shared / "data" / "conll14" / "official-2014.combined.m2",
    )["result"]
    assert {"ArtOrDet", "Nn", "SVA"} <= {one["name"] for one in typed["kinds"]}
