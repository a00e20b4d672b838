"""Every two systems against each other: shares of wins, and tests of whether one is better.

Grundkiewicz et al. (2015), Table 3d. Beside the sign test of the paper, which takes all comparisons for
independent, stands a sign-flip test that flips whole sentences, and Holm's correction for both.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy

from rankings.analysis.arrays import FloatArray, IntArray
from rankings.analysis.choices import (
    PAIR_TESTS,
    SPEAKS_FOR,
    BootstrapUnit,
    PairTest,
    SpeaksFor,
    WholeUnit,
    for_whom,
    target_of_test,
)
from rankings.analysis.exact_tests import holm, sign_flip_test, sign_test
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.grounds import linked_groups, notes_on_links
from rankings.analysis.harm import Harm, harm
from rankings.analysis.judge_variance import MOST_ENTRIES, Cells, JudgeVariance
from rankings.analysis.pair_counts import (
    FIRST_WINS,
    OUTCOMES,
    SECOND_WINS,
    UnitCounts,
    count_pairs,
    count_pairs_by_unit,
    whole_unit,
)
from rankings.analysis.reasons import FEWEST_JUDGES, NO_PAIRS
from rankings.formats.columns import Judgments

MARKS = ((0.01, "‡"), (0.05, "†"), (0.1, "*"))
P_VALUES: dict[PairTest, str] = {
    "judges-holm": "p_judges_holm",
    "sentence-holm": "p_sentence_holm",
    "sign": "p_value",
}


@dataclass(frozen=True, slots=True)
class SystemPair:
    """System a against system b.

    Attributes:
        wins_a, wins_b, ties: outcomes of their expanded comparisons.
        share_a: wins_a / (wins_a + wins_b); None if no comparison was decided.
        p_value: exact two-sided sign test of wins against losses, ties dropped; 1 if none was decided.
        p_holm: `p_value` after Holm's correction for all pairs of systems.
        p_sentence: exact two-sided test that flips the sign of all comparisons of a sentence together; of
            documents, the test of Student's t by their variance (CR2).
        p_sentence_holm: `p_sentence` after Holm's correction.
        p_judges: two-sided test for judges like these: the larger of `p_sentence` and the p-value of
            Student's t with the pair's own variance between judges; None with fewer than five judges.
        p_judges_holm: `p_judges` after Holm's correction.
        mark: by the test of the result: "‡" for a p-value of at most 0.01, "†" at most 0.05, "*" at most
            0.1, otherwise "".
        sentences: sentences, or documents, with a decided comparison of the two.
    """

    system_a: str
    system_b: str
    wins_a: int
    wins_b: int
    ties: int
    share_a: float | None
    p_value: float
    p_holm: float
    p_sentence: float
    p_sentence_holm: float
    mark: str
    sentences: int
    p_judges: float | None = None
    p_judges_holm: float | None = None

    def p_by(self, test: PairTest) -> float | None:
        """The p-value of a test; None where it needs more judges than there are."""
        value: float | None = getattr(self, P_VALUES[test])
        return value

    def reversed(self) -> "SystemPair":
        """System b against system a."""
        return replace(
            self,
            system_a=self.system_b,
            system_b=self.system_a,
            wins_a=self.wins_b,
            wins_b=self.wins_a,
            share_a=None if self.share_a is None else 1 - self.share_a,
        )


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Every two systems against each other.

    Attributes:
        systems: best first by Expected Wins; where no comparison links all, group by group as in a ranking.
        pairs: each pair of systems once, the first of the alphabet as system a.
        as_published: whether no wins count as one, and marks of the sign test follow from p-values with four
            digits.
        reason: why there is no pair; empty where there are some.
        notes: what a reader has to know about the comparisons, one sentence each.
        test: the one that marks follow.
        speaks_for: for whom the corrected test speaks that people are shown first.
        judges: how many judges there are.
        harm: how often outputs were judged worse than the unchanged sentence; empty where it takes no part.
        unit: what tests keep together.
    """

    systems: tuple[str, ...]
    pairs: tuple[SystemPair, ...]
    as_published: bool = False
    reason: str = ""
    notes: tuple[str, ...] = ()
    test: PairTest = "sign"
    speaks_for: SpeaksFor = "these-judges"
    judges: int = 0
    harm: tuple[Harm, ...] = ()
    unit: WholeUnit = "sentences"

    def for_whom(self, test: PairTest) -> str:
        """`for judges like these 8`, also where the number of judges is not known."""
        speaks_for = target_of_test(test)
        unknown = "for judges like these" if speaks_for == "judges-like-these" else "for these judges"
        return for_whom(speaks_for, self.judges) or unknown

    def mark(self, pair: SystemPair, test: PairTest) -> str:
        """The mark of a pair by a test; "" where nothing was decided."""
        p = pair.p_by(test)
        if p is None or pair.share_a is None:
            return ""
        return significance_mark(float(f"{p:.4g}") if test == "sign" and self.as_published else p)

    @property
    def ordered(self) -> tuple[SystemPair, ...]:
        """Every ordered pair, systems best first."""
        found = self.between()
        order = [(a, b) for a in self.systems for b in self.systems if a != b]
        return tuple(found[pair] for pair in order if pair in found)

    def between(self) -> dict[tuple[str, str], SystemPair]:
        """The pairs by the names of their systems, in both orders."""
        return {(way.system_a, way.system_b): way for pair in self.pairs for way in (pair, pair.reversed())}


