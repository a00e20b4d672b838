"""Do predictions and intervals of smaller analyses hold? Simulated, with a known truth.

    python -m benchmarks.statistics design [CAMPAIGNS] | rejected-edits

`design`: how often two campaigns of a design give the same order, beside what `rankings.analysis.designing`
says, from one campaign so large that it knows the parts of the variance; then the same from pilots of 150
sentences, each of systems of its own. Systems and judges are those of `benchmarks.coverage`.

`rejected-edits`: how often intervals of shares of rejected edits hold the truth, and how wide they are.
Judges reject edits with probabilities from a beta distribution; each sees 20 to 200 edits, of which an eighth
are of the system whose share is asked for. docs/statistics-in-detail.md has the figures of both.
"""

import sys

import numpy as np

from benchmarks.coverage import AS_2015, SPREAD, STRONG, SYSTEMS, Design, simulated
from rankings.analysis.arrays import FloatArray
from rankings.analysis.design_terms import Terms
from rankings.analysis.designing import DesignPlan, design_from_judgments
from rankings.analysis.edit_marks import clustering_of, share_with_interval
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.pair_counts import count_pairs

STRENGTHS = SPREAD * np.linspace(1.3, -1.3, SYSTEMS)
MANY = 10**6
LARGE, LARGE_JUDGES = 10_000, 500
PILOTS = 60
# Mean share of edits that judges reject, and how alike they are: a + b of the beta distribution.
JUDGES_REJECT = ((0.05, 5), (0.05, 50), (0.2, 5), (0.2, 50), (0.02, 20))


def same_order(design: Design, campaigns: int, rng: np.random.Generator) -> float:
    """The share of pairs of campaigns that put the systems into the same order."""
    orders: dict[tuple[int, ...], int] = {}
    for _ in range(campaigns):
        scores = expected_wins(count_pairs(simulated(design, STRENGTHS, rng)).wins)
        order = tuple(np.argsort(-scores, kind="stable").tolist())
        orders[order] = orders.get(order, 0) + 1
    pairs = sum(number * (number - 1) for number in orders.values())
    return pairs / (campaigns * (campaigns - 1))


def known(
    differ: float, strengths: FloatArray, rng: np.random.Generator, most_judges: int = 20
) -> DesignPlan:
    """The designs that follow from a campaign that is large enough to know everything."""
    large = simulated(Design("", LARGE_JUDGES, differ, 2, sentences=LARGE), strengths, rng)
    return design_from_judgments(large, Terms(most_sentences=MANY, most_judges=most_judges))


def designs(campaigns: int) -> None:
    """Print one line for each design, and how well pilots predict."""
    rng = np.random.default_rng(21)
    for differ in (AS_2015, STRONG):
        for one in known(differ, STRENGTHS, rng).designs:
            if one.judges not in (1, 3, 8, 20):
                continue
            asked = [(point.sentences, point.probability_same_order) for point in one.points[4:17:4]]
            if one.sentences is not None:
                asked.append((one.sentences, one.probability_same_order))
            for sentences, predicted in asked:
                design = Design("", one.judges, differ, one.judges_per_sentence, sentences=sentences)
                share = same_order(design, campaigns, rng)
                print(
                    f"judges {differ:.2f}: {one.judges:3d} judges, {one.judges_per_sentence} a sentence, "
                    f"{sentences:5d} sentences: predicted {predicted:.3f}, simulated {share:.3f}",
                    flush=True,
                )
    held, predicted_by_pilots, true = [], [], []
    for seed in range(PILOTS):
        strengths = SPREAD * rng.standard_normal(SYSTEMS)
        truth = known(AS_2015, strengths, rng, most_judges=8).designs[-1]
        pilot = simulated(Design("", 8, AS_2015, 2, sentences=150), strengths, rng)
        one = design_from_judgments(pilot, Terms(most_sentences=MANY, most_judges=8), seed=seed).designs[-1]
        low, needed, high = (
            np.inf if value is None else value
            for value in (one.sentences_low, truth.sentences, one.sentences_high)
        )
        held.append(low <= needed <= high)
        predicted_by_pilots.append([point.probability_same_order for point in one.points[8:17:4]])
        true.append([point.probability_same_order for point in truth.points[8:17:4]])
    sizes = [point.sentences for point in one.points[8:17:4]]
    print(f"pilots of 150 sentences, 8 judges: intervals hold the number of sentences in {np.mean(held):.2f}")
    print(f"same order with {sizes} sentences: predicted {np.mean(predicted_by_pilots, axis=0).round(3)},")
    print(f"  true {np.mean(true, axis=0).round(3)}", flush=True)


def coverage_of_rejected_edits(
    judges: int, mean: float, alike: float, *, campaigns: int = 1500, seed: int = 1
) -> tuple[float, float]:
    """Share of intervals that hold `mean`, and their mean width."""
    random = np.random.default_rng(seed)
    held, width = 0, 0.0
    for _ in range(campaigns):
        rejects = random.beta(mean * alike, (1 - mean) * alike, judges)
        edits = random.integers(20, 200, judges)
        rejected = random.binomial(edits, rejects)
        own = np.maximum(1, edits // 8)
        own_rejected = random.hypergeometric(rejected, edits - rejected, own)
        clustering = clustering_of(list(zip(edits.tolist(), rejected.tolist(), strict=True)))
        units = list(zip(own.tolist(), own_rejected.tolist(), strict=True))
        _, low, high = share_with_interval(units, 0.95, clustering)
        if low is None or high is None:
            raise ValueError("several judges always give an interval")
        held += low <= mean <= high
        width += high - low
    return held / campaigns, width / campaigns


def rejected_edits() -> None:
    """Print the table."""
    print("judges  rejected  alike   held  width")
    for judges in (2, 3, 5, 10, 30):
        for mean, alike in JUDGES_REJECT:
            held, width = coverage_of_rejected_edits(judges, mean, alike)
            print(f"{judges:6}  {mean:8}  {alike:5}  {held:.3f}  {width:.2f}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["rejected-edits"]:
        rejected_edits()
    else:
        designs(int(sys.argv[2]) if len(sys.argv) > 2 else 400)
