"""`appraise-gec report --archive` and `--verify`: what others can compute again, and what is refused."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rankings.formats.judgments import read_judgments
from rankings.formats.records import Judgment

QUICK = ("--bootstrap", 20)
JUDGE = "Anneliese"


@pytest.fixture
def judged_by_people(few: list[Judgment]) -> list[Judgment]:
    """Few judgments, of judges with names, in files that say more than others should know."""
    names = {name: f"{JUDGE}{number}" for number, name in enumerate(sorted({one.judge for one in few}))}
    return [
        replace(one, judge=names[one.judge], document="alice@example.org", result_set="secret-set")
        for one in few
    ]


@pytest.fixture
def scores(tmp_path: Path) -> list[object]:
    """Options with scores of systems by one metric."""
    (tmp_path / "scores.good").write_text("A 0.9\nB 0.6\nC -0.00005\nUNJUDGED 7.125\n")
    return ["--scores", tmp_path / "scores.good"]


@pytest.fixture
def archive(call, store, judged_by_people, scores, tmp_path) -> Path:
    """The archive of a quick report of few judgments."""
    path: Path = tmp_path / "paper.zip"
    ended = call("report", store("few.json", judged_by_people, "json"), "--archive", path, *scores, *QUICK)
    assert ended.exit_code == 0, ended.stderr
    assert "the report with its data" in ended.stdout
    return path


def files_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def changed(archive: Path, path: str, change: Callable[[Any], object]) -> Path:
    """The archive with one of its JSON files changed."""
    files = files_of(archive)
    lines = path.endswith(".jsonl")
    document = [json.loads(one) for one in files[path].splitlines()] if lines else json.loads(files[path])
    change(document)
    target = archive.with_name("changed.zip")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as written:
        new = (
            b"".join(json.dumps(one).encode() + b"\n" for one in document)
            if lines
            else json.dumps(document).encode()
        )
        for name, content in {**files, path: new}.items():
            written.writestr(name, content)
    return target


def test_it_holds_the_folder_with_the_data_and_comes_out_the_same(
    call, store, archive, judged_by_people, scores, tmp_path
) -> None:
    files = files_of(archive)
    folder = tmp_path / "report"
    path = store("few.json", judged_by_people, "json")
    assert call("report", path, "-o", folder, *scores, *QUICK).exit_code == 0
    beside = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
    assert set(files) == beside | {"recipe.json", "data/judgments.jsonl", "data/metric-scores.json"}
    assert files["tables/ranking.csv"] == (folder / "tables" / "ranking.csv").read_bytes()
    assert files["tables/correlations.csv"] == (folder / "tables" / "correlations.csv").read_bytes()
    held = read_judgments(files["data/judgments.jsonl"], "judgments.jsonl")
    assert {one.judge for one in held} == {"judge-1", "judge-2"}
    assert [one.outputs for one in held] == [one.outputs for one in judged_by_people]
    for name, content in files.items():
        for private in (JUDGE.encode(), b"alice@example.org", b"secret-set", b"UNJUDGED", b"few.json"):
            assert private not in content, (name, private)

    ended = call("report", archive, "--verify")
    assert ended.exit_code == 0, ended.stdout
    assert "every number came out the same" in ended.stdout
    told = json.loads(call("report", archive, "--verify", "--json").stdout)["result"]
    assert (told["same"], told["rankings"], told["difference"]) == (True, len(judged_by_people), "")


@pytest.mark.parametrize(
    ("path", "change", "place"),
    [
        ("report.json", lambda report: report["result"]["ranking"]["systems"][0].update(score=0.5), "score"),
        (
            "report.json",
            lambda report: report["result"]["correlation"]["metrics"][0].update(spearman=0.5),
            "spearman",
        ),
        ("recipe.json", lambda recipe: recipe.update(seed=7), "recipe.seed"),
        ("data/judgments.jsonl", lambda data: data.pop(), "recipe.rankings"),
        ("data/metric-scores.json", lambda data: data[0]["scores"].update(A=-3.0), "correlation"),
    ],
)
def test_what_does_not_follow_from_the_data_is_named(call, archive, path, change, place) -> None:
    ended = call("report", changed(archive, path, change), "--verify")
    assert ended.exit_code == 1, ended.stderr
    assert "NOT the same" in ended.stdout
    assert place in ended.stdout


def test_other_versions_and_last_digits_are_told_and_pass(call, archive) -> None:
    def change(report: Any) -> None:
        report["result"]["ranking"]["systems"][0]["score"] += 1e-15

    ended = call("report", changed(archive, "report.json", change), "--verify")
    assert ended.exit_code == 0, ended.stdout
    ended = call("report", changed(archive, "recipe.json", lambda one: one.update(version="0.1")), "--verify")
    assert ended.exit_code == 0, ended.stdout
    assert "0.1 there" in ended.stdout


def test_what_is_no_archive_of_a_report_is_refused(call, archive, tmp_path) -> None:
    content = archive.read_bytes()
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as made:
        made.writestr("a.txt", "a")
    broken = {
        "text.zip": b"no archive",
        "half.zip": content[: len(content) // 2],
        "other.zip": other.getvalue(),
    }
    for name, damaged in broken.items():
        (tmp_path / name).write_bytes(damaged)
        assert call("report", tmp_path / name, "--verify").exit_code == 2, name
    for path, change in (
        ("recipe.json", lambda recipe: recipe.update(unit="words")),
        ("report.json", lambda report: report.update(result=3)),
        ("data/judgments.jsonl", lambda data: data[0].update(outputs=3)),
        ("data/metric-scores.json", lambda data: data[0].update(scores=3)),
    ):
        ended = call("report", changed(archive, path, change), "--verify")
        assert ended.exit_code == 2, path
        assert "json" in ended.stderr


def test_an_archive_is_not_written_over_what_is_there(call, store, few, archive, tmp_path) -> None:
    path = store("again.json", few, "json")
    assert "there already" in call("report", path, "--archive", archive, *QUICK).stderr
    assert "files to read" in call("report", path, "--archive", path, *QUICK).stderr
    assert "--verify takes one archive" in call("report", archive, "--verify", "--seed", 3).stderr
    assert call("report", path, "--archive", archive, "--force", *QUICK).exit_code == 0
    assert not list(tmp_path.glob(".*.part"))
