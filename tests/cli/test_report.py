"""`appraise-gec report`: one page that needs nothing else, its files beside it, and what it refuses."""

import csv
import json
import re
from html import unescape
from pathlib import Path

import pytest

from tests.cli.conftest import judged

QUICK = ("--bootstrap", 20)
SCRIPT = "<script>alert(1)</script>"
HEBREW = "\u05e9\u05d5\u05e4\u05d8\u202e"
FORMULA = "=cmd|' /C calc'!A0"


@pytest.fixture
def report(call, store, few, tmp_path):
    """The folder of a quick report of few judgments."""
    ended = call("report", store("few.xml", few), "-o", tmp_path / "report", *QUICK)
    assert ended.exit_code == 0, ended.stderr
    return tmp_path / "report"


def page_of(folder: Path) -> str:
    return (folder / "report.html").read_text(encoding="utf-8")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_recipe_names_everything_that_the_report_depends_on(call, store, few, report):
    document = json.loads((report / "report.json").read_bytes())
    recipe = document["recipe"]
    assert recipe["call"] == "appraise-gec report few.xml --bootstrap 20"
    assert recipe["seed"] == 2015
    assert (recipe["settings"]["unit"], recipe["settings"]["replicates"]) == ("usual", 20)
    page = unescape(page_of(report))
    for value in (
        recipe["call"],
        *(entry["sha256"] for entry in recipe["inputs"]),
        recipe["rankings"]["sha256"],
    ):
        assert value in page
    shown = call("report", store("few.xml", few), *QUICK, "--json")
    assert shown.stdout_bytes == (report / "report.json").read_bytes()


def test_every_table_is_on_the_page_and_beside_it_in_every_format(report):
    page = page_of(report)
    tables = {path.stem for path in (report / "tables").iterdir()}
    assert tables >= {"ranking", "judges", "agreement", "head-to-head", "methods"}
    for key in tables:
        for extension in ("csv", "tex", "md"):
            assert (report / "tables" / f"{key}.{extension}").stat().st_size
            assert f'href="tables/{key}.{extension}"' in page
    for key in ("ranking", "head-to-head"):
        for extension in ("svg", "pdf"):
            assert (report / "figures" / f"{key}.{extension}").is_file()
            assert f'href="figures/{key}.{extension}"' in page
    assert {"methods.tex", "references.bib"} <= set(contents(report))


def test_the_page_needs_nothing_else_and_its_links_lead_somewhere(report):
    page = page_of(report)
    assert "default-src 'none'" in page
    assert not re.search(r"<script|<link|<iframe|@import|url\(|javascript:|\son\w+=|\sstyle=", page)
    assert re.findall(r'src="(?!data:image/svg\+xml;base64,)', page) == []
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for target in re.findall(r'href="([^"]+)"', page):
        assert target[1:] in ids if target.startswith("#") else (report / target).is_file(), target
    contents_list = re.search(r"<nav.*?</nav>", page, flags=re.DOTALL)
    assert contents_list
    shown = re.findall(r'<(?:section|details) id="([^"]+)"', page)
    assert re.findall(r'href="#([^"]+)"', contents_list[0]) == shown
    assert page.count("<h1") == 1


def test_names_stay_text_everywhere(call, store, tmp_path):
    judgments = [
        judged(
            judge,
            sentence,
            (SCRIPT.replace(" ", ""), 1),
            (FORMULA.replace(" ", ""), 2 + sentence % 2),
            ("C", 2),
        )
        for sentence in range(8)
        for judge in (HEBREW, FORMULA, f'"><img src=x onerror=alert(1)>{SCRIPT}')
    ]
    path = store("names.json", judgments)
    folder = tmp_path / "report"
    title = f"{SCRIPT} & {HEBREW}"
    ended = call("report", path, "-o", folder, "--bootstrap", 20, "--title", title)
    assert ended.exit_code == 0, ended.stderr
    page = page_of(folder)
    assert "<script" not in page
    assert "<img src=x" not in page
    # The mark that turns the direction of writing is shown, not obeyed.
    assert "\u202e" not in page
    assert "<bdi>\u05e9\u05d5\u05e4\u05d8\\u202e</bdi>" in page
    for file in (folder / "tables").glob("*.csv"):
        with file.open(newline="", encoding="utf-8") as stream:
            assert not [cell for row in csv.reader(stream) for cell in row if re.match(r"[=@+]", cell)], file
    for drawing in (folder / "figures").glob("*.svg"):
        assert "<script" not in drawing.read_text(encoding="utf-8")


def test_force_replaces_an_earlier_report_as_a_whole_and_keeps_other_files(call, store, few, tmp_path):
    folder = tmp_path / "report"
    path = store("few.xml", few)
    assert call("report", path, "-o", folder, *QUICK).exit_code == 0
    (folder / "notes.txt").write_text("mine")
    earlier = folder / "tables" / "validation-pairs.csv"
    earlier.write_text("of the report before, which had this part")
    refused = call("report", path, "-o", folder, *QUICK)
    assert refused.exit_code == 2
    assert refused.stderr.startswith(f"{folder}: The folder is not empty. Give --force")
    assert (folder / "notes.txt").read_text() == "mine"
    assert earlier.exists()
    assert call("report", path, "-o", folder, *QUICK, "--force").exit_code == 0
    assert call("report", path, "-o", tmp_path / "fresh", *QUICK).exit_code == 0
    assert not earlier.exists()
    assert contents(folder) == {**contents(tmp_path / "fresh"), "notes.txt": b"mine"}
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.endswith(".part")] == []


def test_an_input_is_never_written_over(call, store, few, tmp_path):
    path = store("few.json", few).rename(tmp_path / "report.json")
    before = path.read_bytes()
    ended = call("report", path, "-o", tmp_path, *QUICK, "--force")
    assert ended.exit_code == 2
    assert "It is one of the files to read." in ended.stderr
    assert path.read_bytes() == before
    assert not (tmp_path / "report.html").exists()


@pytest.mark.parametrize(
    "judgments",
    [
        [judged("a", 0, ("A", 1))],
        [judged("a", s, ("A", 1), ("B", 1)) for s in range(3)],
        [judged("a", 0, ("A", 1), ("B", 2))],
        [judged("a", 0, ("A", 1), ("B", 2)), judged("b", 1, ("C", 1), ("D", 2))],
    ],
    ids=["one system", "all tied", "one ranking", "no link"],
)
def test_thin_data_give_a_report_that_says_so(call, store, judgments, tmp_path):
    ended = call("report", store("thin.json", judgments), "-o", tmp_path / "report", "--bootstrap", 20)
    assert ended.exit_code == 0, ended.stderr
    page = page_of(tmp_path / "report")
    assert ">None<" not in page
    assert re.search(r"cannot be ranked|No comparison|Too little was judged", page)
