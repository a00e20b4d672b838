"""Metrics in the archive of a report: their scores are data, and what follows from them is computed again."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rankings.formats.records import Judgment
from rankings.reports import report_files
from rankings.reports.figures import CHARTS
from tests.cli.test_paper_bundle import QUICK, changed, files_of

GOOD = "A 0.9\nB 0.6\nC -0.00005\nUNJUDGED 7.125\n"


@pytest.fixture(autouse=True)
def few_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes longer than everything else, and says the same in every archive here."""
    monkeypatch.setattr(report_files, "CHARTS", {"ranking": CHARTS["ranking"]})


@pytest.fixture
def named(few: list[Judgment]) -> list[Judgment]:
    """Systems with names that stand in no other word."""
    names = {"A": "ALPHA", "B": "BETA", "C": "GAMMA"}
    return [
        replace(
            one,
            outputs=tuple(
                replace(output, systems=tuple(names[name] for name in output.systems))
                for output in one.outputs
            ),
        )
        for one in few
    ]


@pytest.fixture
def scores(tmp_path: Path) -> list[object]:
    """Options with scores of systems by one metric, and of sentences by another."""
    good = GOOD.replace("A ", "ALPHA ", 1).replace("B ", "BETA ").replace("C ", "GAMMA ")
    (tmp_path / "scores.good").write_text(good)
    rows = [
        f"{system}\t{sentence}\t{(place * sentence) % 5 - 1}"
        for place, system in enumerate(("ALPHA", "BETA", "GAMMA", "UNJUDGED"), start=1)
        for sentence in range(9)
    ]
    (tmp_path / "fine.tsv").write_text("\n".join(["system\tsentence\tfine", *rows]) + "\n")
    return ["--scores", tmp_path / "scores.good", "--scores", tmp_path / "fine.tsv"]


@pytest.fixture
def bundle(call, store, named, scores, tmp_path) -> Path:
    path: Path = tmp_path / "paper.zip"
    ended = call("report", store("few.json", named, "json"), "--bundle", path, *scores, *QUICK)
    assert ended.exit_code == 0, ended.stderr
    return path


def test_metrics_come_out_the_same(call, store, bundle, named, scores, tmp_path) -> None:
    ended = call("report", bundle, "--verify")
    assert ended.exit_code == 0, ended.stdout
    assert "tables/correlations.csv: the same" in ended.stdout
    files = files_of(bundle)
    result = json.loads(files["report.json"])["result"]["correlation"]
    assert {one["metric"] for one in result["metrics"]} == {"good", "fine"}
    assert b"Metrics and people" in files["report.html"]
    # As in the folder of the same report.
    call("report", store("few.json", named, "json"), "-o", tmp_path / "report", *scores, *QUICK[:4])
    for name in ("correlations", "sentences"):
        written = (tmp_path / "report" / "tables" / f"{name}.csv").read_bytes()
        assert name == "sentences" or written == files[f"tables/{name}.csv"]
        assert f"### `tables/{name}.csv`" in files["CODEBOOK.md"].decode()
    # The metric that agrees best has the first figure.
    for number, metric in ((1, "good"), (2, "fine")):
        drawn = files[f"figures/metric-ranks-{number}.svg"].decode()
        assert f">{metric}<" in drawn
        assert ">ALPHA<" in drawn
        assert f"figures/metric-ranks-{number}-one-column.pdf" in files
        assert (tmp_path / "report" / "figures" / f"metric-ranks-{number}.svg").is_file()
    assert "figures/metric-ranks-3.svg" not in files
    assert b"Scores of each metric over ranks by people" in files["report.html"]


def test_scores_of_what_nobody_judged_are_left_out(bundle) -> None:
    files = files_of(bundle)
    for content in files.values():
        assert b"UNJUDGED" not in content
        assert b"few.json" not in content
    [fine] = [
        one for one in json.loads(files["data/metric-scores.json"])["metrics"] if one["metric"] == "fine"
    ]
    assert set(fine["sentences"]["ALPHA"]) == {str(number) for number in range(6)}
    described = json.loads(files["croissant.json"])
    [records] = [one for one in described["recordSet"] if one["@id"] == "metric-scores"]
    assert [field["dataType"] for field in records["field"]] == ["sc:Text", "sc:Text", "sc:Float"]
    # Neither with an exponent nor protected like a formula.
    assert "good,GAMMA,-0.00005\r\n" in files["data/metric-scores.csv"].decode()


def test_one_score_is_found(call, bundle) -> None:
    def change(text: str) -> str:
        document = json.loads(text)
        for metric in document["metrics"]:
            metric["scores"]["BETA"] = 0.95
        return json.dumps(document)

    ended = call("report", changed(bundle, "data/metric-scores.json", change), "--verify")
    assert ended.exit_code == 1
    for name in ("tables/correlations.csv", "data/metric-scores.csv", "report.json"):
        assert f"{name}: differs." in ended.stdout


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[]", "Expected a JSON object"),
        ('{"metrics": []}', "there is no metric in it"),
        ('{"metrics": [{"metric": 3}]}', "metric-scores.metrics[0].metric: expected text"),
        ('{"metrics": [{"metric": "m", "scores": {"ALPHA": NaN}}]}', "a score is not a finite number"),
        ('{"metrics": [{"metric": "m", "scores": {"ALPHA": "1"}}]}', "expected a number"),
    ],
)
def test_broken_scores_are_told(call, bundle, text: str, says: str) -> None:
    ended = call("report", changed(bundle, "data/metric-scores.json", lambda before: text), "--verify")
    assert ended.exit_code == 2
    assert "data/metric-scores.json: " in ended.stderr
    assert says in ended.stderr


def test_masked_systems_are_named_by_no_metric(call, store, named, scores, tmp_path) -> None:
    path, judgments = tmp_path / "masked.zip", store("few.json", named, "json")
    words = ("report", judgments, "--bundle", path, "--mask-systems", *QUICK)
    assert call(*words, *scores).exit_code == 0
    files = files_of(path)
    assert b"System-A" in files["data/metric-scores.csv"]
    for name in (b"ALPHA", b"BETA", b"GAMMA"):
        assert all(name not in content for content in files.values()), name
    assert call("report", path, "--verify").exit_code == 0
    (tmp_path / "scores.like-alpha").write_text((tmp_path / "scores.good").read_text())
    ended = call(*words, "--force", "--scores", tmp_path / "scores.like-alpha")
    assert ended.exit_code == 2
    assert "The metric like-alpha names the system ALPHA" in ended.stderr
