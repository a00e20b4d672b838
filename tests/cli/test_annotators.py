"""`appraise-gec annotators`: the published agreement of CoNLL-2014, and what is told in one line."""

import pytest

GOLD = """S a b
A 0 1|||X|||A|||REQUIRED|||-NONE-|||0
A 0 1|||Y|||AA|||REQUIRED|||-NONE-|||1

S c d

"""


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.m2"
    path.write_text(GOLD)
    return path


def test_the_published_agreement(ask, shared):
    folder = shared / "data" / "conll14"
    files = [folder / f"official-2014.{number}.m2" for number in (0, 1)]
    result = ask("annotators", "--gold", *files, "--without-type", "Um")["result"]
    assert [one["annotator"] for one in result["annotators"]] == ["official-2014.0", "official-2014.1"]
    (pair,) = result["identification"]
    assert {reading: round(kappa, 4) for reading, kappa in pair["kappa_insertions"].items()} == {
        "nothing": 0.4346,
        "previous": 0.4330,
        "next": 0.4352,
        "both": 0.4348,
        "gap": 0.4423,
    }
    assert pair["kappa"] == pair["kappa_insertions"]["nothing"]
    assert [f"{100 * one['score']:.2f}" for one in result["texts"]] == ["45.36", "38.54"]


def test_annotators_of_one_file(ask, call, gold):
    document = ask("annotators", "--gold", gold)
    result = document["result"]
    assert [(one["annotator"], one["sentences"], one["edits"]) for one in result["annotators"]] == [
        ("0", 2, 1),
        ("1", 1, 1),
    ]
    (pair,) = result["identification"]
    assert (pair["kappa"], pair["tokens"], pair["marked_both"]) == (1.0, 4, 1)
    assert [(one["text_of"], one["edits_of"], one["correct"]) for one in result["texts"]] == [
        ("0", "1", 0),
        ("1", "0", 0),
    ]
    assert document["recipe"]["settings"] == {"without_types": []}
    shown = call("annotators", "--gold", gold, "--without-type", "X")
    assert shown.exit_code == 0
    assert "Not applied: edits of type X." in shown.stdout
    without = ask("annotators", "--gold", gold, "--without-type", "X")
    assert [one["proposed"] for one in without["result"]["texts"]] == [0, 1]


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        (GOLD.replace("|||1\n", "|||0\n"), (), "one annotator; expected at least two"),
        (GOLD, ("--without-type", "Z"), "No edit has the type 'Z'; the types are X, Y."),
        ("", (), "empty"),
    ],
)
def test_what_is_wrong_is_reported_in_one_line(call, gold, text, words, message):
    gold.write_text(text)
    shown = call("annotators", "--gold", gold, *words)
    (line,) = shown.stderr.splitlines()
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert message in line


def test_files_have_to_be_about_the_same_sentences(call, gold, tmp_path):
    other = tmp_path / "other.m2"
    other.write_text(GOLD.replace("S c d", "S c e"))
    shown = call("annotators", "--gold", gold, other)
    assert (shown.exit_code, "Sentence 2 differs" in shown.stderr) == (2, True)
