"""Tables on the terminal: aligned, with lines between clusters, the unit named and marks explained."""

import pytest

from appraise_gec.present.terminal import aligned
from rankings.formats.records import JudgedOutput, Judgment


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
    assert result["notes"][0].endswith(": E.")
    assert result["notes"][1].startswith(note)
    assert result["notes"][1].endswith(": A, B; C, D.")
    if command == "head-to-head":
        assert result["systems"] == ["A", "B", "D", "C", "E"], "group by group, as in a ranking"


def test_judges_without_a_comparison_spoil_no_table(call, store, few):
    idle = Judgment("eva", "9", (), skipped=True, item="9")
    shown = call(
        "judges", store("few.csv", [*few, idle]), "--rankings", "--rankings-without", "--bootstrap", 20
    )
    assert shown.exit_code == 0
    assert "Judge ann alone" in shown.stdout
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
