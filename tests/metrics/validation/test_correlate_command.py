"""`appraise-gec correlate`: the contract of its output, and one line about what is wrong."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from appraise_gec.cli import main


def correlate(*words: object) -> Result:
    return CliRunner().invoke(main, ["correlate", *map(str, words), "--bootstrap", "2", "--json"])


def judgments() -> str:
    """Four sentences; A before B before C before D, but for one ranking."""
    rows = ["judgment,judge,sentence,systems,rank"]
    for number in range(4):
        order = "ABDC" if number == 3 else "ABCD"
        rows += [f"{number},ann,{number},{system},{rank}" for rank, system in enumerate(order, start=1)]
    return "\n".join(rows) + "\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "judgments.csv").write_text(judgments())
    (tmp_path / "scores.good").write_text("A 0.9\nB 0.6\nC 0.5\nD 0.1\n")
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    for k, system in enumerate("ABCD"):
        (outputs / system).write_text("".join(("A" if n >= k else "a") + f" b{n}\n" for n in range(4)))
    return tmp_path


@pytest.fixture
def run(folder):
    def correlate(*words):
        shown = [str(folder / word[1:]) if word[0] == "@" else word for word in words]
        return CliRunner().invoke(main, ["correlate", "@judgments.csv".replace("@", f"{folder}/"), *shown])

    return correlate


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), "No scores: expected scores of at least one metric"),
        (("@bad",), "bad:2: 'x' is not a score"),
        (("--metric", "m2"), "give their files or folder with --outputs"),
        (("--metric", "nonsense", "--outputs", "@outputs"), "metric 'nonsense': expected one of m2"),
        (("@scores.good", "--beta-sweep"), "no beta to vary"),
        (("@few",), "few: 2 systems have both human and metric scores"),
        (("@scores.good", "--judge", "zoe"), "No judge is called zoe"),
        (("@scores.good", "@twice/scores.good"), "another metric called"),
    ],
)
def test_what_is_wrong_is_reported_in_one_line_with_status_2(run, folder, words, expected):
    (folder / "bad").write_text("A 1\nB x\n")
    (folder / "few").write_text("A 1\nB 2\n")
    (folder / "twice").mkdir()
    (folder / "twice" / "scores.good").write_text("A 1\nB 2\nC 3\n")
    shown = run(*words)
    assert shown.exit_code == 2
    assert shown.stdout == ""
    errors = [line for line in shown.stderr.splitlines() if not line.startswith("Warning:")]
    assert len(errors) == 1
    assert expected in errors[0]


def test_published_judgments_a_sentence_off_are_refused_and_give_the_published_figures_with_the_option(
    shared: Path,
) -> None:
    judgments = shared / "data/seeda/judgments_sent.xml"
    gold = shared / "data/conll14/official-2014.combined.m2"
    words = (
        *(judgments, "--metric", "m2", "--metric", "gleu", "--outputs", shared / "data/seeda/outputs"),
        *("--gold", gold, "--references", gold),
    )
    refused = correlate(*words)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "736 of 974 outputs" in refused.stderr
    assert "set --first-sentence to another" in refused.stderr

    answer = json.loads(correlate(*words, "--first-sentence", "1").stdout)
    assert answer["recipe"]["settings"]["first_sentence"] == 1
    accuracy = {one["metric"]: one["accuracy"] for one in answer["result"]["sentence_level"]}
    assert accuracy == {"m2": pytest.approx(0.614, abs=5e-4), "gleu": pytest.approx(0.644, abs=5e-4)}
