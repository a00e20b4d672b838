"""Every two systems against each other."""

from dataclasses import dataclass, replace

from rankings.analysis.choices import PairTest, SpeaksFor, for_whom, target_of_test

MARKS = ((0.01, "‡"), (0.05, "†"), (0.1, "*"))
P_VALUES: dict[PairTest, str] = {
    "judges-holm": "p_judges_holm",
    "judges": "p_judges",
    "sentence-holm": "p_sentence_holm",
    "sentence": "p_sentence",
    "sign-holm": "p_holm",
    "sign": "p_value",
}
NO_PAIRS = "There are no two systems to compare."


@dataclass(frozen=True, slots=True)
class SystemPair:
    """System a against system b.

    Attributes:
        wins_a, wins_b, ties: outcomes of their expanded comparisons.
        share_a: wins_a / (wins_a + wins_b); None if no comparison was decided.
        p_value: exact two-sided sign test of wins against losses, ties dropped; 1 if none was decided.
        p_holm: `p_value` after Holm's correction for all pairs of systems.
        p_sentence: exact two-sided test that flips the sign of all comparisons of a sentence together.
        p_sentence_holm: `p_sentence` after Holm's correction.
        p_judges: two-sided test for judges like these: the larger of `p_sentence` and the p-value of
            Student's t with the variance between judges; None with one judge.
        p_judges_holm: `p_judges` after Holm's correction.
        mark: by the test of the result: "‡" for a p-value of at most 0.01, "†" at most 0.05, "*" at most
            0.1, otherwise "".
        sentences: sentences with a decided comparison of the two.
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
        """The p-value of a test; None where it needs several judges and there is one."""
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
        judges: how many judges there are; 0 in results of earlier versions, which did not count them.
    """

    systems: tuple[str, ...]
    pairs: tuple[SystemPair, ...]
    as_published: bool = False
    reason: str = ""
    notes: tuple[str, ...] = ()
    test: PairTest = "sign"
    speaks_for: SpeaksFor = "these-judges"
    judges: int = 0

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


def significance_mark(p_value: float) -> str:
    """The mark of the smallest usual level that the p-value reaches, or ""."""
    return next((mark for level, mark in MARKS if p_value <= level), "")
