"""The printed numbers are those of the papers' texts."""

import re

import pytest

from appraise_gec.reproduction.exhibits import papers, printed
from tests.analysis.published import expected_numbers


def of_2015(table):
    return printed(f"grundkiewicz2015-table-{table}")


def of_ng(table):
    return printed(f"ng2014-table-{table}")


TYPES = list(dict.fromkeys(row for row, _ in of_ng("9")))
NG_TEAMS = ["AMU", "CAMB", "CUUI", "IITB", "IPN", "NARA", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC"]
TEAMS = ["AMU", "RAC", "CAMB", "CUUI", "POST", "UFC", "PKU", "UMC", "IITB", "SJTU", "INPUT", "NTHU", "IPN"]
JUDGES = ["1", "2", "3", "4", "5", "6", "7", "8"]


@pytest.fixture(scope="module")
def ng_text(shared):
    return (shared / "papers" / "ng-et-al-2014-conll-shared-task.txt").read_text(encoding="utf-8")


def test_keys_are_unique_and_begin_with_the_paper():
    keys = [exhibit.key for paper in papers() for exhibit in paper.exhibits]
    assert len(set(keys)) == len(keys)
    assert all(exhibit.key.startswith(f"{paper.key}-") for paper in papers() for exhibit in paper.exhibits)


def test_known_causes_belong_to_printed_numbers():
    for paper in papers():
        for exhibit in paper.exhibits:
            places = [place for known in exhibit.known for place in known.ours]
            assert set(places) <= set(exhibit.printed), exhibit.key
            assert len(set(places)) == len(places), exhibit.key


DASH = "\u2013"


def row_of(table, row, columns):
    return [table[row, column] for column in columns]


@pytest.mark.parametrize(("number", "table"), [(7, of_ng("7")), (8, of_ng("8"))])
def test_scores_of_the_shared_task(ng_text, number, table):
    before = ng_text[: ng_text.index(f"\nTable {number}: Scores")]
    rows = re.findall(r"^([A-Z]{3,4})\*?\t([\d.]+)\t([\d.]+)\t([\d.]+)$", before, re.MULTILINE)[-13:]
    assert len(table) == 39
    for team, *figures in rows:
        assert row_of(table, team, ("P", "R", "F0.5")) == figures


@pytest.mark.parametrize(("number", "table"), [(9, of_ng("9")), (10, of_ng("10"))])
def test_recall_by_type(ng_text, number, table):
    """The text of the paper has zeros such as 00'0; the last 13 cells of a line are those of its type."""
    before = ng_text[: ng_text.index(f"\nTable {number}: Recall")]
    for kind in TYPES:
        cells = re.findall(rf"(?:^|\t){re.escape(kind)}((?:\t[\d.']+){{13}})$", before, re.MULTILINE)[-1]
        figures = [float(cell.replace("'", ".")) for cell in cells.split("\t")[1:]]
        assert [float(cell) for cell in row_of(table, kind, NG_TEAMS)] == figures, kind


def test_each_annotator_alone_and_error_types(ng_text):
    rows = re.findall(r"^([A-Z]{3,4})\t" + r"\t".join([r"([\d.]+)"] * 6) + "$", ng_text, re.MULTILINE)
    assert len(rows) == 13
    columns = [f"{annotator}: {name}" for annotator in (1, 2) for name in ("P", "R", "F0.5")]
    for team, *figures in rows:
        assert row_of(of_ng("11"), team, columns) == figures
    lines = [line.split("\t") for line in ng_text.splitlines()]
    by_type = {line[0]: line[1:] for line in lines if len(line) == 7 and line[1]}
    columns = [
        f"{name}{share}" for name in ("training", "annotator 1", "annotator 2") for share in ("", " %")
    ]
    for row in (*TYPES, "All types"):
        assert row_of(of_ng("3"), row, columns) == by_type[row]


def test_tables_of_2015(shared):
    numbers = expected_numbers(shared)
    for row, figures in numbers["table1"]["paper"].items():
        assert [int(of_2015("1")[row, column]) for _, column in _columns(row)] == figures
    for table, name in (
        (of_2015("3b"), "table3b_EW"),
        (of_2015("3c"), "table3c_TS"),
    ):
        check_ranking(table, numbers[name]["paper"], "")
    for judge in JUDGES:
        paper = numbers["table7_per_judge"][judge]["paper"]
        check_ranking(of_2015("7"), paper, f"Judge {judge}, ")
    for row, values in numbers["table5_metrics"]["rows"].items():
        assert [float(of_2015("5")[row, column]) for column in ("rho", "r")] == values["paper"]
    for judge, line in zip(JUDGES, numbers["table6_interjudge"]["paper"]["matrix"], strict=True):
        cells = [of_2015("6").get((judge, other), "-") for other in (*JUDGES, "others")]
        assert " ".join(cells) == line


def _columns(row):
    return [place for place in of_2015("1") if place[0] == row]


def check_ranking(table, paper, before):
    assert {row for row, _ in table if row.startswith(before)} == {before + one["system"] for one in paper}
    for one in paper:
        span = f"{one['lo']}-{one['hi']}" if one["lo"] != one["hi"] else str(one["lo"])
        found = row_of(table, before + one["system"], ("score", "range", "cluster"))
        assert found == [f"{one['score']:.3f}", span, str(one["cluster"])]


def test_head_to_head_is_the_text_of_the_paper(shared):
    """Rows in the text: a star is a question mark there, and stands apart from the number."""
    text = (shared / "papers" / "grundkiewicz-et-al-2015-human-evaluation.txt").read_text(encoding="utf-8")
    for row in TEAMS:
        lines = re.findall(rf"^{row} ([\u2013.\d ?†‡]+)$", text, re.MULTILINE)
        (line,) = (line for line in lines if DASH in line)
        cells = line.replace("?", "*").replace(" *", "*").replace(" †", "†").replace(" ‡", "‡").split()
        printed = [of_2015("3d").get((row, column), DASH) for column in TEAMS]
        assert printed == cells, row
