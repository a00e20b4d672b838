"""Tables on the terminal: aligned, with lines between clusters, the unit named and marks explained."""

import pytest

from appraise_gec.presentation.numbers import TERMINAL, decimal, fraction
from appraise_gec.presentation.writers.terminal import aligned, matrix_labels, prose
from rankings.formats.records import JudgedOutput, Judgment
from tests.analysis.published import expected_numbers
from tests.cli.conftest import judged


@pytest.fixture
def file(store, few):
    return store("few.xml", few)


def table_of(shown, head):
    """The lines from the one that begins with `head` up to the next empty line."""
    lines = shown.stdout.splitlines()
    start = next(number for number, line in enumerate(lines) if line.split()[:1] == [head])
    return lines[start : [*lines, ""].index("", start)]


def test_stats_end_with_a_total(call, file):
    rows = table_of(call("stats", file), "judge")
    assert rows[2].split() == ["ann", "6", "0", "0", "18", "0", "0.0", "%", "18", "0", "0.0", "%"]
    assert rows[-1].split() == ["Total", "12", "0", "0", "24", "0", "0.0", "%", "36", "6", "16.7", "%"]


def test_the_published_agreement_as_the_paper_prints_it(call, published):
    shown = call("agreement", published, "--bootstrap", 50).stdout
    assert "between judges   0.293" in shown
    assert "weak" in shown
    assert "Sentences resampled and judges kept, so for these 8 judges alone; 50 replicates" in " ".join(
        shown.split()
    )
    assert "*  fewer than 50 comparisons" in shown
    row = next(line for line in shown.splitlines() if line.startswith("7 annotator07"))
    assert row.split() == ["7", "annotator07", "*", "*"]


def test_lines_part_clusters(call, published):
    shown = call("rank", published, "--unit", "pairs", "--bootstrap", 500)
    rows = table_of(shown, "cluster")
    assert [row.split()[2] for row in rows if row.strip("-") and row.split()[2] != "system"][:3] == [
        "AMU",
        "RAC",
        "CAMB",
    ]
    breaks = [number for number, row in enumerate(rows) if not row.strip("-")]
    assert breaks == [1, 3, 8, 16]
    assert "Pairs (109,098) resampled, 500 replicates, confidence 0.95, seed 1." in shown.stdout
    assert "these ranges are too narrow" in shown.stdout
    assert "too narrow" not in call("rank", published, "--bootstrap", 50).stdout


def test_a_mean_over_resamplings_is_not_passed_for_the_score_of_the_data(call, published):
    words = ("rank", published, "--unit", "pairs", "--bootstrap", 50)
    note = "the score is the mean over the resamplings, not the score of the data"
    assert note in " ".join(call(*words, "--convention", "cluster.py").stdout.split())
    assert note not in " ".join(call(*words).stdout.split())


def test_the_share_of_every_rank_on_request(call, file):
    rows = table_of(call("rank", file, "--bootstrap", 40, "--probabilities"), "system")
    shares = [float(cell) for cell in rows[2].split()[1:]]
    assert rows[2].split()[0] == "A"
    assert sum(shares) == pytest.approx(100, abs=0.2)
    assert "In % at rank" not in call("rank", file, "--bootstrap", 40).stdout


def test_notes_on_thin_data_stand_below_the_ranking(call, store):
    made = [judged("a", s, ("A", 1), ("B", 2)) for s in range(9)]
    made += [judged("a", s, ("C", 1), ("D", 2)) for s in range(9, 18)]
    assert "No comparison links these groups" in call("rank", store("apart.csv", made)).stdout


def test_head_to_head_reads_as_in_the_paper(call, published, shared):
    first, *_ = call("head-to-head", published).stdout.splitlines()
    assert first.endswith("; marks for judges like these 8")
    shown = call("head-to-head", published, "--pairs", "--test", "sign")
    assert shown.stdout.splitlines()[0].endswith("; marks for these 8 judges")
    rows = table_of(shown, "AMU")
    assert rows[0].split()[:3] == ["AMU", "RAC", "CAMB"]
    assert rows[2].split()[:4] == ["AMU", "-", ".44‡", ".47*"]
    assert "‡ p ≤ 0.01, † p ≤ 0.05, * p ≤ 0.1" in shown.stdout
    assert "18 of 78" in shown.stdout
    every = table_of(shown, "system")
    assert len(every) == 2 + 78
    cell = expected_numbers(shared)["table3d_head2head"]["cells"]["RAC|AMU"]
    counts = [str(cell[name]) for name in ("col_wins", "row_wins", "ties")]
    assert every[2].split()[:5] == ["AMU", "RAC", *counts]


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


def test_validation_shows_what_has_to_be_beaten(call, file):
    shown = call(
        "validate", file, "--folds", 3, "--bootstrap", 4, "--as-published", "--method", "expected-wins"
    )
    assert shown.exit_code == 2
    words = ("--folds", 4, "--bootstrap", 4, "--as-published", "--method", "expected-wins")
    shown = call("validate", file, *words).stdout
    assert "always a tie" in shown
    assert "Expected Wins" in shown
    assert "As published: resampling number r leaves out" in shown
    assert "folds of pairs" in shown
    assert "All are means over folds" in shown
    assert "no order can do better than" in shown


def test_judges_are_correlated_above_and_below_the_diagonal(call, published):
    rows = table_of(call("judges", published, "--method", "expected-wins-of-winners"), "1")
    assert rows[2].split()[2:7] == ["-", ".70", ".31", ".76", ".74"]
    assert rows[3].split()[2:4] == [".72", "-"]
    assert rows[-1].split() == ["Weighted", "mean", ".72", ".80"]


def test_a_judge_without_grounds_for_a_ranking_is_reported(call, store, few):
    path = store("few.csv", [*few, judged("eva", 9, ("A", 1), ("B", 2))])
    shown = call("judges", path, "--rankings", "--bootstrap", 20).stdout
    assert "== Judge ann alone" in shown
    assert "No ranking. Resampling sentences needs at least two" in shown


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


def test_numbers_are_written_as_the_field_writes_them():
    assert [decimal(value) for value in (0.6284, -0.0001, None, float("nan"))] == ["0.628", "0.000", "-", "-"]
    shown = [fraction(value, style=TERMINAL) for value in (0.474, -0.25, 1.0, None)]
    assert shown == [
        ".47",
        "-.25",
        "1.00",
        "-",
    ]


def test_long_names_are_numbered_above_a_square_table():
    assert matrix_labels(["AMU", "RAC"]) == (("AMU", "RAC"), ("AMU", "RAC"))
    assert matrix_labels(["annotator01", "b"]) == (("1 annotator01", "2 b"), ("1", "2"))


def test_prose_is_broken_into_lines():
    assert max(map(len, prose("many words " * 40).splitlines())) <= 100


def test_agreement_says_how_much_is_missing(call, store):
    shared = [judged(judge, sentence, ("A", 1), ("B", 2)) for sentence in range(30) for judge in ("a", "b")]
    printed = call("agreement", store("few.jsonl", shared), "--bootstrap", 1).stdout
    assert "0  too few: two judges share at most 30, and it takes 50" in printed
    assert "0  no repeated comparisons" in printed
    assert "1 replicate," in printed
    always = [judged(judge, sentence, ("A", 1), ("B", 2)) for sentence in range(60) for judge in ("a", "b")]
    printed = " ".join(call("agreement", store("all.jsonl", always), "--bootstrap", 1).stdout.split())
    assert "60 undefined: only one kind of answer" in printed
    assert "always the system that is named first" in printed
