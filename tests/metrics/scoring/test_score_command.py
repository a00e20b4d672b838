"""`appraise-gec score`: the contract of its output, and one line about what is wrong."""

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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--gold", "@other.m2"), "other.m2:3: Sentence 2 differs from sentence 2 of"),
        (("--gold", "@gold.m2"), "The file is given twice"),
        (("@other.m2",), "It holds gold edits: say --gold before each gold file"),
    ],
)
def test_gold_files_that_do_not_go_together_are_refused(score, folder, words, said):
    (folder / "other.m2").write_text("S a b\n\nS c e\nA 0 1|||X|||C|||REQUIRED|||-NONE-|||0\n\n")
    ended = score("m2", "@outputs", "--gold", "@gold.m2", *words)
    assert ended.exit_code == 2 and said in ended.stderr, ended.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("m9", "@outputs", "--gold", "@gold.m2"), "is not one of m2, "),
        (("m2", "@outputs", "--source", "@source.txt"), "needs gold edits"),
        (("m2", "@nowhere", "--gold", "@gold.m2"), "nowhere: Cannot be read: No such file or directory."),
        (("m2", "@outputs", "--gold", "@gold.m2", "--setting", "gamma=2"), "has no setting 'gamma'"),
        (("m2", "@outputs", "--gold", "@gold.m2", "--setting", "beta=x"), "expected a number from 0"),
        (("m2", "@gold.m2", "--gold", "@gold.m2"), "gold.m2:3: The file has 6 lines"),
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
