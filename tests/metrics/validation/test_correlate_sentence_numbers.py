"""`correlate` and files that count their sentences from 1: refused, or counted as they say."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from appraise_gec.cli import main


def correlate(*words: object) -> Result:
    return CliRunner().invoke(main, ["correlate", *map(str, words), "--bootstrap", "2", "--json"])


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


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Judgments that count from 1, of outputs that A and B share in some sentences; scores count from 0."""
    rows = ["judgment,judge,sentence,systems,rank"]
    scores = ["system\tsentence\tfine"]
    for index in range(30):
        together = index % 2 == 0
        outputs = ["A B", "C"] if together else ["A", "B", "C"]
        rows += [f"{index},ann,{index + 1},{names},{rank}" for rank, names in enumerate(outputs, start=1)]
        values = {"A": index + 1, "B": index + 1 if together else -1 - index, "C": 0}
        scores += [f"{system}\t{index}\t{value}" for system, value in values.items()]
    (tmp_path / "judgments.csv").write_text("\n".join(rows) + "\n")
    (tmp_path / "fine.tsv").write_text("\n".join(scores) + "\n")
    return tmp_path / "judgments.csv", tmp_path / "fine.tsv"


def test_scores_of_sentences_that_are_others_are_doubted(files: tuple[Path, Path]) -> None:
    doubted = correlate(*files)
    assert doubted.exit_code == 0
    assert "by the scores of fine" in doubted.stderr
    right = correlate(*files, "--first-sentence", "1")
    assert (right.exit_code, "by the scores" in right.stderr) == (0, False)
