"""`appraise-gec edits`: judgments of single edits by annotator, system and pair of annotators."""

import pytest

from tests.metrics.references.test_judged_edits import TEXT

OTHER = TEXT.replace("[have→has|True]", "[have→has|False]").replace("[→big|False]", "[→big]")


@pytest.fixture
def folder(tmp_path):
    for name, text in (("ann", TEXT), ("ben", OTHER)):
        (tmp_path / "edits" / name).mkdir(parents=True)
        (tmp_path / "edits" / name / "0.txt").write_text(text, encoding="utf-8")
    (tmp_path / "source.txt").write_text("Cats purr .\nHe have two cat .\n", encoding="utf-8")
    (tmp_path / "outputs").mkdir()
    for system, line in (
        ("GOOD", "He has two cats ."),
        ("SAME", "He have two cat ."),
        ("TOO", "He has two cats ."),
    ):
        (tmp_path / "outputs" / system).write_text(f"Cats purr .\n{line}\n", encoding="utf-8")
    return tmp_path


def test_by_annotator_system_and_pair(ask, folder):
    words = ("--source", folder / "source.txt", "--outputs", folder / "outputs", "--by-edit")
    result = ask("edits", folder / "edits", *words)["result"]
    ann, ben = result["annotators"]
    assert (ann["annotator"], ann["sentences"], ann["marked"], ann["corrections"]) == ("ann", 1, 3, 3)
    assert ann["edits"] == {"good": 3, "bad": 2, "unjudged": 0, "share_good": 0.6}
    assert ben["edits"] == {"good": 2, "bad": 2, "unjudged": 1, "share_good": 0.5}
    good, same, too = result["systems"]
    assert good == {
        "system": "GOOD",
        "sentences": 2,  # the same one by two annotators
        "unchanged": 0,
        "edits": {"good": 3, "bad": 1, "unjudged": 0, "share_good": 0.75},
    }
    assert (same["unchanged"], same["edits"]["share_good"]) == (2, None)
    assert too == {**good, "system": "TOO"}
    (pair,) = result["pairs"]
    # Four edits have two labels: both good, both bad, both good, and one on which they differ.
    assert (pair["edits"], pair["good_first"], pair["good_second"], pair["good_both"]) == (4, 3, 2, 2)
    assert (pair["agreed"], pair["kappa"]) == (0.75, pytest.approx(0.5))
    first = result["edits"][0]
    assert (first["file"], first["sentence"], first["systems"], first["good"]) == (
        "0.txt",
        1,
        ["GOOD", "TOO"],
        True,
    )
    assert any("No output is this correction" in warning for warning in result["warnings"])


def test_without_outputs_there_are_no_systems(ask, call, folder):
    result = ask("edits", folder / "edits" / "ann" / "0.txt")["result"]
    assert (result["systems"], result["edits"], result["pairs"]) == (None, None, [])
    assert "60.0 %" in call("edits", folder / "edits" / "ann").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("@edits", "--outputs", "@outputs"), "Give --source FILE and --outputs OUTPUT together"),
        (("@empty",), "The folder holds no file"),
        (("@source.txt",), "source.txt:1: Expected <Source with context>"),
        (("@edits/ann", "@twice"), "ann has judged this sentence in"),
        (("@missing.txt",), "Cannot be read"),
        (("-",), "No folder names the annotator of standard input"),
    ],
)
def test_wrong_calls_and_files(call, folder, words, said):
    (folder / "empty").mkdir()
    (folder / "twice" / "ann").mkdir(parents=True)
    (folder / "twice" / "ann" / "1.txt").write_text(TEXT, encoding="utf-8")
    ended = call("edits", *(folder / word[1:] if word[0] == "@" else word for word in words))
    assert ended.exit_code == 2 and said in ended.stderr, ended.stderr


def test_a_sentence_that_the_source_lacks_counts_for_no_system(ask, folder):
    (folder / "source.txt").write_text("Cats purr .\nDogs bark .\n", encoding="utf-8")
    words = ("--source", folder / "source.txt", "--outputs", folder / "outputs")
    result = ask("edits", folder / "edits" / "ann", *words)["result"]
    assert result["systems"] == []
    assert result["warnings"] == [
        "0.txt: Its sentence is not in source.txt, so that its edits count for no system."
    ]


def test_chosen_systems_annotators_and_first_sentence(ask, call, folder):
    words = ("--source", folder / "source.txt", "--outputs", folder / "outputs")
    document = ask("edits", folder / "edits", *words, "--without", "GOOD,TOO", "--by-edit")
    result = document["result"]
    assert [system["system"] for system in result["systems"]] == ["SAME"]
    # Corrections of the others go, as if nobody had judged them; the unchanged sentence has no edit.
    assert [one["corrections"] for one in result["annotators"]] == [1, 1] and result["edits"] == []
    assert document["recipe"]["settings"]["without_systems"] == ["GOOD", "TOO"]
    one = ask(
        "edits", folder / "edits", *words, "--systems", "GOOD", "--judge", "ben", "--by-edit",
        "--first-sentence", "1",
    )["result"]  # fmt: skip
    assert [one["annotator"] for one in one["annotators"]] == ["ben"]
    assert {(edit["sentence"], *edit["systems"]) for edit in one["edits"]} == {(2, "GOOD")}
    for more, said in (
        ((*words, "--systems", "GOD"), 'No system is called "GOD"; did you mean "GOOD"?'),
        (("--systems", "GOOD"), "The files name no systems"),
        (("--first-sentence", "1"), "The files number no sentences"),
        (("--judge", "eve"), "No annotator is called eve; they are ann, ben."),
        (("--exclude-judge", "ann", "--exclude-judge", "ben"), "No annotator is left"),
    ):
        ended = call("edits", folder / "edits", *more)
        assert ended.exit_code == 2 and said in ended.stderr, ended.stderr


def test_warnings_of_one_kind_are_one_line(ask, call, folder):
    odd = TEXT.replace("[have→has|True]", "[have→has]").replace("|False]", "]")
    for name in ("ann", "ben"):
        (folder / "edits" / name / "0.txt").write_text(odd, encoding="utf-8")
    (line,) = call("edits", folder / "edits").stderr.splitlines()
    assert "ann/0.txt:" in line and '"[have→has]" has no label' in line
    assert line.endswith("2 more such places: line 8. 1 more file has 3 such places: ben/0.txt."), line
    (line,) = ask("edits", folder / "edits")["result"]["warnings"]
    assert line.startswith("0.txt:") and str(folder) not in line
