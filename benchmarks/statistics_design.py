"""Do two campaigns of a design give the same order as often as `rankings.analysis.designing` says?

    python -m benchmarks.statistics_design [CAMPAIGNS]

Systems and judges of `benchmarks.coverage`. The parts of the variance come from one campaign so
large that it knows them. For each design CAMPAIGNS (400 by default) are simulated, with new sentences and
new judges; the share of pairs of campaigns with the same order stands beside what was predicted. Designs
are points of the curves, and the smallest design for 80 %. Then pilots of 150 sentences are planned from,
each of systems of its own whose strengths are drawn, to see how often the probability that they predict
comes true, and how often their interval holds the number of sentences that is needed.
"""

import sys

import numpy as np

from benchmarks.coverage import AS_2015, SPREAD, STRONG, SYSTEMS, Design, simulated
from rankings.analysis.arrays import FloatArray
from rankings.analysis.designing import DesignPlan, Terms, design_from_judgments
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.pair_counts import count_pairs

STRENGTHS = SPREAD * np.linspace(1.3, -1.3, SYSTEMS)
MANY = 10**6
LARGE, LARGE_JUDGES = 10_000, 500


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


def main(campaigns: int, pilots: int = 60) -> None:
    """Print one line for each design."""
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
    pilots_of_systems_drawn(pilots, rng)


def pilots_of_systems_drawn(pilots: int, rng: np.random.Generator) -> None:
    """Print how well pilots predict, mean over pilots of systems of their own."""
    held, predicted, true = [], [], []
    for seed in range(pilots):
        strengths = SPREAD * rng.standard_normal(SYSTEMS)
        truth = known(AS_2015, strengths, rng, most_judges=8).designs[-1]
        pilot = simulated(Design("", 8, AS_2015, 2, sentences=150), strengths, rng)
        one = design_from_judgments(pilot, Terms(most_sentences=MANY, most_judges=8), seed=seed).designs[-1]
        low, needed, high = (
            np.inf if value is None else value
            for value in (one.sentences_low, truth.sentences, one.sentences_high)
        )
        held.append(low <= needed <= high)
        predicted.append([point.probability_same_order for point in one.points[8:17:4]])
        true.append([point.probability_same_order for point in truth.points[8:17:4]])
    sizes = [point.sentences for point in one.points[8:17:4]]
    print(f"pilots of 150 sentences, 8 judges: intervals hold the number of sentences in {np.mean(held):.2f}")
    print(f"same order with {sizes} sentences: predicted {np.mean(predicted, axis=0).round(3)},")
    print(f"  true {np.mean(true, axis=0).round(3)}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3] or ("400",)))
