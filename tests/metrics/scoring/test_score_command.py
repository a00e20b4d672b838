"""`appraise-gec score`: the contract of its output, and one line about what is wrong."""

import hashlib
import json

import pytest
from click.testing import CliRunner

from appraise_gec.cli import main

GOLD = """S a b
A 0 1|||X|||A|||REQUIRED|||-NONE-|||0

S c d
A 1 2|||Y|||D|||REQUIRED|||-NONE-|||0

"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "gold.m2").write_text(GOLD)
    (tmp_path / "source.txt").write_text("a b\nc d\n")
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    (outputs / "GOOD").write_text("A b\nc D\n")
    (outputs / "HALF.txt").write_text("A b\nc d\n")
    (outputs / ".hidden").write_text("not an output")
    return tmp_path


@pytest.fixture
def score(folder):
    def run(*words):
        return CliRunner().invoke(
            main, ["score", *(str(folder / word[1:]) if word[0] == "@" else word for word in words)]
        )

    return run


def test_people_get_a_table_best_system_first(score):
    shown = score("m2", "@outputs", "--source", "@source.txt", "--gold", "@gold.m2")
    assert shown.exit_code == 0
    lines = shown.output.splitlines()
    assert lines[0] == "MaxMatch (M2)"
    assert lines[1].startswith("m2|beta:0.5|")
    assert lines[5].split()[:6] == ["system", "score", "precision", "recall", "correct", "proposed"]
    assert lines[7].split()[:4] == ["GOOD", "1.0000", "1.0000", "1.0000"]
    assert lines[8].split()[:4] == ["HALF", "0.8333", "1.0000", "0.5000"]


SECOND = """S a b
A 1 2|||X|||B|||REQUIRED|||-NONE-|||0

S c d

