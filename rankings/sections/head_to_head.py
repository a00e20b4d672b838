"""Table 3d: every system against every other, the tests that say which differ, and one against all others."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from appraise_gec.present.blocks import Folded, Prose, Section, Shown
from appraise_gec.present.figure import heat_map
from appraise_gec.present.numbers import count, counted, listed, p_value, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from rankings.analysis.choices import PairTest
from rankings.analysis.head_to_head import MARKS, P_VALUES, HeadToHead, SystemPair
from rankings.analysis.ranking import SystemRanking

KEY, TITLE = "head-to-head", "Head to head"
LEVEL = 0.05
# Of the distance from .5 to 1, how deep a ground is; and how much of it is left where a pair may be equal.
DEPTH, UNSURE = 1.6, 0.5
MARKED = "Marks: " + ", ".join(f"{mark} p \u2264 {level:g}" for level, mark in MARKS)


@dataclass(frozen=True, slots=True)
class Test:
    """A way to test two systems: its key in calls, title, name in a sentence, and when to rely on it."""

    key: PairTest
    title: str
    words: str
    explanation: str


TESTS = (
    Test(
        "judges-holm",
        "Judges like these, corrected",
        "test for judges like these with Holm's correction",
        "Whether other judges like these would prefer the same system: adds how much judges differ, and "
        "Holm's correction allows for the number of pairs of systems. What to rely on.",
    ),
    Test(
        "sentence-holm",
        "By sentence, corrected",
        "test by sentence with Holm's correction",
        "All comparisons of a sentence change sides together, and Holm's correction allows for the number "
        "of pairs of systems. What to rely on for these judges alone.",
    ),
    Test(
        "sign",
        "Sign test, as published in 2015",
        "sign test",
        "Takes all comparisons for independent and tests every pair of systems as if it were the only "
        "one: marks too many.",
    ),
)
EXPLANATION = """Sign test: how likely is a split of wins and losses at least this uneven if both systems \
are equally good? Exact, two-sided; ties are dropped (2015 paper, Table 3d).

Test by sentence: the same question when all comparisons about a sentence may only change sides together, \
as they depend on each other. Exact over all ways to choose sides. Where documents are the unit, the \
p-value is that of Student's t with the variance between documents, as a few of them have too few ways.

Test for judges like these: the same question if other judges like these had judged other sentences. The \
standard error adds the variance between judges of this pair's share; the p-value is that of Student's t, \
and never below the one by sentence or document.

Holm's correction: with many pairs of systems, some are marked by chance. After it, the chance of even one \
wrong mark in the whole matrix is at most the level of the mark (Holm 1979)."""


def describe(result: HeadToHead, order: Sequence[str] = ()) -> Section:
    """The section; `order` are the systems best first, by Expected Wins if there is none."""
    if not result.pairs:
        return Section(KEY, TITLE, [Prose(result.reason, "notice")])
    test = leading_test(result)
    shares = matrix(result, order, test)
    drawn = heat_map(shares, KEY, f"Wins of the row against the column, bold: p \u2264 {LEVEL:g}")
    return Section(
        KEY,
        TITLE,
        [
            Prose(finding(result, test), "lead"),
            Shown(shares, drawn),
            Folded("By other tests", [Shown(pairs_that_differ(result)), Shown(every_pair(result))]),
            Folded("What the tests do", EXPLANATION),
        ],
    )


def finding(result: HeadToHead, test: Test) -> str:
    """How many pairs of systems differ significantly by the test."""
    apart, whole = significant_pairs(result, test)
    if not whole:
        return result.reason
    are = "is" if apart == 1 else "are"
    by = f"{percent(LEVEL)} level, {test.words}".replace("by sentence", f"by {result.unit.removesuffix('s')}")
    if all(pair.share_a is None for pair in result.pairs):
        return f"None of {counted(whole, 'pair')} of systems differs: no comparison was decided."
    return f"{count(apart)} of {counted(whole, 'pair')} of systems {are} significantly different ({by})."


def tests_of(result: HeadToHead) -> tuple[Test, ...]:
    """The tests that the result holds: those for other judges need two judges."""
    return tuple(test for test in TESTS if all(pair.p_by(test.key) is not None for pair in result.pairs))


def leading_test(result: HeadToHead) -> Test:
    """The corrected test for whom the result speaks: the one to rely on."""
    key = "judges-holm" if result.speaks_for == "judges-like-these" else "sentence-holm"
    tests = tests_of(result)
    return next((test for test in tests if test.key == key), tests[0])


def test_of(key: PairTest) -> Test:
    """The test with this key."""
    return next(test for test in TESTS if test.key == key)


def significant_pairs(result: HeadToHead, test: Test) -> tuple[int, int]:
    """The number of pairs of systems that differ significantly by the test, and of all pairs."""
    return sum(_is_sure(pair, test) for pair in result.pairs), len(result.pairs)


