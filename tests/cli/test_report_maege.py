"""MAEGE as a section of `appraise-gec report`, with the numbers of `appraise-gec maege`."""

import json
import zipfile
from pathlib import Path

import pytest

from tests.cli.test_maege import GOLD

QUICK = ("--bootstrap", 20, "--part", "maege", "--seed", 4)


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.m2"
    path.write_text(GOLD)
    return path


def test_the_numbers_are_those_of_the_command(call, store, few, gold, tmp_path) -> None:
    ended = call("report", store("few.xml", few), "-o", tmp_path / "report", "--gold", gold, *QUICK)
    assert ended.exit_code == 0, ended.stderr
    made = json.loads((tmp_path / "report" / "report.json").read_text())
    alone = json.loads(call("maege", "--gold", gold, "--seed", 4, "--json").stdout)
    ours = {name: value for name, value in made["result"]["maege"].items() if name != "warnings"}
    theirs = {name: value for name, value in alone["result"].items() if name != "warnings"}
    assert ours == theirs
    assert "gold.m2" in {entry["file"] for entry in made["recipe"]["inputs"]}
    assert "Metrics without human rankings" in (tmp_path / "report" / "report.html").read_text()
    assert (tmp_path / "report" / "tables" / "maege-corpora.csv").is_file()
    # Without outputs no metric is compared with people.
    assert not made["result"].get("correlation")


def test_an_archive_takes_them_over(call, store, few, gold, tmp_path) -> None:
    paper = tmp_path / "paper.zip"
    ended = call("report", store("few.xml", few), "--archive", paper, "--gold", gold, *QUICK)
    assert ended.exit_code == 0, ended.stderr
    with zipfile.ZipFile(paper) as archive:
        assert "tables/maege-types.md" in archive.namelist()
    verified = call("report", paper, "--verify")
    assert verified.exit_code == 0, verified.stdout
