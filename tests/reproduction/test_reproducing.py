"""The command on the released data, on a part of them, and on other data."""

import json
import os
import shutil
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner

from appraise_gec.cli import main
from appraise_gec.reproduction.comparing import Chart, ExhibitResult, Number, Reproduction, Series
from appraise_gec.reproduction.exhibits import chosen_exhibits
from appraise_gec.reproduction.page import page
from rankings.formats.results import from_json
from tests.golden.answers import differences, expected, verdicts
from tests.golden.cases import REPRODUCE

EVERYTHING = os.environ.get("APPRAISE_GEC_REPRODUCE_ALL") == "1"


# Seconds each; every night computes them, like the tables that --quick leaves out.
SLOW = {"grundkiewicz2015-table-3b", "grundkiewicz2015-table-3c", "grundkiewicz2015-table-7"}


@pytest.fixture(scope="module")
def document(shared):
    """What takes a second or less, or everything where the night is for it."""
    words = (
        ()
        if EVERYTHING
        else ("--quick", *(f"--only={key}" for key in chosen_exhibits(()) if key not in SLOW))
    )
    done = call(shared / "data", *words, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)["result"]


@pytest.fixture(scope="module")
def quick(document) -> Reproduction:
    return from_json(Reproduction, document)


def call(*words):
    return CliRunner().invoke(main, ["reproduce", *map(str, words)])


def test_verdicts_are_the_stored_ones(document, quick):
    """Every number that is equal to the print stays so, and what is not has a known cause."""
    computed = {one.key for one in quick.exhibits if not one.reason}
    stored = {
        key: counts for key, counts in expected(REPRODUCE).items() if key in computed and "equal" in counts
    }
    assert len(stored) >= 20
    found = {key: counts for key, counts in verdicts(document).items() if key in stored}
    assert list(differences(stored, found, tolerance=0)) == []
    assert not [number for one in quick.exhibits for number in one.numbers if number.verdict == "differs"]


def test_the_command_writes_page_and_document(shared, tmp_path):
    done = call(shared / "data", "--only", "felice2015", "--only", "ng2014-table-12", "-o", tmp_path / "out")
    assert done.exit_code == 0, done.stderr
    assert "ng2014-table-12" in done.stdout
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "reproduction.html",
        "reproduction.json",
    ]
    document = json.loads((tmp_path / "out" / "reproduction.json").read_text(encoding="utf-8"))
    assert [one["file"] for one in document["recipe"]["inputs"]] == [
        "conll14/official-2014.0.m2",
        "conll14/official-2014.1.m2",
    ]
    made = from_json(Reproduction, document["result"])
    assert made.counts["equal"] == 31
    again = call(shared / "data", "--only", "felice2015", "-o", tmp_path / "out")
    assert again.exit_code == 2
    assert "--force" in again.stderr


def test_missing_files_leave_their_tables_out(shared, tmp_path):
    (tmp_path / "gjg15").mkdir()
    shutil.copy(shared / "data" / "gjg15" / "judgments.xml", tmp_path / "gjg15")
    keys = ["grundkiewicz2015-table-1", "grundkiewicz2015-table-5", "ng2014-table-7"]
    done = call(tmp_path, *(word for key in keys for word in ("--only", key)), "--json")
    assert done.exit_code == 0, done.stderr
    made = from_json(Reproduction, json.loads(done.stdout)["result"])
    assert [one.reason for one in made.exhibits] == [
        "",
        "gjg15/metric-scores/scores.m2 is missing.",
        "gjg15/outputs/INPUT is missing.",
    ]
    assert made.counts["equal"] == 45
    assert {number.verdict for number in made.exhibits[2].numbers} == {"missing"}


def test_an_empty_folder_is_refused_but_for_what_needs_no_data(tmp_path):
    done = call(tmp_path, "-o", tmp_path / "out")
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"{tmp_path}: None of the released data that are needed is here." in done.stderr
    for name in ("gjg15/judgments.xml", "gjg15/outputs/INPUT", "conll14/official-2014.combined.m2"):
        assert name in done.stderr
    assert not (tmp_path / "out").exists()
    done = call(tmp_path, "--only", "felice2015", "--json")
    assert done.exit_code == 0
    assert from_json(Reproduction, json.loads(done.stdout)["result"]).counts["equal"] == 25


def test_other_outputs_give_differences_and_no_errors(shared, tmp_path):
    """AMU gets the text of its input, and CAMB is not there."""
    for name in ("conll14", "gjg15/outputs"):
        shutil.copytree(shared / "data" / name, tmp_path / name)
    outputs = tmp_path / "gjg15" / "outputs"
    (outputs / "AMU").unlink()
    shutil.copy(outputs / "INPUT", outputs / "AMU")
    (outputs / "CAMB").unlink()
    done = call(tmp_path, "--only", "ng2014-table-7", "--json")
    assert done.exit_code == 0
    (table,) = from_json(Reproduction, json.loads(done.stdout)["result"]).exhibits
    numbers = {(one.row, one.column): one for one in table.numbers}
    assert numbers["AMU", "P"].verdict == "differs"
    assert numbers["AMU", "P"].ours == "100.00"
    assert numbers["CAMB", "P"].reason == "gjg15/outputs/CAMB is missing."
    assert numbers["CUUI", "P"].verdict == "equal"


class Elements(HTMLParser):
    """The elements and addresses of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.links, self.ids = set(), set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("src", "href"):
                self.links.add(value)
            elif name == "id":
                self.ids.add(value)


def test_words_from_files_are_text_on_the_page():
    evil = '<script>alert("x")</script>'
    number = Number(evil, evil, evil, evil, None, None, "differs", evil)
    chart = Chart(evil, "points", evil, evil, (Series(evil, (1.0,), (2.0,), (evil,)),))
    made = Reproduction(
        (ExhibitResult("key", "Ng et al. 2014", "Table 1", evil, evil, (number,), (chart,), (evil,)),)
    )
    assert "script" not in Elements(page(made).decode()).tags
    assert evil not in page(made).decode()