def better_than(result: HeadToHead, ranking: SystemRanking) -> dict[str, Cell] | None:
    """For each system the ranks of those that it beat, by the test to rely on; their names in data files.

    None where no pair was compared.
    """
    if not result.pairs:
        return None
    test, beaten = leading_test(result), dict[str, set[str]]()
    for pair in result.between().values():
        if pair.share_a is not None and pair.share_a > 0.5 and _is_sure(pair, test):
            beaten.setdefault(pair.system_a, set()).add(pair.system_b)
    ranks = {system.system: system.rank for system in ranking.systems}
    cells = {}
    for system in ranks:
        names = [name for name in ranks if name in beaten.get(system, ())]
        shown = _in_runs(sorted({rank for name in names if (rank := ranks[name]) is not None}))
        words = f"better than {listed(names)}" if names else "better than none"
        cells[system] = Cell("; ".join(names), shown=shown, words=words)
    return cells


def _in_runs(ranks: Sequence[int]) -> str:
    """`4, 6` and more in one range where ranks follow each other."""
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}\u2013{run[-1]}" for run in runs)


def matrix(result: HeadToHead, order: Sequence[str] = (), test: Test | None = None) -> Table:
    """Each system in its row against those of the columns, marked by a test (that to rely on)."""
    test = test or leading_test(result)
    between, systems = result.between(), order or result.systems
    rows = [
        Row([row, *(_share(result, between.get((row, column)), test) for column in systems)])
        for row in systems
    ]
    return Table(
        KEY if test is leading_test(result) else f"{KEY}-{test.key}",
        "Share of decided comparisons that the system of the row won against that of the column",
        [
            Column("system", "", Kind.NAME),
            *(Column(system, system, Kind.FRACTION, named=True) for system in systems),
        ],
        rows if result.pairs else [],
        [
            f"{MARKED}; {test.words}. Blue: won more than half; orange: lost more; bold and deeper: "
            f"significantly different, p \u2264 {LEVEL:g}. Ties are left out.",
            *result.notes,
        ],
        reason=result.reason,
    )


def every_pair(result: HeadToHead) -> Table:
    """Every pair with all tests, the better system by Expected Wins first."""
    between, tests = result.between(), tests_of(result)
    columns = [
        Column("system_a", "system", Kind.NAME),
        Column("system_b", "against", Kind.NAME),
        Column("wins_a", "wins", Kind.COUNT),
        Column("wins_b", "losses", Kind.COUNT),
        Column("ties", "ties", Kind.COUNT),
        Column("share_a", "share won", Kind.FRACTION),
        *(Column(P_VALUES[one.key], one.words, Kind.P_VALUE, help=one.explanation) for one in tests[::-1]),
        Column("sentences", "sentences", Kind.COUNT, help="With a decided comparison of the two."),
    ]
    rows = []
    for pair in (between[both] for both in combinations(result.systems, 2) if both in between):
        counts = (pair.wins_a, pair.wins_b, pair.ties, pair.share_a)
        tested = (Cell(pair.p_by(test.key), mark=result.mark(pair, test.key)) for test in tests[::-1])
        rows.append(Row([pair.system_a, pair.system_b, *counts, *tested, pair.sentences]))
    notes = [f"{MARKED}."]
    return Table("head-to-head-pairs", "Every two systems", columns, rows, notes, reason=result.reason)


def pairs_that_differ(result: HeadToHead) -> Table:
    """How many pairs differ significantly by each test."""
    rows = []
    for test in tests_of(result):
        apart, whole = significant_pairs(result, test)
        rows.append(
            Row([test.title, Cell(apart, shown=f"{count(apart)} of {count(whole)}"), test.explanation])
        )
    columns = [
        Column("test", "test"),
        Column("pairs", f"pairs with p \u2264 {LEVEL:g}", Kind.COUNT),
        Column("what", "when to rely on it"),
    ]
    return Table(
        "pairs-that-differ", "Pairs of systems that differ, by test", columns, rows, reason=result.reason
    )


def _is_sure(pair: SystemPair, test: Test) -> bool:
    p = pair.p_by(test.key)
    return p is not None and p <= LEVEL


def _share(result: HeadToHead, pair: SystemPair | None, test: Test) -> Cell:
    """How the system of the row does against that of the column; nothing on the diagonal."""
    if pair is None:
        return Cell("")
    p, mark = pair.p_by(test.key), result.mark(pair, test.key)
    told = (
        f"{pair.system_a} beat {pair.system_b} {counted(pair.wins_a, 'time')}, lost "
        f"{counted(pair.wins_b, 'time')} and tied {counted(pair.ties, 'time')}"
    )
    told = told if p is None else f"{told}; p {p_value(p)}"
    share, sure = pair.share_a, _is_sure(pair, test)
    if share is None:
        return Cell(None, words=told)
    depth = min(1.0, 2 * abs(share - 0.5) * DEPTH) * (1.0 if sure else UNSURE)
    return Cell(share, mark=mark, words=told, shade=depth if share >= 0.5 else -depth, strong=sure)
