"""Do intervals, clusters, sets of ranks and tests hold for whom they speak? Campaigns with known truth.

    python -m benchmarks.coverage [CAMPAIGNS [NAME]]
    python -m benchmarks.coverage CAMPAIGNS agreement

The latent quality of an output has a part of the system, one that all judges of the sentence see alike
(standard deviation 0.75, of which documents may have a share in common), one of the judge and system, and one
of the ranking (0.66); levels are 1.08 wide. Judges differ independently from system to system; or 80 % of
what they differ by is one taste, which moves some systems more than others: all degrees of it, two schools,
or a minority of a fifth. The truth is the Expected Wins of new judges on new sentences of new documents; of
three judges, who cannot speak for others, that of these judges on new sentences.

Printed for each design: the share of intervals that hold the truth, over all systems and for the worst; their
width relative to that of an oracle who knows the standard error; the share of campaigns in which some set of
ranks misses the true rank; where systems are equal, the share of campaigns with more than one cluster, of
pairs with p < .05, and of campaigns with any such pair after Holm's correction; where they are not, how often
two campaigns gave the same order, and how often a plan from each campaign said they would.

Of agreement, the share of intervals of kappa for judges like these that hold the kappa of many other judges,
in campaigns where every two judges share many comparisons, and their mean width.
"""

import sys
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import scipy

from rankings.analysis.agreement import agreement
from rankings.analysis.agreement_measures import OverallAgreement
from rankings.analysis.arrays import FloatArray, IntArray
from rankings.analysis.design_terms import Terms
from rankings.analysis.designing import design_from_judgments
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.ranking import rank_systems
from rankings.formats.columns import Judgments

SYSTEMS, SHOWN = 6, 5
SEEN_ALIKE, OWN, LEVEL = 0.75, 0.66, 1.08
AS_2015, STRONG = 0.09, 0.4
SPREAD = 0.35
OF_TASTE = 0.8
MINORITY = 0.2
REPLICATES = 400
MANY = 400_000
# Judges too few to speak for others.
ALONE = 3
AGREEMENT, EACH_SHARES = "agreement", 3

Taste = Literal["independent", "one taste", "two schools", "a minority"]
TASTES: tuple[Taste, ...] = ("independent", "one taste", "two schools", "a minority")


@dataclass(frozen=True)
class Design:
    """How many judges there are, and how much they differ.

    Attributes:
        judges: of the campaign; 0 for a judge of its own for every ranking.
        differ: standard deviation between judges of the latent quality of a system.
        each: rankings of a sentence, by different judges.
        spread: standard deviation of the quality of systems.
        sentences, systems: of the campaign.
        taste: what judges have in common.
        documents: of the campaign; 0 where each sentence stands alone.
        alike: share of the variance of sentences that those of a document have in common.
        uneven: standard deviation of the logarithm of the size of documents.
    """

    name: str
    judges: int
    differ: float
    each: int = 2
    spread: float = 0.0
    sentences: int = 100
    systems: int = SYSTEMS
    taste: Taste = "independent"
    documents: int = 0
    alike: float = 0.0
    uneven: float = 0.0


def _designs() -> list[Design]:
    few = [
        Design(f"{number} sentences, each judge once", 0, 0.0, sentences=number)
        for number in (6, 8, 10, 15, 30)
    ]
    alone = [
        Design(f"3 judges alone, {taste}", 3, STRONG, taste=taste)
        for taste in ("independent", "two schools", "a minority")
    ]
    alike = [
        Design(f"{number} judges as in 2015, {systems} systems", number, AS_2015, systems=systems)
        for number, systems in ((5, 6), (8, 6), (12, 6), (8, 12))
    ]
    judges = [
        Design(f"{number} judges, {taste}, {systems} systems", number, STRONG, systems=systems, taste=taste)
        for systems, numbers in ((6, (5, 8, 12)), (12, (8,)))
        for number in numbers
        for taste in TASTES
    ]
    documents = [
        Design(
            f"8 judges {named}, {number} documents, ICC {alike}",
            8,
            differ,
            taste=taste,
            documents=number,
            alike=alike,
            uneven=uneven,
        )
        for named, differ, taste, alike, uneven, numbers in (
            ("as in 2015", AS_2015, TASTES[0], 0.05, 0.6, (4, 20)),
            ("as in 2015", AS_2015, TASTES[0], 0.2, 1.0, (4, 6, 10, 20)),
            ("of one taste", STRONG, TASTES[1], 0.2, 1.0, (4, 10, 20)),
            ("of two schools", STRONG, TASTES[2], 0.2, 1.0, (4, 10, 20)),
        )
        for number in numbers
    ]
    documents += [
        Design(f"{named}, 10 documents, ICC 0.2", judges, differ, documents=10, alike=0.2, uneven=1.0)
        for named, judges, differ in (("3 judges alone", 3, STRONG), ("12 judges as in 2015", 12, AS_2015))
    ]
    many = replace(documents[4], name="8 judges as in 2015, 10 documents, ICC 0.2, 12 systems", systems=12)
    documents.append(many)
    spread = [
        Design(f"{number} judges as in 2015, spread", number, AS_2015, spread=SPREAD) for number in (5, 8)
    ]
    spread += [
        Design(f"8 judges, {taste}, spread", 8, STRONG, spread=SPREAD, taste=taste) for taste in TASTES
    ]
    both = Design("8 judges of one taste, 12 documents, spread", 8, STRONG, spread=SPREAD, taste="one taste")
    return [*few, *alone, *alike, *judges, *documents, *spread, replace(both, documents=12, alike=0.2)]


