"""Which design of a campaign gives the same order again: sentences, judges per sentence and judges in all.

A campaign is worth its price if another one like it, with other sentences and other judges, would put the
systems into the same order (Riley et al. 2024 call that probability stable ranking probability). What makes
scores vary is estimated from judgments, or stated; from it follows how two campaigns of any design differ.
Sentences and rankings make scores surer for the judges at hand only: with few judges no number of them helps.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import scipy

from rankings.analysis import reasons
from rankings.analysis.arrays import FloatArray
from rankings.analysis.choices import SEED
from rankings.analysis.design_terms import FEWEST_SENTENCES, Terms
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.grounds import linked_groups
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.repeated_campaigns import RepeatedCampaigns, correlated
from rankings.analysis.scoring import TooFewJudgmentsError
from rankings.analysis.variance_parts import (
    Parts,
    VarianceParts,
    possible_between,
    variance_of_scores,
    variance_parts,
)
from rankings.formats.columns import Judgments


@dataclass(frozen=True, slots=True)
class DesignPoint:
    """A number of rankings, and how probably the same order comes out again.

    Attributes:
        rankings: number of rankings; `sentences` of them are different.
        probability_same_order: probability that two campaigns of this design give the same order.
    """

    sentences: int
    rankings: int
    probability_same_order: float


@dataclass(frozen=True, slots=True)
class CampaignDesign:
    """The cheapest design with a number of judges.

    Attributes:
        judges: in all.
        judges_per_sentence: rankings of each sentence, by different judges.
        sentences, rankings: needed; None where no number suffices that is allowed.
        sentences_low, sentences_high: ends of the interval for `sentences`; None where no number suffices.
        hours: of judging; None likewise.
        hours_each: of every judge.
        probability_same_order: that the same order comes out again with this design, or with the most
            sentences where none suffices.
        limit: that probability with endless sentences.
        points: the curve, by rising number of rankings, with so many judges for each sentence.
    """

    judges: int
    judges_per_sentence: int
    sentences: int | None
    rankings: int | None
    sentences_low: int | None
    sentences_high: int | None
    hours: float | None
    hours_each: float | None
    probability_same_order: float
    limit: float
    points: tuple[DesignPoint, ...]


@dataclass(frozen=True, slots=True)
class DesignPlan:
    """Designs by number of judges, and the one to take.

    Attributes:
        designs: by rising number of judges.
        recommended: number of judges of the design to take: the fewest whose hours are at most a tenth above
            the least; None where no design reaches what is wanted.
        systems: whose order is meant.
        wanted: probability that two campaigns of the design, with other sentences and other judges, give the
            same order.
        margin: two systems whose true scores lie closer together than this may change places.
        closest: the two systems whose order is hardest to repeat, and how far apart they seem; None where
            strengths of systems are assumed.
        parts: of the variance.
        rankings, judges, sentences: of the judgments that give the parts; 0 where these are assumed.
        again: how probably the same order comes out again with the judgments' own sentences and judges, with
            twice the sentences, and with twice the judges; empty where parts are assumed.
        level: how often an interval holds the number of sentences; None where parts are assumed.
        seconds: that a ranking takes.
        most_judges, most_sentences: allowed.
        seed: of the random numbers.
        notes: what a reader has to know, one sentence each.
    """

    designs: tuple[CampaignDesign, ...]
    recommended: int | None
    systems: tuple[str, ...]
    wanted: float
    margin: float
    closest: tuple[str, str, float] | None
    parts: VarianceParts
    rankings: int
    judges: int
    sentences: int
    level: float | None
    seconds: float
    most_judges: int
    most_sentences: int
    seed: int
    notes: tuple[str, ...] = ()
    again: tuple[float, ...] = ()

    @property
    def chosen(self) -> CampaignDesign | None:
        """The recommended design."""
        return next((one for one in self.designs if one.judges == self.recommended), None)


WORLDS = 100
CAMPAIGNS = 60
LEVEL = 0.8
MOST_PER_SENTENCE = 5
# Numbers of judges that are looked at, with the most that are allowed.
JUDGES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100)
# A design that costs at most this much more than the cheapest is as good, if it needs fewer judges.
AS_CHEAP = 1.1
# Below, answers are all alike but for rounding.
SMALLEST_VARIANCE = 1e-12
CURVE = tuple(2**step for step in np.arange(0.0, 10.1, 0.5))


def design_from_judgments(
    table: Judgments,
    terms: Terms | None = None,
    *,
    seed: int = SEED,
    progress: Callable[[float], None] | None = None,
) -> DesignPlan:
    """The cheapest designs for systems and judges like those of some judgments.

    Args:
        table: judgments of a pilot, or of an earlier campaign.
        terms: what is wanted; the usual terms if None.
        seed: of the random numbers.
        progress: called with the finished share of the work.

    Raises:
        TooFewJudgmentsError: systems that no comparison links, too few sentences, or answers that never vary.
    """
    terms = terms or Terms()
    counts = count_pairs(table)
    groups = linked_groups(counts, "expected-wins")
    if not groups:
        raise TooFewJudgmentsError("no two systems have been compared yet, so there is nothing to plan from")
    if len(groups) > 1:
        raise TooFewJudgmentsError("no comparison links some systems with the others, so they have no order")
    members = groups[0]
    names = tuple(table.systems[i] for i in members)
    variance = variance_of_scores(table, members)
    parts = variance_parts(table, members, variance)
    if variance.units < FEWEST_SENTENCES:
        raise TooFewJudgmentsError(
            f"a design needs at least {FEWEST_SENTENCES} sentences with a decided comparison to plan from; "
            f"there are {variance.units}"
        )
    if parts.of_sentences + parts.of_rankings <= SMALLEST_VARIANCE:
        raise TooFewJudgmentsError(
            "there is nothing to plan from: wherever two systems are compared the same one wins, so the "
            "judgments do not tell how other judgments would differ"
        )
    inside = np.ix_(members, members)
    scores = expected_wins(counts.wins[inside])
    rng = np.random.default_rng(seed)
    # A part of the differences is chance (empirical Bayes).
    error = float(variance.total.mean())
    spread = max(0.0, float(scores.var(ddof=1)) - error)
    kept = spread / (spread + error) if spread + error else 0.0
    centre = scores.mean() + kept * (scores - scores.mean())
    around = correlated(rng, WORLDS, parts.shape) * np.sqrt(kept * error)
    worlds = RepeatedCampaigns.of(
        centre + around,
        possible_between(variance, rng, WORLDS) if parts.judges_known else np.full(WORLDS, parts.of_judges),
        parts,
        margin=terms.margin,
        rng=np.random.default_rng([seed, 1]),
        campaigns=CAMPAIGNS,
    )
    notes = [reasons.few(variance.units, "sentences")] if variance.units < reasons.FEW_UNITS else []
    notes += [] if parts.sentences_known else [reasons.SENTENCES_AS_2015]
    notes += [] if parts.judges_known else [reasons.JUDGES_AS_2015]
    plan = _without_designs(
        terms,
        parts.as_deviations(spread**0.5),
        tuple(names[i] for i in np.argsort(-scores, kind="stable")),
        seed,
        tuple(notes),
    )
    # As judges count who have unequal shares.
    of_units, judges = float(variance.of_units.mean()), 1 / max(float(variance.beyond.mean()), 1e-6)
    twice = ((of_units, judges), (of_units / 2, judges), (of_units, 2 * judges))
    plan = replace(
        plan,
        again=tuple(float(worlds.stable(*of).mean()) for of in twice) if variance.known else (),
        closest=_closest(names, scores),
        rankings=len(table),
        judges=variance.judges,
        sentences=variance.units,
        level=LEVEL,
    )
    return _with_designs(plan, worlds, terms, parts, progress)


def design_from_assumptions(
    parts: VarianceParts,
    systems: int,
    terms: Terms | None = None,
    *,
    seed: int = SEED,
    progress: Callable[[float], None] | None = None,
) -> DesignPlan:
    """The cheapest designs for stated parts of the variance.

    True scores of systems are taken to lie as evenly as normal ones do: at the middles of equal shares of a
    normal distribution.

    Args:
        parts: as standard deviations; `sentences_known` and `judges_known` do not count.
        systems: how many there are.
        terms: what is wanted; the usual terms if None.
        seed: of the random numbers.
        progress: called with the finished share of the work.

    Raises:
        ValueError: fewer than two systems, a part below 0, or neither sentences nor rankings that vary.
    """
    if systems < 2:
        raise ValueError(f"an order needs at least two systems, not {systems}")
    if min(parts.systems, parts.sentences, parts.rankings, parts.judges) < 0:
        raise ValueError("a standard deviation is at least 0")
    if not parts.sentences and not parts.rankings:
        raise ValueError("sentences or rankings have to vary: a standard deviation above 0 of one of them")
    terms = terms or Terms()
    places = scipy.special.ndtri((np.arange(systems)[::-1] + 0.5) / systems)
    scores = 0.5 + parts.systems * places / places.std(ddof=1)
    shape = np.eye(systems) - 1 / systems
    shape *= systems / (systems - 1)
    assumed = Parts(parts.sentences**2, parts.rankings**2, parts.judges**2, shape)
    worlds = RepeatedCampaigns.of(
        scores[None],
        np.full(1, assumed.of_judges),
        assumed,
        margin=terms.margin,
        rng=np.random.default_rng([seed, 1]),
        campaigns=WORLDS * CAMPAIGNS,
    )
    names = tuple(f"system {number + 1}" for number in range(systems))
    notes = ("All parts of the variance are assumed; a pilot replaces them.",)
    plan = _without_designs(terms, assumed.as_deviations(parts.systems), names, seed, notes)
    return _with_designs(plan, worlds, terms, assumed, progress)


def _without_designs(
    terms: Terms, parts: VarianceParts, systems: tuple[str, ...], seed: int, notes: tuple[str, ...]
) -> DesignPlan:
    return DesignPlan(
        designs=(),
        recommended=None,
        systems=systems,
        wanted=terms.wanted,
        margin=terms.margin,
        closest=None,
        parts=parts,
        rankings=0,
        judges=0,
        sentences=0,
        level=None,
        seconds=terms.seconds,
        most_judges=terms.most_judges,
        most_sentences=terms.most_sentences,
        seed=seed,
        notes=notes,
    )


def _with_designs(
    plan: DesignPlan,
    worlds: RepeatedCampaigns,
    terms: Terms,
    parts: Parts,
    progress: Callable[[float], None] | None,
) -> DesignPlan:
    usual = [number for number in JUDGES if number < terms.most_judges] + [terms.most_judges]
    numbers = sorted(set(terms.judges)) or usual
    designs = []
    for place, judges in enumerate(numbers):
        designs.append(_design(worlds, terms, parts, judges, with_interval=plan.level is not None))
        if progress is not None:
            progress((place + 1) / len(numbers))
    return replace(plan, designs=tuple(designs), recommended=_recommended(designs))


def _design(
    worlds: RepeatedCampaigns, terms: Terms, parts: Parts, judges: int, *, with_interval: bool
) -> CampaignDesign:
    """The cheapest design with so many judges."""
    most = (parts.of_sentences + parts.of_rankings) / FEWEST_SENTENCES
    variance = worlds.largest_variance(terms.wanted, judges, most)
    # One ranking of each sentence is always the cheapest; more are worth it where sentences run out.
    each, sentences = 1, None
    for each in range(1, min(judges, MOST_PER_SENTENCE) + 1):
        sentences = _sentences(parts, each, judges, variance)
        if sentences is not None and sentences <= terms.most_sentences:
            break
    else:
        sentences = None
    low, high = None, None
    if with_interval:
        possible = worlds.largest_variances(terms.wanted, judges, most)
        few, many = (
            np.quantile(possible, share, method="inverted_cdf")
            for share in (0.5 + LEVEL / 2, 0.5 - LEVEL / 2)
        )
        low, high = _sentences(parts, each, judges, few), _sentences(parts, each, judges, many)
    hours = None
    if sentences is not None:
        hours = sentences * each * terms.seconds / 3600
    points = tuple(
        DesignPoint(
            number, number * each, float(worlds.stable(_variance(parts, number, each), judges).mean())
        )
        for number in sorted(set(terms.sentences)) or _curve(terms.most_sentences)
    )
    shown = sentences or terms.most_sentences
    stable = float(worlds.stable(_variance(parts, shown, each), judges).mean())
    endless = float(worlds.stable(0.0, judges).mean())
    return CampaignDesign(
        judges=judges,
        judges_per_sentence=each,
        sentences=sentences,
        rankings=None if sentences is None else sentences * each,
        sentences_low=low,
        sentences_high=high,
        hours=hours,
        hours_each=None if hours is None else hours / judges,
        probability_same_order=stable,
        # Of so many simulated campaigns, chance may make a few more agree with fewer sentences.
        limit=max(endless, stable, *(point.probability_same_order for point in points)),
        points=points,
    )


def _curve(most: int) -> Iterator[int]:
    for factor in CURVE:
        number = round(10 * factor)
        if number < most:
            yield number
    yield most


def _variance(parts: Parts, sentences: int, each: int) -> float:
    """That sentences and rankings add to a score."""
    return (parts.of_sentences + parts.of_rankings / each) / sentences


def _sentences(parts: Parts, each: int, judges: int, variance: float) -> int | None:
    """The fewest that add no more, with a ranking for every judge; None where none do."""
    if not variance:
        return None
    needed = (parts.of_sentences + parts.of_rankings / each) / variance
    return max(FEWEST_SENTENCES, -(-judges // each), int(np.ceil(round(needed, 6))))


def _recommended(designs: Sequence[CampaignDesign]) -> int | None:
    hours = {one.judges: one.hours for one in designs if one.hours is not None}
    if not hours:
        return None
    least = min(hours.values())
    return min(judges for judges, value in hours.items() if value <= AS_CHEAP * least)


def _closest(names: Sequence[str], scores: FloatArray) -> tuple[str, str, float]:
    ordered = sorted(range(len(names)), key=lambda i: -scores[i])
    gaps = [float(scores[a] - scores[b]) for a, b in pairwise(ordered)]
    place = int(np.argmin(gaps))
    return names[ordered[place]], names[ordered[place + 1]], gaps[place]