def variance_of_pairs(table: Judgments, unit: WholeUnit = "sentences") -> JudgeVariance:
    """Parts of the variance of the share of wins of every pair of systems; K = N (N - 1) / 2."""
    pairs = len(table.systems) * (len(table.systems) - 1) // 2
    cells = Cells.of(table, unit)
    every = scipy.sparse.eye_array(pairs).tocsr()
    width = max(1, MOST_ENTRIES // max(1, len(cells.judge)))
    if pairs <= width:
        return cells.influences(every).variance()
    blocks = [
        cells.influences(every[:, start : start + width]).variance() for start in range(0, pairs, width)
    ]
    arrays = ["of_units", "degrees", "resampled", "seen", "noise", "freedom", "beyond", "least"]
    joined: dict[str, Any] = {name: np.concatenate([getattr(one, name) for one in blocks]) for name in arrays}
    usual = [one.usual for one in blocks if one.usual is not None]
    return JudgeVariance(
        judges=cells.judges,
        units=cells.units,
        usual=float(np.mean(usual)) if usual else None,
        moved=np.concatenate([one.moved for one in blocks], axis=1),
        **joined,
    )


def significance_mark(p_value: float) -> str:
    """The mark of the smallest usual level that the p-value reaches, or ""."""
    return next((mark for level, mark in MARKS if p_value <= level), "")


def compare_systems(
    table: Judgments,
    *,
    as_published: bool = False,
    speaks_for: SpeaksFor | None = None,
    test: PairTest | None = None,
    unit: BootstrapUnit = "usual",
) -> HeadToHead:
    """Every two systems against each other.

    Args:
        table: the judgments.
        as_published: treat a count of zero wins as one, in the share and in the sign test, and set marks by
            the p-value of the sign test rounded to four significant digits, as the script behind Table 3d
            does.
        speaks_for: for whom marks speak; judges like these if neither this nor a test is given. Fewer than
            five judges speak for themselves alone.
        test: the one that marks follow; if none is given, the corrected test for whom they speak.
        unit: "sentences" or "documents" that are kept together; anything else stands for the usual one.

    Raises:
        ValueError: a test or a rule that does not speak for whom was asked for, or a test of how judges
            differ where there are too few.
    """
    counts = count_pairs(table)
    n = len(counts.systems)
    scores = expected_wins(counts.wins)
    groups = linked_groups(counts, "expected-wins")
    place = {i: (number, -scores[i]) for number, group in enumerate(groups) for i in group}
    last = (n, 0.0)
    best_first = tuple(counts.systems[i] for i in sorted(range(n), key=lambda i: place.get(i, last)))
    judges, whole = len(table.judges), whole_unit(table, unit)
    if n < 2:
        test = _chosen_test(as_published, speaks_for, test, enough=judges >= FEWEST_JUDGES)
        speaks_for = target_of_test(test)
        return HeadToHead(
            best_first,
            (),
            as_published,
            NO_PAIRS,
            test=test,
            speaks_for=speaks_for,
            judges=judges,
            unit=whole,
        )
    first, second = np.triu_indices(n, 1)
    wins, losses, ties = counts.wins[first, second], counts.wins[second, first], counts.ties[first, second]
    tested = (np.maximum(wins, 1), np.maximum(losses, 1)) if as_published else (wins, losses)
    sign = sign_test(*tested)
    by_sentence, sentences = _sentence_tests(count_pairs_by_unit(table, whole))
    variance, above_half = variance_of_pairs(table, whole), _above_half(wins, losses)
    if whole == "documents":
        # Flips of a few documents cannot reach a level corrected for many pairs; their variance can.
        by_sentence = variance.p_values(above_half, others=False)
    sign_holm, by_sentence_holm = holm(sign), holm(by_sentence)
    by_judges = np.maximum(by_sentence, variance.p_values(above_half)) if variance.known else None
    by_judges_holm = None if by_judges is None else holm(by_judges)
    test = _chosen_test(as_published, speaks_for, test, enough=by_judges is not None)
    told = HeadToHead(
        best_first,
        (),
        as_published,
        test=test,
        speaks_for=target_of_test(test),
        # As a ranking counts them: who calls everything tied says nothing here.
        judges=variance.judges or judges,
        unit=whole,
    )
    pairs = []
    for k, (a, b) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        won, lost = int(tested[0][k]), int(tested[1][k])
        pair = SystemPair(
            system_a=counts.systems[a],
            system_b=counts.systems[b],
            wins_a=int(wins[k]),
            wins_b=int(losses[k]),
            ties=int(ties[k]),
            share_a=won / (won + lost) if won + lost else None,
            p_value=float(sign[k]),
            p_holm=float(sign_holm[k]),
            p_sentence=float(by_sentence[k]),
            p_sentence_holm=float(by_sentence_holm[k]),
            mark="",
            sentences=int(sentences[k]),
            p_judges=None if by_judges is None else float(by_judges[k]),
            p_judges_holm=None if by_judges_holm is None else float(by_judges_holm[k]),
        )
        pairs.append(replace(pair, mark=told.mark(pair, test)))
    harmed = harm(table, unit=whole, others=told.speaks_for == "judges-like-these")
    return replace(told, pairs=tuple(pairs), notes=notes_on_links(counts), harm=harmed)


def _chosen_test(
    as_published: bool, speaks_for: SpeaksFor | None, test: PairTest | None, *, enough: bool
) -> PairTest:
    """The test that marks follow.

    Args:
        enough: whether judges enough to speak for others decided a comparison.

    Raises:
        ValueError: what was asked for does not fit together.
    """
    if test not in (None, *PAIR_TESTS):
        raise ValueError(f"test {test!r} is not one of {', '.join(PAIR_TESTS)}")
    if speaks_for not in (None, *SPEAKS_FOR):
        raise ValueError(f"speaks_for {speaks_for!r} is not one of {', '.join(SPEAKS_FOR)}")
    if as_published and test not in (None, "sign"):
        raise ValueError(f"marks as published follow the test sign, not {test}")
    if as_published:
        test = "sign"
    if test is None:
        return "judges-holm" if enough and speaks_for != "these-judges" else "sentence-holm"
    if speaks_for not in (None, target_of_test(test)):
        raise ValueError(
            f"the test {test} speaks for {target_of_test(test).replace('-', ' ')}. Marks for "
            f"{speaks_for.replace('-', ' ')} follow one of the tests "
            f"{', '.join(one for one in PAIR_TESTS if target_of_test(one) == speaks_for)}"
        )
    if target_of_test(test) == "judges-like-these" and not enough:
        raise ValueError(
            f"the test {test} needs at least {FEWEST_JUDGES} judges who decided a comparison, because fewer "
            "do not show how much judges differ; sentence-holm speaks for the judges at hand"
        )
    return test


def _above_half(wins: IntArray, losses: IntArray) -> FloatArray:
    """(P,) by how much the share of wins among decided comparisons exceeds one half; 0 without any."""
    decided = wins + losses
    share: FloatArray = np.divide(wins, decided, out=np.full(len(decided), 0.5), where=decided > 0)
    return share - 0.5


def _sentence_tests(by_sentence: UnitCounts) -> tuple[FloatArray, IntArray]:
    """p-value and number of sentences with a decided comparison, for every pair of systems."""
    counts = scipy.sparse.csc_array(by_sentence.counts)
    wins, losses = counts[:, FIRST_WINS::OUTCOMES], counts[:, SECOND_WINS::OUTCOMES]
    net = scipy.sparse.csc_array(wins - losses)
    decided = scipy.sparse.csc_array(wins + losses).indptr
    p_values = [
        sign_flip_test(net.data[start:end].astype(np.int64))
        for start, end in zip(net.indptr[:-1].tolist(), net.indptr[1:].tolist(), strict=True)
    ]
    return np.array(p_values, dtype=np.float64), np.diff(decided).astype(np.int64)
