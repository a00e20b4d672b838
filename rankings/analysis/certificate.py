"""A certificate: do the intervals, clusters and tests hold on the design of some judgments?

The items, judges and shared outputs stay as they are; rankings are simulated by a model whose parts are
estimated from the judgments: how far systems lie apart, what all judges see alike in an output, how judges
differ, and how wide a tie is. There the truth is known. How much judges differ is known least, and matters
most: campaigns are simulated with all that the judgments leave possible of it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, islice

import numpy as np
from scipy.optimize import brentq

from rankings.analysis.arrays import FloatArray
from rankings.analysis.bootstrap import TooFewJudgmentsError
from rankings.analysis.certificate_campaigns import (
    KeptCampaign,
    KeptCampaigns,
    KeptRanking,
    Kind,
    PairErrors,
)
from rankings.analysis.certificate_tally import Tally
from rankings.analysis.comparison_graph import linked_groups
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.judge_variance import variance_of_scores
from rankings.analysis.judging_model import JudgingModel
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.rank_ranges import replicates_cut
from rankings.analysis.results.certificate import Certificate, SimulatedModel
from rankings.analysis.simulated_design import MOST_ROWS, Design, win_share

KINDS: tuple[Kind, ...] = (
    ("sentences", "judges-like-these"),
    ("sentences", "these-judges"),
    ("rankings", "these-judges"),
    ("judges", "judges-like-these"),
    ("pairs", "these-judges"),
)
LEAST_SHARED = 50
TRIALS = 10
# Equally likely shares of what is possible; campaigns take turns.
JUDGES_AT = (0.1, 0.3, 0.5, 0.7, 0.9)
MIDDLE = JUDGES_AT.index(0.5)
DRAWN_JUDGES = 4000


def certify(
    table: JudgmentTable,
    *,
    campaigns: int = 50,
    replicates: int = 200,
    confidence: float = 0.95,
    seed: int = 1,
    progress: Callable[[float], None] | None = None,
) -> Certificate:
    """Simulate campaigns of this design, and count how often what is printed about them holds.

    Args:
        table: the judgments.
        campaigns: to simulate with systems as far apart as they seem, and as many with equal systems.
        replicates: of each ranking.
        confidence: of intervals and rank ranges.
        seed: of the random numbers.
        progress: called with the finished share of the work.

    Raises:
        ValueError: fewer than two campaigns.
        TooFewJudgmentsError: systems that no comparison links, fewer than two judges, or nothing decided.
    """
    if campaigns < 2:
        raise ValueError(f"a certificate needs at least 2 campaigns of each kind, not {campaigns}")
    replicates_cut(replicates, confidence)
    table = table.without_uncovered_systems()
    kept = _simulated(table, campaigns, replicates, seed, progress)
    tallies = [Tally(kind) for kind in KINDS]
    for campaign in kept.campaigns:
        others, own, tests = campaign.others, campaign.own, campaign.tests
        for tally, ranking in zip(tallies, campaign.rankings, strict=True):
            if tests is None:
                tally.add(ranking.intervals(confidence), others, others + own)
                continue
            of_others = ranking.speaks_for == "judges-like-these"
            tally.add_equal(
                ranking.clusters(confidence), own, tests[of_others] if ranking.unit == "sentences" else None
            )
    return Certificate(
        intervals=tuple(tally.result() for tally in tallies),
        model=kept.model,
        rankings=len(table),
        judges=len(table.judges),
        sentences=len(table.sentences),
        systems=len(table.systems),
        campaigns=campaigns,
        replicates=replicates,
        confidence=confidence,
        seed=seed,
        error=float(2 * np.sqrt(confidence * (1 - confidence) / campaigns)),
    )


def _simulated(
    table: JudgmentTable,
    campaigns: int,
    replicates: int,
    seed: int,
    progress: Callable[[float], None] | None,
) -> KeptCampaigns:
    """Campaigns with systems as far apart as they seem and campaigns with equal systems, by turns."""
    design = Design.of(table)
    estimate = _estimated(design)
    models, strengths = estimate.models, estimate.strengths
    rng = np.random.default_rng(seed)
    truths = _truths(design, estimate, rng)
    kept = []
    for number in range(2 * campaigns):
        equal = number % 2 == 1
        turn = number // 2 % len(models)
        made = design.judged(models[turn], np.zeros_like(strengths) if equal else strengths, rng)
        rankings = tuple(
            KeptRanking.of(made.table, kind, replicates=replicates, seed=number, for_clusters=equal)
            for kind in KINDS
        )
        tests = None
        if equal:
            found = compare_systems(made.table)
            preferred = dict(zip(made.table.systems, made.own.tolist(), strict=True))
            tests = (
                PairErrors.of(found, preferred, others=False),
                PairErrors.of(found, preferred, others=True),
            )
        kept.append(KeptCampaign(rankings, truths[turn], made.own, tests))
        if progress is not None:
            progress((number + 1) / (2 * campaigns))
    return KeptCampaigns(estimate.model, tuple(kept))


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """What the judgments suggest.

    Attributes:
        model: with judges who differ as much as is as likely too much as too little.
        models: the same with judges who differ as much as is possible at `JUDGES_AT`.
        strengths: (N,) of systems.
    """

    model: SimulatedModel
    models: tuple[SimulatedModel, ...]
    strengths: FloatArray


def _estimated(design: Design) -> Estimate:
    table = design.table
    counts = count_pairs(table)
    groups = linked_groups(counts)
    if not groups or len(groups[0]) < len(table.systems):
        raise TooFewJudgmentsError("a certificate needs comparisons that link all systems")
    decided, tied = _outcomes_of_outputs(table)
    if not decided:
        raise TooFewJudgmentsError("no comparison was decided, so that nothing can be simulated")
    variance = variance_of_scores(table, groups[0])
    if variance.judges < 2:
        raise TooFewJudgmentsError("a certificate needs at least two judges")
    ties = tied / (tied + decided)
    level = _level(ties)
    agreed = _agreed(table, level)
    model = SimulatedModel(
        ties=ties,
        level=level,
        agreed=JudgingModel().agreed if agreed is None else agreed,
        agreed_known=agreed is not None,
        judges=0.0,
        spread=0.0,
    )
    # Where systems often share outputs, the strength of one shows less in its scores.
    shown = _slope(model) * design.ahead.sum(axis=1) / max(1, len(table.systems) - 1)
    possible = np.sqrt(variance.possible.quantile(np.array(JUDGES_AT)))
    likely = float(possible[MIDDLE])
    judges = likely / float(np.sqrt((shown**2).sum(axis=1).mean()))
    scores = expected_wins(counts.wins)
    apart = scores - scores.mean()
    whole = float((apart**2).mean())
    # A part of the differences is chance.
    real = max(0.0, whole - float(variance.total.mean()))
    size = float(((shown @ apart) ** 2).mean())
    strengths = apart * np.sqrt(real / size) if size else apart
    model = replace(model, judges=judges)
    # The first guess takes differences for small; simulated campaigns show by how much it is off.
    rng = np.random.default_rng(0)
    made = [design.judged(model, strengths, rng).table for _ in range(TRIALS)]
    found = [variance_of_scores(one, groups[0]) for one in made]
    spreads = [expected_wins(count_pairs(one).wins).var() for one in made]
    # As it is, below 0 too, so that the mean is not too high.
    simulated = np.mean([one.seen - one.noise for one in found])
    apart_again = np.mean(spreads) - np.mean([one.total.mean() for one in found])
    if simulated > 0:
        # Few campaigns of few judges tell it roughly.
        judges *= float(np.clip(likely / np.sqrt(simulated), 0.5, 2.0))
    if apart_again > 0:
        strengths *= np.sqrt(real / apart_again)
    at = tuple(float(judges * one / likely) if likely else 0.0 for one in possible)
    model = replace(model, judges=judges, judges_low=at[0], judges_high=at[-1], spread=float(strengths.std()))
    return Estimate(model, tuple(replace(model, judges=one) for one in at), strengths)


def _outcomes_of_outputs(table: JudgmentTable) -> tuple[int, int]:
    """Decided and tied comparisons of two different outputs of a ranking."""
    decided = tied = 0
    for a in range(len(table.systems)):
        for b in range(a + 1, len(table.systems)):
            both = table.covered[:, a] & table.covered[:, b] & (table.groups[:, a] != table.groups[:, b])
            same = table.ranks[both, a] == table.ranks[both, b]
            tied += int(same.sum())
            decided += int((~same).sum())
    return decided, tied


def _level(ties: float) -> float:
    """The width of a level at which equal systems tie so often."""
    if ties <= 0.001:
        return 0.01

    def excess(level: float) -> float:
        return 1 - 2 * float(JudgingModel(level=level).win_probability(np.zeros(1))[0]) - ties

    return float(brentq(excess, 1e-3, 200.0)) if excess(200.0) > 0 else 200.0


def _agreed(table: JudgmentTable, level: float) -> float | None:
    """The share of an output's variance that judges see alike, from how alike two of them decide.

    Where an output is ahead by d, it wins with probability min(1, d / level) and ties otherwise. So the mean
    product of two judges' outcomes (1, 0 or -1) follows from the correlation of what they see. None without
    enough sentences that two judges ranked.
    """
    product = shared = 0
    covered = table.covered
    for a, b in _judged_by_two(table):
        both = np.flatnonzero(covered[a] & covered[b])
        apart = [table.groups[row, both][:, None] != table.groups[row, both] for row in (a, b)]
        pairs = np.triu(apart[0] & apart[1])
        one, other = (table.ranks[row, both].astype(int) for row in (a, b))
        product += int((np.sign(one[:, None] - one) * np.sign(other[:, None] - other))[pairs].sum())
        shared += int(pairs.sum())
    if shared < LEAST_SHARED:
        return None
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    weights = weights / weights.sum()

    def outcome(difference: FloatArray) -> FloatArray:
        clipped: FloatArray = np.clip(np.sqrt(2) * difference / level, -1, 1)
        return clipped

    def excess(agreed: float) -> float:
        other = agreed * nodes[:, None] + np.sqrt(1 - agreed**2) * nodes
        expected = weights @ (outcome(nodes)[:, None] * outcome(other)) @ weights
        return float(expected) - product / shared

    if excess(0.0) >= 0 or excess(0.99) <= 0:
        return 0.0 if excess(0.0) >= 0 else 0.99
    return float(brentq(excess, 0.0, 0.99))


def _judged_by_two(table: JudgmentTable) -> Iterator[tuple[int, int]]:
    """Rows of two judges about one sentence, `MOST_ROWS` at most, from sentences in an order of their own."""
    order = np.argsort(table.sentence, kind="stable")
    sentences = np.split(order, np.flatnonzero(np.diff(table.sentence[order])) + 1)
    mixed = np.random.default_rng(0).permutation(len(sentences)).tolist()
    pairs = (pair for number in mixed for pair in combinations(sentences[number].tolist(), 2))
    return islice((pair for pair in pairs if table.judge[pair[0]] != table.judge[pair[1]]), MOST_ROWS)


def _slope(model: SimulatedModel) -> float:
    """How much a system's Expected Wins rise with its strength, among equal systems."""
    step = 0.01
    share = win_share(model, np.array([step, -step]))
    return float((share[0] - share[1]) / (2 * step))


def _truths(
    design: Design, estimate: Estimate, rng: np.random.Generator, number: int = 60
) -> list[FloatArray]:
    """For each of the models (N,) Expected Wins of other judges.

    Where judges differ as much as is likely it is the mean over campaigns, less what their judges move. Where
    they differ more, they agree less on the best, and scores lie closer together, by what the model says.
    """
    scores = []
    for _ in range(number):
        made = design.judged(estimate.model, estimate.strengths, rng)
        scores.append(expected_wins(count_pairs(made.table).wins) - made.own)
    middle = np.mean(scores, axis=0)
    drawn = rng.standard_normal((DRAWN_JUDGES, len(estimate.strengths)))
    of_judges = [
        np.mean(
            [
                design.scores(model, estimate.strengths + model.judges * block).mean(axis=0)
                for block in np.array_split(drawn, 40)
            ],
            axis=0,
        )
        for model in estimate.models
    ]
    return [middle + one - of_judges[MIDDLE] for one in of_judges]