def simulated(
    design: Design, strengths: FloatArray, rng: np.random.Generator, likes: FloatArray | None = None
) -> Judgments:
    """One campaign, by judges of whom `likes` says what each adds to the quality of each system."""
    judges = design.judges or design.sentences * design.each
    sentence = np.repeat(np.arange(design.sentences), design.each)
    judge = np.arange(len(sentence))
    if design.judges:
        judge = np.argsort(rng.random((design.sentences, judges)), axis=1)[:, : design.each].ravel()
    shape = (design.sentences, design.systems)
    quality = SEEN_ALIKE * (1 - design.alike) ** 0.5 * rng.standard_normal(shape)
    document = np.zeros(design.sentences, dtype=np.int32)
    if design.documents:
        size = np.exp(design.uneven * rng.standard_normal(design.documents))
        document = rng.choice(design.documents, design.sentences, p=size / size.sum()).astype(np.int32)
        document[: 2 * design.documents] = np.repeat(np.arange(design.documents), 2)
        of_document = rng.standard_normal((design.documents, design.systems))
        quality += SEEN_ALIKE * design.alike**0.5 * of_document[document]
    likes = liked(design, judges, rng) if likes is None else likes
    quality = strengths + quality[sentence] + likes[judge]
    level = levels(quality, rng)
    shown = np.argsort(rng.random(level.shape), axis=1)[:, :SHOWN]
    shown.sort(axis=1)
    ranks = level.max() + 1 - np.take_along_axis(level, shown, axis=1)
    names = tuple("ABCDEFGHIJKL"[: design.systems])
    rows, zeros = len(sentence), np.zeros(len(sentence), dtype=np.int32)
    never, unknown = np.full(rows, None), np.full(rows, np.nan)
    return Judgments(
        systems=names,
        judges=tuple(f"judge{number:05}" for number in range(judges)),
        sentences=tuple(f"{number:06}" for number in range(design.sentences)),
        items=("",),
        documents=tuple(f"{number:03}" for number in range(design.documents)) or ("",),
        result_sets=(("", "", ""),),
        groups_of_systems=tuple((name,) for name in names),
        judge=judge.astype(np.int32),
        sentence=sentence.astype(np.int32),
        item=zeros,
        document=document[sentence],
        result_set=zeros,
        skipped=zeros > 0,
        seconds=unknown,
        active_seconds=unknown,
        opened_at=never,
        submitted_at=never,
        guidelines_version=zeros,
        start=np.arange(rows + 1) * shown.shape[1],
        output=shown.ravel().astype(np.int32),
        rank=ranks.ravel().astype(np.int16),
    )


def liked(design: Design, judges: int, rng: np.random.Generator) -> FloatArray:
    """(J, N) what each judge adds to the quality of each system."""
    own = rng.standard_normal((judges, design.systems))
    if design.taste == "independent":
        return design.differ * own
    taste = rng.standard_normal(judges)
    if design.taste == "two schools":
        taste = np.sign(taste)
    elif design.taste == "a minority":
        taste = ((rng.random(judges) < MINORITY) - MINORITY) / (MINORITY * (1 - MINORITY)) ** 0.5
    moved = scipy.special.ndtri((np.arange(design.systems) + 0.5) / design.systems)
    moved = moved[np.argsort(np.sin(7.0 * np.arange(design.systems)))]  # in another order than strengths
    moved /= (moved**2).mean() ** 0.5
    both: FloatArray = OF_TASTE**0.5 * taste[:, None] * moved + (1 - OF_TASTE) ** 0.5 * own
    return design.differ * both


def levels(quality: FloatArray, rng: np.random.Generator) -> IntArray:
    """(R, N) steps into which each ranking cuts the quality that it sees."""
    seen = quality + OWN * rng.standard_normal(quality.shape)
    steps: IntArray = np.floor(seen / LEVEL + rng.random((len(seen), 1))).astype(np.int64)
    return steps


def true_scores(strengths: FloatArray, likes: FloatArray, rng: np.random.Generator) -> FloatArray:
    """(N,) Expected Wins of many judges, each with a sentence of its own."""
    seen = SEEN_ALIKE * rng.standard_normal(likes.shape)
    level = levels(strengths + seen + likes, rng)
    above = np.stack([(level[:, [i]] > level).sum(axis=0) for i in range(level.shape[1])])
    share = above / np.maximum(1, above + above.T)
    scores: FloatArray = share.sum(axis=1) / (level.shape[1] - 1)
    return scores


