"""Do 95 % intervals, clusters and tests hold for whom they speak? Simulated campaigns with known truth.

Six systems, five of them in a ranking, unless the design says otherwise. The latent quality of an output has
a part of the system, one that all judges of the sentence see alike (standard deviation 0.75), one of the
judge and system, and one of the ranking (0.66); levels are 1.08 wide, as in docs/statistics-in-detail.md. The
truth is the Expected Wins of new judges on new sentences. Printed for each design and choice: the share of
intervals that hold the truth; their width relative to that of an oracle who knows the standard error; and,
where systems are equal, the share of campaigns with more than one cluster, of pairs with p < .05, and of
campaigns with any such pair after Holm's correction.
"""

import sys
from dataclasses import dataclass

import numpy as np

from rankings.analysis.arrays import FloatArray
from rankings.analysis.choices import SPEAKS_FOR
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.ranking import rank_systems
from rankings.formats.columns import Judgments
from rankings.formats.records import JudgedOutput, Judgment

SYSTEMS = 6
SHOWN = 5
SEEN_ALIKE, OWN, LEVEL = 0.75, 0.66, 1.08
AS_2015, STRONG = 0.09, 0.4
SPREAD, FAR_APART = 0.35, 1.0
REPLICATES = 400


@dataclass(frozen=True)
class Design:
    """How many judges there are, and how much they differ.

    Attributes:
        judges: of the campaign; 0 for a judge of its own for every ranking.
        differ: standard deviation between judges of the latent quality of a system.
        each: rankings of a sentence, by different judges.
        spread: standard deviation of the quality of systems.
        sentences: of the campaign.
        systems: of the campaign.
    """

    name: str
    judges: int
    differ: float
    each: int = 2
    spread: float = 0.0
    sentences: int = 100
    systems: int = SYSTEMS


DESIGNS = (
    Design("equal, all independent", 0, 0.0, 1),
    Design("equal, 8 alike", 8, 0.0),
    Design("spread, 8 as in 2015", 8, AS_2015, spread=SPREAD),
    Design("equal, 2 as in 2015", 2, AS_2015),
    Design("equal, 3 as in 2015", 3, AS_2015),
    Design("equal, 5 as in 2015", 5, AS_2015),
    Design("equal, 8 as in 2015", 8, AS_2015),
    Design("equal, 20 as in 2015", 20, AS_2015),
    Design("equal, 8 strong", 8, STRONG),
    Design("equal, 3 strong, all judge all", 3, STRONG, 3),
    Design("equal, 5 strong, one judge a sentence", 5, STRONG, 1),
    Design("spread, 3 strong", 3, STRONG, spread=SPREAD),
    Design("far apart, 3 as in 2015", 3, AS_2015, spread=FAR_APART),
    Design("far apart, 8 strong", 8, STRONG, spread=FAR_APART),
    Design("equal, 2 strong, 60 sentences", 2, STRONG, sentences=60),
    Design("far apart, 2 strong, 60 sentences", 2, STRONG, spread=FAR_APART, sentences=60),
    Design("equal, 2 strong, 2 systems", 2, STRONG, systems=2),
    Design("equal, 3 strong, 2 systems", 3, STRONG, systems=2),
    Design("equal, 2 strong, 3 systems", 2, STRONG, systems=3),
    Design("equal, 3 twice as strong, 2 systems", 3, 2 * STRONG, systems=2),
    Design("equal, 3 twice as strong", 3, 2 * STRONG),
    Design("equal, 2 as in 2015, 2 systems", 2, AS_2015, systems=2),
    Design("equal, 3 as in 2015, 2 systems", 3, AS_2015, systems=2),
    *(
        Design(f"equal, all independent, {number} sentences", 0, 0.0, sentences=number)
        for number in (6, 7, 8, 9, 10, 12, 15, 20, 30)
    ),
)


