"""Files of metric scores: every known form, and a line number for whatever is wrong."""

import json

import pytest

from metrics.validation.score_table import MetricScores, distinct_names, read_metric_scores
from rankings.formats.records import FormatError


def read(text: str, name: str = "scores.bleu") -> tuple[MetricScores, ...]:
    return read_metric_scores(text.encode(), name)[0]


def test_the_published_lines_of_a_system_and_its_numbers() -> None:
    assert read("AMU 83.42\nUFC\t-0.5\n\n", "scores.bleu") == (
        MetricScores("bleu", {"AMU": 83.42, "UFC": -0.5}),
    )
    (metric,) = read("AMU 0.3510 0.4147 0.2174\r\nUMC 0.1777 0.2526 0.0813 ", "folder/scores.m2.1")
    assert (metric.metric, metric.scores["UMC"]) == ("m2.1", 0.1777)
    assert (metric.precision["AMU"], metric.recall["AMU"]) == (0.4147, 0.2174)


@pytest.mark.parametrize("separator", ["\t", ",", ";", "  "])
def test_a_table_with_a_heading(separator: str) -> None:
    rows = [["System", "bleu", "gleu"], ["A", "0.5", "1e-2"], ["B", "0.25", "0"]]
    assert read("\n".join(separator.join(row) for row in rows), "all.tsv") == (
        MetricScores("bleu", {"A": 0.5, "B": 0.25}),
        MetricScores("gleu", {"A": 0.01, "B": 0.0}),
    )
    rows = [["system", "metric", "F", "seconds"], ["A", "m2", "1", "x"], ["A", "gleu", "2", "y"]]
    assert read("\n".join(separator.join(row) for row in rows)) == (
        MetricScores("m2", {"A": 1.0}),
        MetricScores("gleu", {"A": 2.0}),
    )


def test_empty_cells_and_scores_of_sentences() -> None:
    first, second = read("system,bleu,gleu\nA,0.5,\nB,0.25,0\nC,,1\n", "all.csv")
    assert (first.scores, second.scores) == ({"A": 0.5, "B": 0.25}, {"B": 0.0, "C": 1.0})
    (metric,) = read("system\tscore\tprecision\trecall\nA\t1\t1\t1\nB\t\t\t\n", "m2.tsv")
    assert (metric.scores, metric.precision) == ({"A": 1.0}, {"A": 1.0})
    (metric,) = read("system\tsentence\tgleu\nA\t0\t0.5\nA\t7\t1\nB\t0\t0.25\nB\t7\t0.25\n")
    assert metric.scores == {"A": 0.75, "B": 0.25}
    assert metric.sentences == {"A": {"0": 0.5, "7": 1.0}, "B": {"0": 0.25, "7": 0.25}}


def test_the_document_of_the_score_command() -> None:
    systems = [
        {"system": "A", "score": 0.5, "precision": 0.6, "recall": 0.3, "sentences": [{"score": 1}]},
        {"system": "B", "score": 0, "precision": 1, "recall": 0, "sentences": [{"score": 0.5}]},
    ]
    (metric,) = read(json.dumps({"recipe": {}, "result": {"metric": "m2", "systems": systems}}), "x.json")
    sentences = {"A": {"0": 1.0}, "B": {"0": 0.5}}
    precision, recall = {"A": 0.6, "B": 1.0}, {"A": 0.3, "B": 0.0}
    assert metric == MetricScores("m2", {"A": 0.5, "B": 0.0}, precision, recall, sentences)


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("A 0.5\nB zero\n", 2, "'zero' is not a score"),
        ("A 0.5\nB nan\n", 2, "'nan' is not a score"),
        ("A;0,5\nB;0,25\n", 1, "'0,5' is not a score; expected a number like 0.35, with a point"),
        ("A 0.5\n\nA 0.6\n", 3, "was there already in line 1"),
        ("A 0.5\nB\n", 2, "1 cells where 2 were expected"),
        ("system\tbleu\n", 1, "no rows"),
        ("system\tbleu\tbleu\nA\t1\t1\n", 1, "Two columns are called 'bleu'"),
        ("system\tsentence\tbleu\nA\t1\t1\nA\t1\t1\n", 3, "was there already in line 2"),
        ("system,score,precision,recall\nA,1,,1\n", 2, "'' is not a score"),
        ("system,bleu,gleu\nA,1,\n", None, "The column 'gleu' holds no score"),
        ("", None, "The file is empty. Expected a line for each system"),
        (
            '{"result": {"metric": "m2", "systems": [{"system": "A"}]}}',
            None,
            "missing required field `score`",
        ),
    ],
)
def test_what_is_wrong_is_reported_with_its_line(text: str, line: int | None, expected: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    problem = next(one for one in caught.value.problems if one.fatal)
    assert (problem.file, problem.line) == ("scores.bleu", line)
    assert expected in problem.message


def test_metrics_of_the_same_name_are_told_apart_by_their_files() -> None:
    one, other, third = (read("A 1\n", name)[0] for name in ("scores.m2", "x.txt", "scores.bleu"))
    named = distinct_names(
        [("scores.m2", [one]), ("b/m2.half.json", [MetricScores("m2", other.scores)]), ("c", [third])]
    )
    assert [metric.metric for metric in named] == ["m2 (m2)", "m2 (m2.half)", "bleu"]
    with pytest.raises(FormatError, match="another metric called"):
        distinct_names([("a/scores.m2", [one]), ("b/scores.m2", [one])])
