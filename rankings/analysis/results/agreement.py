"""Agreement between judges and of judges with themselves."""

from dataclasses import dataclass
from typing import Literal

from rankings.analysis.choices import for_whom


@dataclass(frozen=True, slots=True)
class OverallAgreement:
    """One value of agreement for all judges.

    Attributes:
        kappa: None where it is undefined: no pair of judges shares enough, or all judgments are alike.
        low, high: interval from resampling sentences; None without resampling or without kappa.
        comparisons: what the value rests on: compared pairs of judgments, or comparisons that several judged;
            also where kappa is None because all answers are alike.
        degree: verbal degree of kappa, or "" without kappa.
    """

    kappa: float | None
    low: float | None
    high: float | None
    comparisons: int
    degree: str


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two judges, or the repeated judgments of one judge where `judge_a` equals `judge_b`.

    Attributes:
        kappa: None where it is undefined: nothing compared, or all judgments alike, so that chance explains
            all.
        comparisons: pairs of judgments of the same two outputs that were compared.
        agreed: how many of them agreed.
        observed, expected: P(A) and P(E); None without comparisons.
        first_wins, ties, second_wins: the pooled single judgments that P(E) is computed from.
        enough: whether there are comparisons enough to count in the overall value and to be printed.
    """

    judge_a: str
    judge_b: str
    kappa: float | None
    comparisons: int
    agreed: int
    observed: float | None
    expected: float | None
    first_wins: int
    ties: int
    second_wins: int
    enough: bool


@dataclass(frozen=True, slots=True)
class AgreementMeasure:
    """Another measure of agreement, on all judges.

    Attributes:
        name: short name, for files and tables.
        title: name for people.
        applies: one sentence on what it measures and when to prefer it.
        inter: between judges.
        intra: of judges with themselves; None where the measure does not have this form.
    """

    name: str
    title: str
    applies: str
    inter: OverallAgreement
    intra: OverallAgreement | None


@dataclass(frozen=True, slots=True)
class Agreement:
    """Inter- and intra-annotator agreement.

    Attributes:
        inter, intra: overall values.
        pairs: every pair of judges, `judge_a` up to `judge_b` in the order of `judges`, diagonal included.
        judges: names.
        least_comparisons: pairs of judges with fewer comparisons do not count.
        replicates, confidence, seed: of the intervals, from resampling the unit.
        measures: the paper's kappa and the alternatives; empty where nobody asked for them.
        sentences: those with a shared or repeated comparison; 0 in results of earlier versions.
        speaks_for: for whom intervals speak: judges stay the same where sentences are resampled.
    """

    inter: OverallAgreement
    intra: OverallAgreement
    pairs: tuple[PairAgreement, ...]
    judges: tuple[str, ...]
    least_comparisons: int
    replicates: int
    confidence: float
    seed: int
    unit: Literal["sentences"] = "sentences"
    measures: tuple[AgreementMeasure, ...] = ()
    speaks_for: Literal["these-judges"] = "these-judges"
    sentences: int = 0

    @property
    def for_whom(self) -> str:
        """`for these 8 judges`."""
        return for_whom(self.speaks_for, len(self.judges))

    def pair(self, judge_a: str, judge_b: str) -> PairAgreement:
        """The agreement of two judges, in either order.

        Raises:
            KeyError: there is no such pair.
        """
        wanted = {judge_a, judge_b}
        for pair in self.pairs:
            if {pair.judge_a, pair.judge_b} == wanted:
                return pair
        raise KeyError(f"{judge_a}, {judge_b}")