"""


def test_several_gold_files_are_the_annotators_of_one(score, folder):
    (folder / "second.m2").write_text(SECOND)
    both = "@outputs", "--gold", "@gold.m2", "--gold", "@second.m2", "--json", "--by-sentence"
    good, _ = json.loads(score("m2", *both).stdout)["result"]["systems"]
    assert [one["annotator"] for one in good["sentences"]] == [0, 0]
    (folder / "outputs" / "GOOD").write_text("a B\nc d\n")
    (best,) = [
        system
        for system in json.loads(score("m2", *both).stdout)["result"]["systems"]
        if system["system"] == "GOOD"
    ]
    assert ([one["annotator"] for one in best["sentences"]], best["score"]) == ([1, 1], 1.0)
    alone = json.loads(score("m2", *both, "--annotator", "0").stdout)
    assert {entry["file"] for entry in alone["recipe"]["inputs"]} >= {"gold.m2", "second.m2"}
    assert alone["result"]["systems"][0]["system"] == "HALF"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--gold", "@other.m2"), "other.m2:3: Sentence 2 differs from that of"),
        (("--gold", "@gold.m2"), "The file is given twice"),
        (("@other.m2",), "It holds gold edits: say --gold before each gold file"),
    ],
)
def test_gold_files_that_do_not_go_together_are_refused(score, folder, words, said):
    (folder / "other.m2").write_text("S a b\n\nS c e\nA 0 1|||X|||C|||REQUIRED|||-NONE-|||0\n\n")
    ended = score("m2", "@outputs", "--gold", "@gold.m2", *words)
    assert ended.exit_code == 2 and said in ended.stderr, ended.stderr


def test_machines_get_recipe_and_result(score, folder):
    shown = score(
        "m2", "@outputs", "--gold", "@gold.m2", "--json", "--by-type", "--by-sentence", "--beta", "1"
    )
    document = json.loads(shown.stdout)
    assert set(document) == {"recipe", "result"}
    recipe = document["recipe"]
    assert (recipe["command"], recipe["settings"]["beta"]) == ("score", 1.0)
    assert {one["file"]: one["sha256"] for one in recipe["inputs"]} == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (folder / "gold.m2", folder / "outputs" / "GOOD", folder / "outputs" / "HALF.txt")
    }
    good, half = document["result"]["systems"]
    assert (good["system"], good["score"]) == ("GOOD", 1.0)
    assert half["score"] == pytest.approx(2 / 3)
    assert {part: half[part] for part in ("precision", "recall", "correct", "proposed", "gold")} == {
        "precision": 1.0,
        "recall": 0.5,
        "correct": 1,
        "proposed": 1,
        "gold": 2,
    }
    assert half["types"] == [
        {"type": "X", "recall": 1.0, "matched": 1, "gold": 1},
        {"type": "Y", "recall": 0.0, "matched": 0, "gold": 1},
    ]
    assert [(one["correct"], one["gold"]) for one in half["sentences"]] == [(1, 1), (0, 1)]


def test_the_same_call_gives_the_same_bytes(score):
    words = ("m2", "@outputs", "--gold", "@gold.m2", "--json")
    assert score(*words).stdout_bytes == score(*words).stdout_bytes


def test_another_result_has_another_recipe(score):
    """What decides about the fields of the result stands among the settings."""
    words = ("m2", "@outputs", "--gold", "@gold.m2", "--json")
    asked = ((), ("--by-type",), ("--by-sentence",), ("--by-type", "--by-sentence"))
    documents = [json.loads(score(*words, *more).stdout) for more in asked]
    settings = [document["recipe"]["settings"] for document in documents]
    told = [(one["by_type"], one["by_sentence"]) for one in settings]
    assert told == [(False, False), (True, False), (False, True), (True, True)]
    assert len({json.dumps(document["recipe"]) for document in documents}) == len(asked)


def test_one_annotator_of_the_gold_may_count_alone(score, folder):
    second = "A 0 1|||X|||AA|||REQUIRED|||-NONE-|||1\n"
    (folder / "gold.m2").write_text(GOLD.replace("|||0\n\nS c", f"|||0\n{second}\nS c"))
    for annotator, counts in ((0, [2, 2]), (1, [1, 2])):
        shown = score("m2", "@outputs/GOOD", "--gold", "@gold.m2", "--annotator", str(annotator), "--json")
        document = json.loads(shown.stdout)
        (good,) = document["result"]["systems"]
        assert [good["correct"], good["proposed"]] == counts
        assert document["recipe"]["settings"]["annotator"] == annotator
    nobody = score("m2", "@outputs", "--gold", "@gold.m2", "--annotator", "7")
    assert (nobody.exit_code, "has no annotator 7; it has 0, 1" in nobody.stderr) == (2, True)
    without = score("bleu", "@outputs", "--source", "@source.txt", "--annotator", "0")
    assert (without.exit_code, "give --gold FILE" in without.stderr) == (2, True)


def test_types_and_sentences_are_shown_to_people_too(score):
    shown = score("m2", "@outputs/GOOD", "--gold", "@gold.m2", "--by-type", "--by-sentence")
    rows = [line.split() for line in shown.output.splitlines()]
    assert ["X", "100.00"] in rows
    assert ["2", "GOOD", "1.0000", "0", "1.0000", "1.0000", "1", "1", "1"] in rows


def test_other_settings_are_given_by_name(score):
    shown = score(
        "m2", "@outputs", "--gold", "@gold.m2", "--json", "--setting", "ignore_whitespace_casing=yes"
    )
    document = json.loads(shown.stdout)
    assert document["recipe"]["settings"]["ignore_whitespace_casing"] is True
    assert [one["correct"] for one in document["result"]["systems"]] == [0, 0]


def test_what_is_odd_in_the_gold_is_reported_beside_the_result(score, folder):
    (folder / "gold.m2").write_text(GOLD.replace("A 1 2", "A 1 9"))
    shown = score("m2", "@outputs", "--gold", "@gold.m2", "--json")
    assert shown.exit_code == 0
    assert "gold.m2:5: The edit 1 9 lies outside" in shown.stderr
    (warning,) = json.loads(shown.stdout)["result"]["warnings"]
    assert warning.startswith("gold.m2:5: The edit 1 9 lies outside")
    (folder / "gold.m2").write_text(GOLD)
    assert (
        json.loads(score("m2", "@outputs", "--gold", "@gold.m2", "--json").stdout)["result"]["warnings"] == []
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("m9", "@outputs", "--gold", "@gold.m2"), "expected one of m2"),
        (("m2", "@outputs", "--source", "@source.txt"), "needs gold edits"),
        (("m2", "@outputs"), "give --source FILE"),
        (("m2", "@nowhere", "--gold", "@gold.m2"), "nowhere: Cannot be read: No such file or directory."),
        (("m2", "@outputs", "--gold", "@gold.m2", "--beta", "-2"), "beta = -2.0: expected a number"),
        (("m2", "@outputs", "--gold", "@gold.m2", "--setting", "gamma=2"), "has no setting 'gamma'"),
        (("m2", "@outputs", "--gold", "@gold.m2", "--setting", "beta"), "expected NAME=VALUE"),
        (("m2", "@outputs", "--gold", "@gold.m2", "--setting", "beta=x"), "expected a number like 0.5"),
        (
            ("m2", "@outputs", "--gold", "@gold.m2", "--setting", "ignore_whitespace_casing=perhaps"),
            "expected yes or no",
        ),
        (("m2", "@gold.m2", "--gold", "@gold.m2"), "gold.m2:3: The file has 6 lines"),
        (("m2", "@outputs", "--gold", "@outputs/GOOD"), "GOOD:1: Expected a source sentence"),
        (
            ("m2", "@outputs", "--gold", "@gold.m2", "--source", "@outputs/GOOD"),
            "gold.m2:1: Sentence 1 differs",
        ),
    ],
)
def test_what_is_wrong_ends_with_status_2_and_one_line(score, words, message):
    ended = score(*words)
    assert ended.exit_code == 2
    assert ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    assert message in line


def test_before_a_terminal_nothing_is_uploaded(score, folder):
    (folder / "outputs" / "GOOD").write_bytes(b"caf\xe9\nc D\n")
    shown = score("m2", "@outputs/GOOD", "--gold", "@gold.m2")
    assert shown.stderr.strip().endswith("Save the file as UTF-8.")
    (folder / "gold.m2").write_bytes(b"")
    empty = score("m2", "@outputs/GOOD", "--gold", "@gold.m2")
    assert 'The file is empty. Expected lines that begin with "S "' in empty.stderr


def test_wrong_settings_are_reported_all_at_once(score):
    words = ("m2", "@outputs", "--gold", "@gold.m2", "--beta", "-1")
    more = ("--setting", "max_unchanged_words=-2", "--setting", "gamma=1", "--setting", "beta=x")
    shown = score(*words, *more, "--setting", "nothing")
    assert shown.exit_code == 2
    told = ("gamma", "beta = 'x'", "NAME=VALUE", "beta = -1.0", "max_unchanged_words = -2")
    lines = shown.stderr.splitlines()
    assert len(lines) == len(told)
    assert all(any(one in line for line in lines) for one in told)


def test_of_many_problems_each_has_its_line(score, folder):
    (folder / "gold.m2").write_text(GOLD.replace("|||X", "||X").replace("|||Y", "||Y"))
    first, second = score("m2", "@outputs", "--gold", "@gold.m2").stderr.splitlines()
    assert first.startswith(f"{folder / 'gold.m2'}:2: ")
    assert second.startswith(f"{folder / 'gold.m2'}:5: ")


def test_a_call_without_outputs_is_refused(score):
    assert score("m2", "--gold", "@gold.m2").exit_code == 2


def test_several_references_follow_one_option(monkeypatch, tmp_path):
    """`--references A B --beta 1` means two references."""
    from appraise_gec.cli.commands import score as module

    seen: list[module.ScoreRequest] = []
    monkeypatch.setattr(module, "score_files", lambda request, start: seen.append(request))
    words = ["m2", "o", "--references", "a", "b", "--beta", "1", "--references", "c"]
    CliRunner().invoke(module.command, words)
    assert [str(path) for path in seen[0].material.references] == ["a", "b", "c"]
    assert [str(path) for path in seen[0].outputs] == ["o"]
    assert seen[0].settings == {"beta": 1.0}


def test_the_help_names_the_metrics_and_the_list_their_settings(score):
    shown = score("--help").output
    assert "METRIC is one of m2, i-measure" in shown and "--list-settings" in shown
    listed = score("--list-settings")
    assert listed.exit_code == 0
    lines = listed.output.splitlines()
    assert lines[0].startswith("m2: ")
    assert any(line.strip().startswith("sign=minus") and "(minus, plus)" in line for line in lines)
