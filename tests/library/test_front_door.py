"""The front door for notebooks: what people write in a cell, and what they see below it."""

import io
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from matplotlib.figure import Figure

from appraise_gec import (
    Evaluation,
    agreement,
    correlate,
    head_to_head,
    plan,
    rank,
    read_judgments,
    score,
    stats,
)
from appraise_gec.cli import main
from rankings.formats.records import FormatError
from tests.conftest import CHECKOUT

ROWS = [
    {"judge": f"j{judge}", "sentence": str(sentence), "systems": system, "rank": rank}
    for sentence in range(40)
    for judge in (1, 2)
    for system, rank in (
        ("A", 1),
        ("B", 2 + (sentence % 3 == judge)),
        ("C", 3 - (sentence % 4 == 0)),
        ("D", 4),
    )
]


class Frame:
    """What pandas and this program need of each other."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self.columns = columns

    def to_csv(self, index: bool) -> str:
        assert index is False
        lines = [",".join(self.columns)]
        lines += [",".join(map(str, row)) for row in zip(*self.columns.values(), strict=True)]
        return "\n".join(lines) + "\n"


@pytest.fixture
def frame() -> Frame:
    numbers = [1 + place // 4 for place in range(len(ROWS))]
    return Frame({"judgment": numbers} | {key: [row[key] for row in ROWS] for key in ROWS[0]})


@pytest.fixture
def judgments(frame: Frame) -> Evaluation:
    return read_judgments(frame)


def test_importing_it_loads_no_django_and_the_package_alone_no_numbers() -> None:
    code = (
        "import sys, appraise_gec; assert 'numpy' not in sys.modules\n"
        "from appraise_gec import *\n"
        "assert not {'django', 'celery', 'click'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-P", "-c", code], check=True)


def test_judgments_come_from_data_frames_files_and_streams(frame: Frame, tmp_path: Path) -> None:
    whole = read_judgments(frame)
    assert repr(whole) == "Judgments: 80 rankings, 4 systems, 2 judges, 40 sentences"
    for ending in (".csv", ".json", ".jsonl", ".xml"):
        path = whole.save(tmp_path / f"judgments{ending}")
        for source in (path, str(path), path.read_bytes(), io.BytesIO(path.read_bytes())):
            assert list(read_judgments(source).table) == list(whole.table)
    polars = SimpleNamespace(write_csv=lambda: frame.to_csv(index=False))
    assert list(read_judgments(polars).table) == list(whole.table)
    assert list(read_judgments(list(whole.table)).table) == list(whole.table)
    with pytest.raises(ValueError, match=r"no known ending; expected one of .xml, .csv"):
        whole.save(tmp_path / "judgments.doc")


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("rank", lambda path: rank(path, replicates=200, seed=3)),
        ("agreement", lambda path: agreement(path, replicates=50, seed=3)),
        ("head-to-head", head_to_head),
        ("plan", lambda path: plan(path, judges=[2, 4], seed=3)),
    ],
)
def test_results_are_those_of_the_command_line(
    judgments: Evaluation, tmp_path: Path, command: str, found: Any
) -> None:
    path = judgments.save(tmp_path / "judgments.csv")
    options = {
        "rank": ["--bootstrap", "200", "--seed", "3"],
        "agreement": ["--bootstrap", "50", "--seed", "3"],
        "plan": ["--judges", "2", "--judges", "4", "--seed", "3"],
    }
    words = [command, str(path), *options.get(command, []), "--json"]
    told = json.loads(CliRunner().invoke(main, words).stdout)["result"]
    finding = found(path)
    mine = json.loads(json.dumps(finding.to_json()))
    assert {key: told[key] for key in mine} == mine
    assert repr(finding)
    assert finding._repr_html_().startswith("<")


@pytest.mark.figures
def test_a_finding_shows_itself_and_is_saved(judgments: Evaluation, tmp_path: Path) -> None:
    found = rank(judgments, replicates=200)
    assert found.systems == found.result.systems
    assert "systems" in dir(found)
    assert "A" in repr(found)
    assert found.figure_keys == ("ranking", "rank-probabilities")
    assert isinstance(found.plot("rank-probabilities"), Figure)
    for ending in ("csv", "md", "tex", "svg", "pdf", "png"):
        assert found.save(tmp_path / f"ranking.{ending}").stat().st_size > 200
    with pytest.raises(ValueError, match=r"ends in .docx; expected one of .csv"):
        found.save(tmp_path / "ranking.docx")
    with pytest.raises(KeyError, match="no figure is called 'pie'; there are: ranking"):
        found.plot("pie")
    with pytest.raises(KeyError, match="there is no figure"):
        stats(judgments).plot()
    with pytest.raises(AttributeError):
        _ = found.winner


def test_tables_become_data_frames(judgments: Evaluation, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="library 'dask' is not one of pandas, polars"):
        rank(judgments, replicates=50).to_dataframe(library="dask")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        rank(judgments, replicates=50).to_dataframe()
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=Frame))
    columns = rank(judgments, replicates=50).to_dataframe().columns
    assert columns["system"] == ["A", "B", "C", "D"]
    assert {"score", "score_low", "score_high", "rank_low", "rank_high", "cluster"} <= set(columns)


def test_metrics_are_scored_and_held_against_people(judgments: Evaluation, tmp_path: Path) -> None:
    source = tuple(f"the word number {number} are here now" for number in range(40))
    right = tuple(line.replace("are", "is") for line in source)
    outputs = {"A": right, "B": right[:25] + source[25:], "C": right[:9] + source[9:], "D": source}
    folder = tmp_path / "outputs"
    folder.mkdir()
    for system, lines in outputs.items():
        (folder / f"{system}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    scored = score("gleu", outputs, source=source, references=[right])
    assert [one.system for one in scored.systems] == ["A", "B", "C", "D"]
    assert score("gleu", folder, source=source, references=[right]).result == scored.result
    found = correlate(judgments, scored, {"A": 3, "B": 2, "C": 1, "D": 0}, replicates=50)
    assert [metric.metric for metric in found.result.metrics] == ["gleu", "metric 2"]
    assert found.result.metrics[0].spearman == pytest.approx(1)
    with pytest.raises(FormatError, match="give --source FILE"):
        score("gleu", outputs)
    with pytest.raises(FormatError, match="It has 39 lines, and the source 40"):
        score("gleu", outputs, source=source, references=[right[1:]])
    with pytest.raises(ValueError, match="scores of at least one metric"):
        correlate(judgments)


def test_the_example_of_the_page_runs(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (CHECKOUT / "docs" / "library.md").read_text(encoding="utf-8")
    example = page.split("```python\n")[1].split("```")[0]
    (tmp_path / "judgments.xml").symlink_to(shared / "data" / "gjg15" / "judgments.xml")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=Frame))
    found: dict[str, Any] = {}
    exec(example, found)  # noqa: S102 - our own page
    assert repr(found["judgments"]) == "Judgments: 2,319 rankings, 13 systems, 8 judges, 663 sentences"
    assert round(found["ranking"].systems[0].score_low, 2) == 0.58
    assert b"AMU" in (tmp_path / "ranking.tex").read_bytes()
