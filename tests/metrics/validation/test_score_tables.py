"""Files of metric scores: every known form, and a line number for whatever is wrong."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.validation.score_table import MetricScores, distinct_names, read_metric_scores
from rankings.formats.records import FormatError


def read(text: str, name: str = "scores.bleu") -> tuple[MetricScores, ...]:
    metrics, _ = read_metric_scores(text.encode(), name)
    return metrics


def test_the_published_form_with_one_number():
    (metric,) = read("AMU 83.42\nUFC\t-0.5\n\n")
    assert (metric.metric, dict(metric.scores)) == ("bleu", {"AMU": 83.42, "UFC": -0.5})
    assert (metric.precision, metric.recall, metric.sentences) == ({}, {}, {})


def test_the_published_form_with_f_precision_and_recall():
    (metric,) = read("AMU 0.3510 0.4147 0.2174\r\nUMC 0.1777 0.2526 0.0813 ", "folder/scores.m2.1")
    assert (metric.metric, metric.scores["UMC"]) == ("m2.1", 0.1777)
    assert (metric.precision["AMU"], metric.recall["AMU"]) == (0.4147, 0.2174)


@pytest.mark.parametrize("separator", ["\t", ",", ";", "  "])
def test_a_table_of_several_metrics(separator):
    rows = [["System", "bleu", "gleu"], ["A", "0.5", "1e-2"], ["B", "0.25", "0"]]
    first, second = read("\n".join(separator.join(row) for row in rows), "all.tsv")
    assert (first.metric, dict(first.scores)) == ("bleu", {"A": 0.5, "B": 0.25})
    assert (second.metric, dict(second.scores)) == ("gleu", {"A": 0.01, "B": 0.0})


def test_an_empty_cell_is_no_score():
    first, second = read("system,bleu,gleu\nA,0.5,\nB,0.25,0\nC,,1\n", "all.csv")
    assert dict(first.scores) == {"A": 0.5, "B": 0.25}
    assert dict(second.scores) == {"B": 0.0, "C": 1.0}
    (metric,) = read("system\tscore\tprecision\trecall\nA\t1\t1\t1\nB\t\t\t\n", "m2.tsv")
    assert (dict(metric.scores), dict(metric.precision)) == ({"A": 1.0}, {"A": 1.0})


def test_sentence_scores_are_kept_and_their_mean_is_the_score():
    (metric,) = read("system\tsentence\tgleu\nA\t0\t0.5\nA\t7\t1\nB\t0\t0.25\nB\t7\t0.25\n")
    assert dict(metric.scores) == {"A": 0.75, "B": 0.25}
    assert metric.sentences == {"A": {"0": 0.5, "7": 1.0}, "B": {"0": 0.25, "7": 0.25}}


def test_the_document_of_the_score_command():
    systems = [
        {"system": "A", "score": 0.5, "precision": 0.6, "recall": 0.3, "sentences": [{"score": 1}]},
        {"system": "B", "score": 0, "precision": 1, "recall": 0, "sentences": [{"score": 0.5}]},
    ]
    (metric,) = read(json.dumps({"recipe": {}, "result": {"metric": "m2", "systems": systems}}), "x.json")
    assert metric == MetricScores(
        "m2",
        {"A": 0.5, "B": 0.0},
        {"A": 0.6, "B": 1.0},
        {"A": 0.3, "B": 0.0},
        {"A": {"0": 1.0}, "B": {"0": 0.5}},
    )


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("A 0.5\nB zero\n", 2, "'zero' is not a score"),
        ("A 0.5\nB nan\n", 2, "'nan' is not a score"),
        ("A 0.5\n\nA 0.6\n", 3, "was there already in line 1"),
        ("A 0.5\nB\n", 2, "1 cells where 2 were expected"),
        ("system\tbleu\n", 1, "no rows"),
        ("system\tbleu\tbleu\nA\t1\t1\n", 1, "Two columns are called 'bleu'"),
        ("system\tsentence\tbleu\nA\t1\t1\nA\t1\t1\n", 3, "System 'A', sentence '1' was there already"),
        ("system,score,precision,recall\nA,1,,1\n", 2, "'' is not a score"),
        ("", None, "The file is empty. Expected a line for each system"),
        ("{", 1, "not JSON"),
    ],
)
def test_what_is_wrong_is_reported_with_its_line(text, line, expected):
    with pytest.raises(FormatError) as caught:
        read(text)
    problem = next(one for one in caught.value.problems if one.fatal)
    assert (problem.file, problem.line) == ("scores.bleu", line)
    assert expected in problem.message


@given(st.binary(max_size=200))
def test_no_content_does_worse_than_being_refused(data):
    try:
        metrics, _ = read_metric_scores(data, "any")
    except FormatError as error:
        assert error.problems
    else:
        assert all(metric.scores for metric in metrics)


def test_metrics_of_the_same_name_are_told_apart_by_their_files():
    one, other, third = (read("A 1\n", name)[0] for name in ("scores.m2", "x.txt", "scores.bleu"))
    named = distinct_names(
        [("scores.m2", [one]), ("b/m2.half.json", [MetricScores("m2", other.scores)]), ("c", [third])]
    )
    assert [metric.metric for metric in named] == ["m2 (m2)", "m2 (m2.half)", "bleu"]
    with pytest.raises(FormatError, match="another metric called"):
        distinct_names([("a/scores.m2", [one]), ("b/scores.m2", [one])])


@pytest.mark.parametrize(
    "text",
    ["AMU;0,3510;0,41;0,21\nCAMB;,37;0,4;1\n", 'AMU,"0,3510","0,41","0,21"\nCAMB,"0,37","0,4",1\n'],
)
def test_decimal_commas_are_read_where_nothing_else_can_be_meant(text: str) -> None:
    (metric,) = read(text)
    assert dict(metric.scores) == {"AMU": 0.351, "CAMB": 0.37}
    assert dict(metric.recall) == {"AMU": 0.21, "CAMB": 1.0}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AMU;1,351\nCAMB;2,350\n", "'1,351' may mean 1.351 or 1351."),
        ("AMU,0,351\nCAMB,0,35\n", "Numbers with decimal commas need tabs or semicolons between cells"),
    ],
)
def test_commas_that_may_mean_something_else_are_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError) as refused:
        read(text, "f")
    assert message in str(refused.value)
