"""Does judging that adds items where they help settle false orders? What does it save, and what does it bend?

    python -m benchmarks.adaptive_judging [CAMPAIGNS [PART OF A DESIGN'S NAME]]

Campaigns with known truth. Outputs have the quality of the model in docs/statistics-in-detail.md: a part that
all judges see alike, one of each judge, and one of the ranking. Each system leaves a quarter of the sentences
as they were, so that outputs are shared. An evaluation begins with planned items sampled at random, two
rankings each; then items are added until the rule stops it. Beside it: the same looks, each of which uses the
whole error (naive); the same rule with all items at random; plans of fixed size with one test at their end.

Printed: share of campaigns with a false order, and with the question settled; mean number of settled pairs
and of items; for scores of all items and of those sampled at random the largest bias of a system, by how much
differences are stretched, the root mean squared error, and the share of 95 % intervals that hold the truth.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from rankings.analysis.adaptive import AddingRule, next_step
from rankings.analysis.arrays import FloatArray
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.judge_variance import variance_of_scores
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.sequential import Goal, Order, is_settled, newly_settled, state_of
from rankings.formats.records import JudgedOutput, Judgment, OutputSet
from rankings.items.adaptive import AddedItem, choose_batch
from rankings.items.collapse import collapse

SEEN_ALIKE, OWN, LEVEL = 0.75, 0.66, 1.08
AS_2015 = 0.09
UNCHANGED = 0.25
SENTENCES = 1500
EACH = 2
PLANNED, BATCH, MOST, LOOKS = 60, 90, 540, 4
ERROR = 0.05
WORLDS = 10


@dataclass(frozen=True)
class Design:
    """Judges, how much they differ, and the strengths of systems."""

    name: str
    judges: int
    differ: float
    strengths: tuple[float, ...]
    goal: Goal = "order"

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple("ABCDEFGHIJKLM"[: len(self.strengths)])


def _line(systems: int, spread: float) -> tuple[float, ...]:
    return tuple(float(x) for x in spread * np.linspace(1.3, -1.3, systems))


EQUAL = (0.0,) * 6
DESIGNS = (
    Design("6 equal, 3 judges alike", 3, 0.0, EQUAL),
    Design("6 equal, 8 judges alike", 8, 0.0, EQUAL),
    Design("6 equal, 3 judges as in 2015", 3, AS_2015, EQUAL),
    Design("6 equal, 8 judges as in 2015", 8, AS_2015, EQUAL),
    Design("12 equal, 8 judges as in 2015", 8, AS_2015, (0.0,) * 12),
    Design("6 spread, 8 judges alike", 8, 0.0, _line(6, 0.6)),
    Design("12 and one best, 8 judges as in 2015", 8, AS_2015, (0.95, *_line(12, 0.5)[1:]), "best"),
)


class World:
    """The corpus of a campaign and its judges."""

    def __init__(self, design: Design, rng: np.random.Generator, sentences: int = SENTENCES) -> None:
        self.design, self.rng = design, rng
        number = len(design.strengths)
        self.strength = np.array(design.strengths)
        self.judges = design.differ * rng.standard_normal((max(design.judges, EACH), number))
        self.alike = SEEN_ALIKE * rng.standard_normal((sentences, number))
        same = rng.random((sentences, number)) < UNCHANGED
        self.sets: list[OutputSet] = [
            collapse({name: "=" if same[s, k] else name for k, name in enumerate(design.systems)})
            for s in range(sentences)
        ]
        self.place = {name: k for k, name in enumerate(design.systems)}

    def ranked(self, sentence: int, shown: OutputSet, each: int = EACH) -> list[Judgment]:
        """An item, ranked by different judges."""
        if len(shown) < 2:
            return []
        behind = [[self.place[name] for name in systems] for systems in shown.systems]
        judgments = []
        for judge in self.rng.permutation(len(self.judges))[:each].tolist():
            liked = self.strength + self.judges[judge]
            quality = np.array([liked[k].mean() + self.alike[sentence, k[0]] for k in behind])
            quality += OWN * self.rng.standard_normal(len(behind))
            level = np.floor(quality / LEVEL + self.rng.random())
            rank = (level.max() + 1 - level).astype(int).tolist()
            outputs = tuple(map(JudgedOutput, shown.systems, rank))
            judgments.append(Judgment(f"judge{judge:03}", str(sentence), outputs))
        return judgments


@dataclass
class Tally:
    """What a way of judging came to."""

    false: int = 0
    naive: int = 0
    settled: int = 0
    pairs: int = 0
    items: list[int] = field(default_factory=list)
    all_scores: list[FloatArray] = field(default_factory=list)
    random_scores: list[FloatArray] = field(default_factory=list)
    held: list[float] = field(default_factory=list)
    random_held: list[float] = field(default_factory=list)


def truth_of(design: Design) -> tuple[FloatArray, set[Order]]:
    """Expected Wins of new judges on sentences sampled at random, and the true orders."""
    orders = {
        (a, b)
        for a, x in zip(design.systems, design.strengths, strict=True)
        for b, y in zip(design.systems, design.strengths, strict=True)
        if x > y
    }
    if not orders:
        return np.full(len(design.systems), 0.5), orders
    wins = np.zeros((len(design.systems),) * 2)
    for seed in range(WORLDS):
        many = World(Design("", 400, design.differ, design.strengths), np.random.default_rng([seed, 9]))
        batch = choose_batch(many.sets, {}, items=PLANNED + MOST, seed=seed, random_share=1.0)
        judgments = [one for item in batch for one in many.ranked(item.item.sentence, item.item.outputs)]
        wins += count_pairs(JudgmentTable.from_judgments(judgments, design.systems)).wins
    return expected_wins(wins), orders


def one_campaign(
    design: Design, tally: Tally, truth: FloatArray, orders: set[Order], *, seed: int, random_share: float
) -> None:
    """Judge until the rule stops it."""
    world = World(design, np.random.default_rng([seed, 7]))
    rule = AddingRule(design.goal, PLANNED, MOST, LOOKS, 1 - ERROR)
    judgments: list[Judgment] = []
    at_random: list[bool] = []
    used: set[int] = set()

    def add(batch: Sequence[AddedItem]) -> None:
        for one in batch:
            used.add(one.item.sentence)
            made = world.ranked(one.item.sentence, one.item.outputs)
            judgments.extend(made)
            at_random.extend([one.pair is None] * len(made))

    add(choose_batch(world.sets, {}, items=PLANNED, seed=seed, random_share=1.0))
    added = looks_taken = 0
    settled: list[Order] = []
    naive: list[Order] = []
    while True:
        table = JudgmentTable.from_judgments(judgments, design.systems)
        step = next_step(
            table, rule, systems=design.systems, added=added, looks_taken=looks_taken, settled=settled
        )
        settled += step.settled
        if step.look:
            naive += newly_settled(state_of(table, rule.speaks_for, design.systems), naive, ERROR)
            looks_taken = step.look
        if step.ending:
            break
        batch = choose_batch(
            world.sets,
            step.gains,
            items=min(BATCH, step.items),
            seed=seed + added + 1,
            used=used,
            sentences_so_far=step.sentences,
            random_share=random_share,
        )
        add(batch)
        added += len(batch)
    tally.false += any(order not in orders for order in settled)
    tally.naive += any(order not in orders for order in naive)
    tally.settled += step.ending == "settled"
    tally.pairs += len(settled)
    tally.items.append(PLANNED + added)
    for kept, scores, held in (
        (table, tally.all_scores, tally.held),
        (table.select_rows(np.array(at_random)), tally.random_scores, tally.random_held),
    ):
        score = expected_wins(count_pairs(kept).wins)
        variance = variance_of_scores(kept, range(len(design.systems)))
        scores.append(score)
        held.append(float((variance.p_values(score - truth) >= 0.05).mean()))


def fixed_sizes(design: Design, campaigns: int, orders: set[Order]) -> list[tuple[int, float, float, float]]:
    """(items, share settled, mean settled pairs, share with a false order) of plans with one test."""
    sizes = [150, 250, 400, 600, 900, 1400]
    settled, pairs, false = (np.zeros(len(sizes)) for _ in range(3))
    for seed in range(campaigns):
        world = World(design, np.random.default_rng([seed, 8]))
        judgments: list[Judgment] = []
        ends = []
        for one in choose_batch(world.sets, {}, items=sizes[-1], seed=seed, random_share=1.0):
            judgments += world.ranked(one.item.sentence, one.item.outputs)
            ends.append(len(judgments))
        for k, size in enumerate(sizes):
            table = JudgmentTable.from_judgments(judgments[: ends[size - 1]], design.systems)
            new = newly_settled(state_of(table, "judges-like-these", design.systems), (), ERROR)
            settled[k] += is_settled(design.systems, new, design.goal)
            pairs[k] += len(new)
            false[k] += any(order not in orders for order in new)
    return [
        (size, settled[k] / campaigns, pairs[k] / campaigns, false[k] / campaigns)
        for k, size in enumerate(sizes)
    ]


def main(campaigns: int, wanted: str) -> None:
    """Print what each way of judging came to, for each design."""
    print(f"{PLANNED} planned items, {BATCH} a batch, {MOST} at most, {LOOKS} looks, {EACH} judges each")
    for design in DESIGNS:
        if wanted not in design.name:
            continue
        truth, orders = truth_of(design)
        every = sum(1 for _ in combinations(design.systems, 2))
        print(f"\n{design.name} ({every} pairs, {design.goal})", flush=True)
        ways = [("chosen", 0.25), ("at random", 1.0)] if orders else [("chosen", 0.25)]
        for name, share in ways:
            tally = Tally()
            for seed in range(campaigns):
                one_campaign(design, tally, truth, orders, seed=1000 * seed, random_share=share)
            line = f"  {name:10s} false {tally.false / campaigns:.3f}  naive {tally.naive / campaigns:.3f}"
            line += f"  settled {tally.settled / campaigns:.3f}"
            line += f"  pairs {tally.pairs / campaigns:.2f}  items {np.mean(tally.items):.0f}"
            for what, scores, held in (
                ("all", tally.all_scores, tally.held),
                ("random", tally.random_scores, tally.random_held),
            ):
                bias = np.mean(scores, axis=0) - truth
                error = np.sqrt(((np.array(scores) - truth) ** 2).mean())
                line += f"\n             {what:6s} bias {np.abs(bias).max():.4f}"
                line += f"  stretch {_stretch(bias, truth):+.3f}"
                line += f"  rmse {error:.4f}  held {np.mean(held):.3f}"
            print(line, flush=True)
        if orders:
            for size, settled, pairs, false in fixed_sizes(design, max(20, campaigns // 3), orders):
                print(
                    f"  fixed {size:5d} settled {settled:.3f}  pairs {pairs:.2f}  false {false:.3f}",
                    flush=True,
                )


def _stretch(bias: FloatArray, truth: FloatArray) -> float:
    """By how much scores are stretched away from their mean; 0 where nothing is."""
    apart = truth - truth.mean()
    size = float(apart @ apart)
    return float(bias @ apart) / size if size > 1e-3 else 0.0


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2] if len(sys.argv) > 2 else "")
