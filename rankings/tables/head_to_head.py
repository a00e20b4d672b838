"""Table 3d: every system against every other, by four tests, and one system against all others."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from appraise_gec.presentation.numbers import counted, p_value
from appraise_gec.presentation.tables import Cell, Column, Kind, Row, Table
from rankings.analysis.results.head_to_head import MARKS, HeadToHead, SystemPair, significance_mark

LEVEL = 0.05
TITLE = "Share of decided comparisons that the system of the column won against that of the row"


@dataclass(frozen=True, slots=True)
class Test:
    """A way to test two systems.

    Attributes:
        key: in addresses.
        title: heads its choice and its column.
        p_value: of a pair by this test; None where the test needs several judges and there is one.
        words: within a sentence.
        explanation: what it does, and when to rely on it.
    """

    key: str
    title: str
    p_value: Callable[[SystemPair], float | None]
    words: str
    explanation: str

    def mark(self, pair: SystemPair) -> str:
        """The mark of a pair; that of the published test may follow from a rounded p-value."""
        p_value = self.p_value(pair)
        if pair.share_a is None or p_value is None:
            return ""
        return pair.mark if self is SIGN_TEST else significance_mark(p_value)


SIGN_TEST = Test(
    "sign",
    "Sign test, as published in 2015",
    lambda pair: pair.p_value,
    "sign test",
    "Takes all comparisons for independent and tests every pair of systems as if it were the only one: "
    "marks too many.",
)
TESTS = (
    Test(
        "judges-holm",
        "Judges like these, corrected",
        lambda pair: pair.p_judges_holm,
        "test for judges like these with Holm's correction",
        "Whether other judges like these would prefer the same system: adds how much judges differ, and "
        "Holm's correction allows for the number of pairs of systems. What to rely on.",
    ),
    Test(
        "judges",
        "Judges like these",
        lambda pair: pair.p_judges,
        "test for judges like these",
        "Adds how much judges differ. Right for one pair of systems chosen in advance; among many pairs, one "
        "in twenty is marked by chance.",
    ),
    Test(
        "sentence-holm",
        "By sentence, corrected",
        lambda pair: pair.p_sentence_holm,
        "test by sentence with Holm's correction",
        "All comparisons of a sentence change sides together, and Holm's correction allows for the number of "
        "pairs of systems. What to rely on for these judges alone.",
    ),
    Test(
        "sentence",
        "By sentence",
        lambda pair: pair.p_sentence,
        "test by sentence",
        "All comparisons of a sentence change sides together. Right for one pair of systems chosen in "
        "advance; among many pairs, one in twenty is marked by chance.",
    ),
    Test(
        "sign-holm",
        "Sign test, corrected",
        lambda pair: pair.p_holm,
        "sign test with Holm's correction",
        "Takes all comparisons for independent, with Holm's correction for the number of pairs of systems.",
    ),
    SIGN_TEST,
)


def tests_of(result: HeadToHead) -> tuple[Test, ...]:
    """The tests that the result holds: those for other judges need two judges, and this version."""
    return tuple(test for test in TESTS if all(test.p_value(pair) is not None for pair in result.pairs))


def matrix(result: HeadToHead, order: Sequence[str] = (), test: Test | None = None) -> Table:
    """Every pair in data files; for people, the matrix of Table 3d.

    Args:
        result: the pairs.
        order: of the systems; by Expected Wins if there is none.
        test: the one that sets the marks; the first that the result holds if there is none.
    """
    test = test or tests_of(result)[0]
    between, systems = result.between(), order or result.systems
    printed = Table(
        "head-to-head",
        TITLE,
        [
            Column("system", "", Kind.NAME),
            *(Column(system, system, Kind.FRACTION, named=True) for system in systems),
        ],
        [Row([row, *(_share(between.get((column, row)), test) for column in systems)]) for row in systems]
        if result.pairs
        else [],
        notes=[_legend(test), "Ties are left out.", *result.notes],
        reason=result.reason,
    )
    pairs = _table(result, result.pairs)
    return replace(pairs, printed=printed, latex="printed", source=TITLE, notes=printed.notes)


def every_pair(result: HeadToHead) -> Table:
    """Every pair with all tests, the better system by Expected Wins first."""
    between = result.between()
    pairs = [between[a, b] for number, a in enumerate(result.systems) for b in result.systems[number + 1 :]]
    return _table(result, pairs if result.pairs else [])


def against_others(result: HeadToHead, system: str, order: Sequence[str] = ()) -> Table:
    """One system against every other, by all tests."""
    between = result.between()
    pairs = [
        between[system, opponent] for opponent in order or result.systems if (system, opponent) in between
    ]
    table = _table(result, pairs)
    return replace(
        table,
        key="against-others",
        title=f"{system} against all others",
        columns=table.columns[1:],
        rows=[Row(row.values[1:]) for row in table.rows],
        notes=[*table.notes, "Sentences: those with at least one decided comparison of the two."],
    )


def pairs_that_differ(result: HeadToHead) -> Table:
    """How many pairs differ significantly by each test."""
    rows = [
        Row([test.title, Cell(apart, shown=f"{apart:,} of {whole:,}")])
        for test in tests_of(result)
        for apart, whole in [significant_pairs(result, test)]
    ]
    heading = f"pairs with p \u2264 {LEVEL:g}"
    columns = [Column("test", "test"), Column("pairs", heading, Kind.COUNT)]
    return Table("pairs-that-differ", "Pairs of systems that differ", columns, rows, reason=result.reason)


def significant_pairs(result: HeadToHead, test: Test) -> tuple[int, int]:
    """The number of pairs of systems that differ significantly by the test, and of all pairs."""
    p_values = [test.p_value(pair) for pair in result.pairs]
    return sum(p_value is not None and p_value <= LEVEL for p_value in p_values), len(p_values)


def _table(result: HeadToHead, pairs: Iterable[SystemPair]) -> Table:
    by_key = {test.key: test for test in tests_of(result)}
    tests = [
        (column, test)
        for column, test in (
            ("p_value", "sign"),
            ("p_holm", "sign-holm"),
            ("p_sentence", "sentence"),
            ("p_sentence_holm", "sentence-holm"),
            ("p_judges", "judges"),
            ("p_judges_holm", "judges-holm"),
        )
        if test in by_key
    ]
    columns = [
        Column("system_a", "system", Kind.NAME),
        Column("system_b", "against", Kind.NAME),
        Column("wins_a", "wins", Kind.COUNT),
        Column("wins_b", "losses", Kind.COUNT),
        Column("ties", "ties", Kind.COUNT),
        Column("share_a", "share won", Kind.FRACTION),
        *(
            Column(key, by_key[test].words, Kind.P_VALUE, help=by_key[test].explanation)
            for key, test in tests
        ),
        Column("sentences", "sentences", Kind.COUNT, help="With a decided comparison of the two."),
    ]
    rows = [
        Row(
            [
                *(pair.system_a, pair.system_b, pair.wins_a, pair.wins_b, pair.ties, pair.share_a),
                *(Cell(by_key[test].p_value(pair), mark=by_key[test].mark(pair)) for _, test in tests),
                pair.sentences,
            ]
        )
        for pair in pairs
    ]
    return Table("head-to-head", "Every two systems", columns, rows, notes=[_levels()], reason=result.reason)


def _share(pair: SystemPair | None, test: Test) -> Cell:
    """How the system of the column does against that of the row; None on the diagonal."""
    if pair is None:
        return Cell(None, tone="own")
    p = test.p_value(pair)
    words = (
        f"{pair.system_a} beat {pair.system_b} {counted(pair.wins_a, 'time')}, lost "
        f"{counted(pair.wins_b, 'time')} and tied {counted(pair.ties, 'time')}"
        f"{'' if p is None else f'; p {p_value(p)}'}"
    )
    share = pair.share_a
    if share is None or share == 0.5:
        return Cell(share, mark=test.mark(pair), words=words)
    return Cell(share, mark=test.mark(pair), words=words, tone="better" if share > 0.5 else "worse")


def _legend(test: Test) -> str:
    return f"{_levels()}; {test.words}."


def _levels() -> str:
    return "Marks: " + ", ".join(f"{mark} p \u2264 {level:g}" for level, mark in MARKS)
