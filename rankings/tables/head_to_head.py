"""Table 3d: every system against every other, by four tests, and one system against all others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from appraise_gec.present.numbers import count, p_value
from appraise_gec.present.table import Cell, Column, Kind, Row, Sample, Table
from rankings.analysis.choices import PairTest
from rankings.analysis.head_to_head import MARKS, P_VALUES, HeadToHead, SystemPair
from rankings.tables.nouns import times

LEVEL = 0.05
KEY, PUBLISHED_KEY = "head-to-head", "head-to-head-published"
# The test of the 2015 paper, whose table has files of its own.
PUBLISHED: PairTest = "sign"
# Of the distance from .5 to 1, how deep a ground is; and how much of it is left where a pair may be equal.
DEPTH, UNSURE = 1.6, 0.5
SIGN_TESTS = "Sign tests take all comparisons for independent, which they are not, and mark too many."


@dataclass(frozen=True, slots=True)
class Test:
    """A way to test two systems.

    Attributes:
        key: in addresses and calls.
        title: heads its choice and its column.
        words: within a sentence.
        explanation: what it does, and when to rely on it.
    """

    key: PairTest
    title: str
    words: str
    explanation: str


TESTS = (
    Test(
        "judges-holm",
        "Judges like these, corrected",
        "test for judges like these with Holm's correction",
        (
            "Whether other judges like these would prefer the same system: adds how much judges "
            "differ, and Holm's correction allows for the number of pairs of systems. What to "
            "rely on."
        ),
    ),
    Test(
        "judges",
        "Judges like these",
        "test for judges like these",
        (
            "Adds how much judges differ. Right for one pair of systems chosen in advance; among "
            "many pairs, one in twenty is marked by chance."
        ),
    ),
    Test(
        "sentence-holm",
        "By sentence, corrected",
        "test by sentence with Holm's correction",
        (
            "All comparisons of a sentence change sides together, and Holm's correction allows "
            "for the number of pairs of systems. What to rely on for these judges alone."
        ),
    ),
    Test(
        "sentence",
        "By sentence",
        "test by sentence",
        (
            "All comparisons of a sentence change sides together. Right for one pair of systems "
            "chosen in advance; among many pairs, one in twenty is marked by chance."
        ),
    ),
    Test(
        "sign-holm",
        "Sign test, corrected",
        "sign test with Holm's correction",
        ("Takes all comparisons for independent, with Holm's correction for the number of pairs of systems."),
    ),
    Test(
        "sign",
        "Sign test, as published in 2015",
        "sign test",
        (
            "Takes all comparisons for independent and tests every pair of systems as if it were "
            "the only one: marks too many."
        ),
    ),
)


def tests_of(result: HeadToHead) -> tuple[Test, ...]:
    """The tests that the result holds: those for other judges need two judges, and this version."""
    return tuple(test for test in TESTS if all(pair.p_by(test.key) is not None for pair in result.pairs))


def leading_test(result: HeadToHead) -> Test:
    """The corrected test for whom the result speaks: the one to rely on, which people see first."""
    key = "judges-holm" if result.speaks_for == "judges-like-these" else "sentence-holm"
    tests = tests_of(result)
    return next((test for test in tests if test.key == key), tests[0])


def test_of(key: PairTest) -> Test:
    """The test with this key."""
    return next(test for test in TESTS if test.key == key)


def matrix(result: HeadToHead, order: Sequence[str] = (), test: Test | None = None) -> Table:
    """Every pair in data files; for people, the matrix of Table 3d.

    Args:
        result: the pairs.
        order: of the systems; by Expected Wins if there is none.
        test: the one that sets the marks; the one to rely on if there is none.
    """
    test = test or leading_test(result)
    key = PUBLISHED_KEY if test.key == PUBLISHED else KEY
    title = (
        "Share of decided comparisons that the system of the column won against that of the "
        f"row; marks {result.for_whom(test.key)}"
    )
    between, systems = result.between(), order or result.systems
    printed = Table(
        key,
        title,
        [
            Column("system", "", Kind.NAME, spoken="system"),
            *(Column(system, system, Kind.FRACTION, named=True) for system in systems),
        ],
        [
            Row([row, *(_share(result, between.get((column, row)), test) for column in systems)])
            for row in systems
        ]
        if result.pairs
        else [],
        notes=[_legend(test), "Ties are left out.", *result.notes],
        reason=result.reason,
        legend=_samples(),
    )
    pairs = _table(result, result.pairs)
    bold = replace(
        printed,
        title="Share of decided comparisons that the system of the column won against that of the row, bold "
        f"where that is more than half; marks {result.for_whom(test.key)}",
    )
    return replace(pairs, key=key, printed=printed, paper=bold, source=title, notes=printed.notes)


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
        notes=[
            *table.notes,
            "Sentences: those with at least one decided comparison of the two.",
        ],
    )


def pairs_that_differ(result: HeadToHead) -> Table:
    """How many pairs differ significantly by each test."""
    rows = [
        Row(
            [
                test.title,
                result.for_whom(test.key).removeprefix("for "),
                Cell(apart, shown=f"{count(apart)} of {count(whole)}"),
            ]
        )
        for test in tests_of(result)
        for apart, whole in [significant_pairs(result, test)]
    ]
    heading = f"pairs with p \u2264 {LEVEL:g}"
    columns = [
        Column("test", "test"),
        Column("speaks_for", "speaks for"),
        Column("pairs", heading, Kind.COUNT),
    ]
    notes = [SIGN_TESTS] if rows else []
    return Table(
        "pairs-that-differ",
        "Pairs of systems that differ",
        columns,
        rows,
        notes,
        reason=result.reason,
    )


def significant_pairs(result: HeadToHead, test: Test) -> tuple[int, int]:
    """The number of pairs of systems that differ significantly by the test, and of all pairs."""
    p_values = [pair.p_by(test.key) for pair in result.pairs]
    return sum(p_value is not None and p_value <= LEVEL for p_value in p_values), len(p_values)


def _table(result: HeadToHead, pairs: Iterable[SystemPair]) -> Table:
    by_key = {test.key: test for test in tests_of(result)}
    tests = [(column, test) for test, column in reversed(P_VALUES.items()) if test in by_key]
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
                *(Cell(pair.p_by(test), mark=result.mark(pair, test)) for _, test in tests),
                pair.sentences,
            ]
        )
        for pair in pairs
    ]
    return Table(
        KEY,
        "Every two systems",
        columns,
        rows,
        notes=[_levels()],
        reason=result.reason,
    )


def _share(result: HeadToHead, pair: SystemPair | None, test: Test) -> Cell:
    """How the system of the column does against that of the row; None on the diagonal."""
    if pair is None:
        return Cell(None, tone="own")
    p, mark = pair.p_by(test.key), result.mark(pair, test.key)
    counts = (
        f"{pair.system_a} beat {pair.system_b} {times(pair.wins_a)}, lost "
        f"{times(pair.wins_b)} and tied {times(pair.ties)}"
    )
    told = counts if p is None else f"{counts}; p {p_value(p)}"
    share = pair.share_a
    if share is None:
        return Cell(share, mark=mark, words=told)
    sure = p is not None and p <= LEVEL
    tone: Literal["", "better", "worse"] = "" if share == 0.5 else "better" if share > 0.5 else "worse"
    return Cell(share, mark=mark, words=told, tone=tone, shade=_shade(share, sure=sure), strong=sure)


def _shade(share: float, *, sure: bool) -> float:
    """Deeper the farther from half, and paler where the two systems are not significantly different."""
    depth = min(1.0, 2 * abs(share - 0.5) * DEPTH) * (1.0 if sure else UNSURE)
    return depth if share >= 0.5 else -depth


def _samples() -> list[Sample]:
    return [
        Sample(".65", "the system of the column won more", _shade(0.65, sure=False)),
        Sample(".35", "the system of the row won more", _shade(0.35, sure=False)),
        Sample(
            ".65",
            f"bold and deeper: significantly different, p \u2264 {LEVEL:g}",
            _shade(0.65, sure=True),
            strong=True,
        ),
    ]


def _legend(test: Test) -> str:
    if test.key in ("sign", "sign-holm"):
        return f"{_levels()}; {test.words}, which takes all comparisons for independent."
    return f"{_levels()}; {test.words}."


def _levels() -> str:
    marks = (f"{mark} p \u2264 {level:g}" for level, mark in MARKS)
    return f"Marks: {', '.join(marks)}"