def held(design: Design, campaigns: int) -> str:
    """What is printed of a design."""
    rng = np.random.default_rng(11)
    equal, alone = not design.spread and design.taste != "a minority", design.judges == ALONE
    strengths = design.spread * np.linspace(1.3, -1.3, design.systems)
    many = np.random.default_rng(12)
    truth = np.full((campaigns, design.systems), 0.5)
    if not equal:
        truth[:] = true_scores(strengths, liked(design, MANY, many), many)
    scores, low, high = (np.empty(truth.shape) for _ in range(3))
    clusters, pairs, any_pair, missed, forecast = (np.zeros(campaigns) for _ in range(5))
    for number in range(campaigns):
        likes = liked(design, design.judges or 2 * design.sentences, rng)
        if alone:
            truth[number] = true_scores(strengths, np.tile(likes, (MANY // 60, 1)), many)
        table = simulated(design, strengths, rng, likes)
        ranking = rank_systems(table, replicates=REPLICATES, seed=number)
        found = sorted(ranking.systems, key=lambda one: one.system)
        scores[number] = [one.score for one in found]
        low[number] = [-np.inf if one.score_low is None else one.score_low for one in found]
        high[number] = [np.inf if one.score_high is None else one.score_high for one in found]
        clusters[number] = len(ranking.clusters) > 1
        order = truth[number] if alone else np.round(truth[number], 2)  # equal systems share their ranks
        best, worst = 1 + (order > order[:, None]).sum(axis=1), (order >= order[:, None]).sum(axis=1)
        sets = np.array([(one.set_low or 1, one.set_high or design.systems) for one in found])
        missed[number] = ((sets[:, 0] > best) | (sets[:, 1] < worst)).any()
        if equal:
            duels = compare_systems(table).pairs
            p = [one.p_sentence if one.p_judges is None else one.p_judges for one in duels]
            holm = [one.p_sentence_holm if one.p_judges_holm is None else one.p_judges_holm for one in duels]
            pairs[number], any_pair[number] = np.mean(np.array(p) < 0.05), min(holm) < 0.05
        elif design.spread:
            terms = Terms(judges=(design.judges,), sentences=(design.sentences,))
            forecast[number] = design_from_judgments(table, terms).again[0]
    inside = ((low <= truth) & (truth <= high)).mean(axis=0)
    oracle = 2 * 1.96 * np.sqrt(((scores - truth) ** 2).mean())
    width = (high - low)[np.isfinite(high - low)].mean() / oracle
    line = f"{design.name:45s} holds {inside.mean():.3f} worst {inside.min():.3f} width {width:.2f}"
    line += f" sets {missed.mean():.3f}"
    if equal and not alone:
        line += f" clusters {clusters.mean():.3f} pairs {pairs.mean():.3f} Holm {any_pair.mean():.3f}"
    if design.spread:
        orders = np.argsort(-scores, axis=1)
        same = (orders[:, None] == orders).all(axis=2)
        again = (same.sum() - campaigns) / (campaigns * (campaigns - 1))
        line += f" same order {again:.3f} forecast {forecast.mean():.3f}"
    return line


def agreement_held(design: Design, campaigns: int) -> str:
    """What is printed of kappa between judges."""
    equal, rng = np.zeros(design.systems), np.random.default_rng(13)

    def kappa(judges: int, sentences: int, seed: int, replicates: int, **more: Any) -> OverallAgreement:
        large = replace(design, judges=judges, sentences=sentences, each=EACH_SHARES)
        table = simulated(large, equal, np.random.default_rng(seed))
        made = agreement(table, replicates=replicates, seed=seed, every_measure=False, **more)
        return made.inter

    others = [kappa(30, 8000, seed, 0).kappa or 0.0 for seed in range(6)]
    truth = float(np.mean(others))
    seeds = rng.integers(2**31, size=campaigns).tolist()
    ends = np.array(
        [
            (one.low, one.high)
            for seed in seeds
            for one in [kappa(design.judges, 400, seed, REPLICATES, speaks_for="judges-like-these")]
        ],
        dtype=np.float64,
    )
    inside = (ends[:, 0] <= truth) & (truth <= ends[:, 1])
    width = (ends[:, 1] - ends[:, 0]).mean()
    return f"kappa, {design.name:38s} {truth:.3f} holds {inside.mean():.3f} width {width:.3f}"


def main(campaigns: int, named: str) -> None:
    """Print a line for each design whose name holds the text."""
    if named == AGREEMENT:
        for taste in ("independent", "two schools"):
            for judges in (5, 8, 12):
                design = Design(f"{judges} judges, {taste}", judges, STRONG, taste=taste)
                print(agreement_held(design, campaigns), flush=True)
        return
    for design in _designs():
        if named in design.name:
            print(held(design, campaigns), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500, sys.argv[2] if len(sys.argv) > 2 else "")