def simulated(design: Design, strengths: FloatArray, rng: np.random.Generator) -> Judgments:
    """One campaign."""
    judges = design.judges or design.sentences * design.each
    sentence = np.repeat(np.arange(design.sentences), design.each)
    if design.judges:
        order = np.argsort(rng.random((design.sentences, judges)), axis=1)
        judge = order[:, : design.each].ravel()
    else:
        judge = np.arange(len(sentence))
    rankings, systems = len(sentence), design.systems
    quality = strengths + SEEN_ALIKE * rng.standard_normal((design.sentences, systems))[sentence]
    quality = quality + design.differ * rng.standard_normal((judges, systems))[judge]
    quality = quality + OWN * rng.standard_normal((rankings, systems))
    level = np.floor(quality / LEVEL + rng.random((rankings, 1))).astype(np.int16)
    shown = np.argsort(rng.random((rankings, systems)), axis=1) < SHOWN
    ranks = np.where(shown, level.max() + 1 - level, 0).astype(np.int16)
    names = [("ABCDEF"[system],) for system in range(systems)]
    return Judgments.of(
        Judgment(
            f"judge{one_judge:05}",
            str(one_sentence),
            tuple(JudgedOutput(name, rank) for name, rank in zip(names, row, strict=True) if rank),
        )
        for one_judge, one_sentence, row in zip(
            judge.tolist(), sentence.tolist(), ranks.tolist(), strict=True
        )
    )


def main(campaigns: int, named: str) -> None:
    """Print one line for each design whose name holds the text, and choice."""
    rng = np.random.default_rng(11)
    for design in DESIGNS:
        if named not in design.name:
            continue
        strengths = design.spread * np.linspace(1.3, -1.3, design.systems)
        truth = np.full(design.systems, 0.5)
        if design.spread:
            many = Design("", 0, design.differ, 1, sentences=200_000)
            truth = expected_wins(count_pairs(simulated(many, strengths, rng)).wins)
        scores: list[list[float]] = []
        low: dict[str, list[list[float]]] = {speaks_for: [] for speaks_for in SPEAKS_FOR}
        high: dict[str, list[list[float]]] = {speaks_for: [] for speaks_for in SPEAKS_FOR}
        pairs: dict[str, list[bool]] = {speaks_for: [] for speaks_for in SPEAKS_FOR}
        clusters = dict.fromkeys(SPEAKS_FOR, 0)
        after_holm = dict.fromkeys(SPEAKS_FOR, 0)
        for seed in range(campaigns):
            table = simulated(design, strengths, rng)
            duels = compare_systems(table).pairs
            for speaks_for in SPEAKS_FOR:
                ranking = rank_systems(table, replicates=REPLICATES, speaks_for=speaks_for, seed=seed)
                by_name = sorted(ranking.systems, key=lambda one: one.system)
                low[speaks_for].append([one.score_low or 0.0 for one in by_name])
                high[speaks_for].append([one.score_high or 1.0 for one in by_name])
                clusters[speaks_for] += len(ranking.clusters) > 1
                alone = speaks_for == "these-judges"
                raw = [one.p_sentence if alone else one.p_judges for one in duels]
                corrected = [one.p_sentence_holm if alone else one.p_judges_holm for one in duels]
                pairs[speaks_for] += [p is not None and p < 0.05 for p in raw]
                after_holm[speaks_for] += any(p is not None and p < 0.05 for p in corrected)
            scores.append([one.score or 0.0 for one in by_name])
        oracle = 2 * 1.96 * np.sqrt(((np.array(scores) - truth) ** 2).mean())
        for speaks_for in SPEAKS_FOR:
            a, b = np.array(low[speaks_for]), np.array(high[speaks_for])
            line = f"{design.name:38s} {speaks_for:18s} {((a <= truth) & (truth <= b)).mean():.3f}"
            line += f"  width {(b - a).mean() / oracle:.2f}"
            if not design.spread:
                line += f"  clusters {clusters[speaks_for] / campaigns:.3f}"
                line += f"  pairs {np.mean(pairs[speaks_for]):.3f}"
                line += f"  any after Holm {after_holm[speaks_for] / campaigns:.3f}"
            print(line, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2] if len(sys.argv) > 2 else "")
