"""Tables on the terminal: aligned, with lines between clusters, the unit named and marks explained."""

import pytest

from appraise_gec.presentation.writers.terminal import aligned
from rankings.formats.records import JudgedOutput, Judgment
from tests.cli.conftest import judged


def table_of(shown, head):
    """The lines from the one that begins with `head` up to the next empty line."""
    lines = shown.stdout.splitlines()
    start = next(number for number, line in enumerate(lines) if line.split()[:1] == [head])
    return lines[start : [*lines, ""].index("", start)]


@pytest.mark.parametrize("words", [("head-to-head",), ("validate", "--folds", 3, "--bootstrap", 5)])
def test_groups_without_a_link_are_named_by_every_command_that_orders_systems(call, ask, store, words):
    pairs = [("A", "B"), ("D", "C"), ("C", "D"), ("D", "C")] * 5
    made = [
        Judgment("j", str(s), (JudgedOutput((best,), 1), JudgedOutput((worst,), 2)))
        for s, (best, worst) in enumerate(pairs)
    ]
    path = store("made.csv", [*made, Judgment("j", "alone", (JudgedOutput(("E",), 1),))])
    command, *options = words
    note = "No comparison links these groups of systems"
    assert note in " ".join(call(command, path, *options).stdout.split())
    result = ask(command, path, *options)["result"]
    assert result["notes"][0] == "Never compared with any system: E."
    assert result["notes"][1].startswith(note)
    assert result["notes"][1].endswith(": A, B; C, D.")
    if command == "head-to-head":
        assert result["systems"] == ["A", "B", "D", "C", "E"], "group by group, as in a ranking"


def test_judges_are_correlated_above_and_below_the_diagonal(call, published):
    rows = table_of(call("judges", published, "--method", "expected-wins-of-winners"), "1")
    assert rows[2].split()[2:7] == ["-", ".70", ".31", ".76", ".74"]
    assert rows[3].split()[2:4] == [".72", "-"]
    assert rows[-1].split() == ["Weighted", "mean", ".72", ".80"]


def test_a_system_without_a_score_has_no_share_of_resamplings_at_an_end(call, store):
    made = [judged("a", s, ("A", 1), ("B", 1), ("C", 1)) for s in range(9)]
    words = ("rank", store("tied.csv", made), "--method", "expected-wins-of-winners", "--bootstrap", 160)
    rows = table_of(call(*words), "cluster")
    assert [row.split()[2:9] for row in rows[2:]] == [[name, *"------"] for name in "ABC"]


def test_judges_without_a_comparison_spoil_no_table(call, store, few):
    idle = Judgment("eva", "9", (), skipped=True, item="9")
    shown = call(
        "judges", store("few.csv", [*few, idle]), "--rankings", "--rankings-without", "--bootstrap", 20
    )
    assert shown.exit_code == 0
    assert "== Judge ann alone" in shown.stdout
    assert "No ranking. A ranking needs at least two systems; the judgments name 0." in shown.stdout
    alone = store("alone.csv", [one for one in few if one.judge == "ann"])
    assert call("judges", alone, "--rankings-without", "--bootstrap", 20).exit_code == 0


def test_columns_stay_aligned_whatever_the_names():
    rows = [("name", "score"), ("系统", "1"), ("e\u0301te\u0301", "20"), ("a\u202eb", "3")]
    assert aligned(rows, rules=(1,)).splitlines() == [
        "name      score",
        "---------------",
        "系统          1",
        "e\u0301te\u0301          20",
        "a\\u202eb      3",
    ]
