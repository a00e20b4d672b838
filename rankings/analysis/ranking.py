"""Systems ranked from human judgments, with what the data leave open: intervals, rank ranges, clusters.

Grundkiewicz et al. (2015), section 5.2 and Tables 3b, 3c and 7; Koehn (2012) for rank ranges and clusters.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from rankings.analysis import reasons
from rankings.analysis.choices import (
    BY_JUDGES,
    CONVENTIONS,
    SEED,
    WHOLE_UNITS,
    BootstrapUnit,
    Convention,
    SpeaksFor,
    for_whom,
    judges_spoken_for,
    usual_replicates,
)
from rankings.analysis.grounds import FEW_SENTENCES, Grounds, grounds_of, linked_groups, notes_on_counts
from rankings.analysis.judge_variance import Cells, spread_of_scores
from rankings.analysis.methods import Method, registration
from rankings.analysis.pair_counts import PairCounts, count_pairs, count_pairs_by_unit
from rankings.analysis.ranges import RULES, mean_scores, replicates_cut
from rankings.analysis.ranked_systems import RankedSystem, RankSets, Replicates, Variation, ranked_group
from rankings.analysis.scoring import (
    Resampler,
    ScoringMethod,
    TooFewJudgmentsError,
    among,
    replicated_scores,
    resampler,
    scores_of_runs,
    scoring_method,
)
from rankings.formats.columns import Judgments


@dataclass(frozen=True, slots=True)
class SystemRanking:
    """A ranking and how it was made.

    Attributes:
        systems: best first within each group, the largest group first; then those that were never compared.
        clusters: the names of the systems of each cluster, best first.
        method, unit, replicates, confidence, seed, convention: as asked for.
        title: of the method.
        units: how many units of resampling the data have.
        without_ranges: why there are no intervals, rank ranges and more than one cluster to a group; "" where
            the data support them.
        notes: warnings about the data for the reader, one sentence each.
        reason: why there are no systems, in a sentence; "" where there are.
        speaks_for: for whom intervals, rank ranges and clusters speak.
        judges: how many judges there are.
        judges_sd: standard deviation between judges of a system's Expected Wins, mean over systems; of what
            the judgments leave possible the median. None where it cannot be known.
        judges_error: the standard error that judges like these leave in the scores with any number of
            sentences; None likewise.
    """

    systems: tuple[RankedSystem, ...]
    clusters: tuple[tuple[str, ...], ...]
    method: Method
    title: str
    unit: BootstrapUnit
    units: int
    replicates: int
    confidence: float
    seed: int
    convention: Convention
    without_ranges: str = ""
    notes: tuple[str, ...] = ()
    reason: str = ""
    speaks_for: SpeaksFor = "these-judges"
    judges: int = 0
    judges_sd: float | None = None
    judges_error: float | None = None

    @property
    def for_whom(self) -> str:
        """`for judges like these 8`."""
        return for_whom(self.speaks_for, self.judges)

    @property
    def on_judges(self) -> str:
        """How much judges differ; "" where it cannot be known, or is not the question."""
        rough = self.unit not in WHOLE_UNITS  # about sentences, so that judges are not the question
        if rough or self.without_ranges or None in (self.judges_sd, self.judges_error):
            return ""
        if self.judges < reasons.FEWEST_JUDGES:
            return reasons.few_judges(self.judges)
        return (
            f"From judge to judge, a system's Expected Wins vary by about {self.judges_sd:.3f} (standard "
            f"deviation). For other judges like these, an error of {self.judges_error:.3f} stays, however "
            "many sentences they rank."
        )

    @property
    def may_be_best(self) -> tuple[str, ...]:
        """The systems of which one is the best, at the confidence; empty where groups or sets are missing."""
        if len(self.groups) != 1:
            return ()
        return tuple(one.system for one in self.groups[0] if one.set_low == 1)

    @property
    def groups(self) -> list[list[RankedSystem]]:
        """The systems in groups that comparisons link; systems that were never compared are in none."""
        groups: dict[int, list[RankedSystem]] = {}
        for system in self.systems:
            if system.group is not None:
                groups.setdefault(system.group, []).append(system)
        return list(groups.values())


def rank_systems(
    table: Judgments,
    method: Method = "expected-wins",
    *,
    replicates: int | None = None,
    unit: BootstrapUnit = "usual",
    confidence: float = 0.95,
    seed: int = SEED,
    progress: Callable[[float], None] | None = None,
    convention: Convention = "standard",
    speaks_for: SpeaksFor | None = None,
) -> SystemRanking:
    """Score all systems, resample the data, and find which ranks and clusters the data support.

    Args:
        table: the judgments.
        method: how pair counts become scores.
        replicates: number of resamplings, at least 1; `usual_replicates` of the method if None.
        unit: what is resampled; "usual" is documents where the data name some with several sentences,
            else sentences, whose judgments stay together; "pairs" is what the 2015 paper did, and too
            narrow, because comparisons of one ranking depend on each other.
        confidence: of intervals and rank ranges, between 0 and 1.
        seed: of the random numbers; the same table and seed give the same result to the last bit.
        progress: called with the finished share of the work, from 0 to 1.
        convention: "standard"; or "cluster.py" or "EW.pl" for the rules of the published scripts: how many
            replicates to cut, how ties are broken, where clusters start, and whether the score is that of the
            data or the mean over replicates.
        speaks_for: whether intervals, rank ranges and clusters say what these judges would make of other
            sentences, or also what other judges like them would. The latter resamples sentences or documents
            and adds the variance between judges (`rankings.analysis.judge_variance`), and is the default.
            Other units, other conventions and fewer than five judges leave no choice; the result says for
            whom it speaks.

    Raises:
        ValueError: an option out of its range; a unit or convention that rules out `speaks_for`.
        TooFewJudgmentsError: fewer than two systems, or no ranking.
        TooFewUnitsError: fewer than two units to resample.
    """
    replicates = usual_replicates(method) if replicates is None else replicates
    _check(table, replicates, convention, confidence)
    asked = judges_spoken_for(speaks_for, unit, convention)
    scoring, rules = scoring_method(method), RULES[convention]
    counts = count_pairs(table)
    groups = linked_groups(counts, method)
    if not groups:
        raise TooFewJudgmentsError("no two systems have been compared yet: no ranking shows more than one")
    draw = resampler(table, unit)
    unit = draw.unit
    cells = Cells.of(table, "documents" if unit == "documents" else "sentences")
    of_scores = [spread_of_scores(table, members) for members in groups]
    between = [cells.influences(spread).variance() for spread in of_scores]
    varies = unit in WHOLE_UNITS and convention == "standard"
    adds_judges = varies and asked == "judges-like-these" and between[0].known
    grounds = grounds_of(
        table,
        unit,
        counts,
        draw.counts,
        confidence=confidence,
        method=method,
        by_sentence=draw.counts if unit == "sentences" else count_pairs_by_unit(table, "sentences"),
        cells=cells if adds_judges else None,
        usual=between[0].between,
    )
    systems: list[RankedSystem] = []
    for group in _resampled(
        scoring,
        groups,
        counts,
        draw,
        replicates=replicates,
        seed=seed,
        progress=progress,
        variations=[
            Variation(cells, spread, variance, adds_judges)
            for spread, variance in zip(of_scores, between, strict=True)
            if varies
        ],
        # Tests of fewer sentences call too many equal systems different.
        alpha=grounds.alpha if grounds.sentences >= FEW_SENTENCES else 0.0,
        mean_score=rules.mean_score,
    ):
        before = systems[-1].cluster or 0 if systems else 0
        systems += ranked_group(group, grounds, confidence=confidence, rules=rules, clusters_before=before)
    boundless = scoring.without_bound(counts)
    systems = [
        replace(one, score_low=None, score_high=None, score_sd=None) if one.system in boundless else one
        for one in systems
    ]
    linked = set(chain.from_iterable(groups))
    involved = counts.comparisons.sum(axis=1).tolist()
    systems += [
        RankedSystem(name, comparisons=involved[index], group=None)
        for index, name in enumerate(counts.systems)
        if index not in linked
    ]
    ranking = SystemRanking(
        systems=tuple(systems),
        clusters=_clusters(systems),
        method=method,
        title=scoring.title,
        unit=unit,
        units=draw.units,
        replicates=replicates,
        confidence=confidence,
        seed=seed,
        convention=convention,
        without_ranges=grounds.reason,
        speaks_for="judges-like-these" if adds_judges or unit in BY_JUDGES else "these-judges",
        judges=between[0].judges,
        judges_sd=between[0].sd,
        judges_error=between[0].least_error,
    )
    return replace(ranking, notes=tuple(_notes(ranking, table, grounds, scoring, boundless)))


def _check(table: Judgments, replicates: int, convention: Convention, confidence: float) -> None:
    if convention not in CONVENTIONS:
        raise ValueError(f"convention {convention!r} is not one of {', '.join(CONVENTIONS)}")
    if replicates < 1:
        raise ValueError(f"the number of replicates has to be at least 1; it is {replicates}")
    replicates_cut(replicates, confidence)
    if len(table.systems) < 2:
        named = len(table.systems)
        raise TooFewJudgmentsError(f"a ranking needs at least two systems; the judgments name {named}")
    if not table.covered.any():
        raise TooFewJudgmentsError("there is no ranking yet: every item was skipped or is still open")


def _resampled(
    scoring: ScoringMethod,
    groups: Sequence[tuple[int, ...]],
    counts: PairCounts,
    draw: Resampler,
    *,
    replicates: int,
    seed: int,
    progress: Callable[[float], None] | None,
    variations: Sequence[Variation],
    alpha: float,
    mean_score: bool,
) -> list[Replicates]:
    """The groups, scored and resampled.

    Args:
        variations: how scores of each group vary; none where no whole sentences or documents are resampled.
        alpha: how often some set of ranks may fail.
        mean_score: whether the score is the mean over replicates.
    """
    scorings = [among(scoring, members, len(counts.systems)) for members in groups]
    if draw.unit == "pairs" and scoring.runs is not None:
        mean_score = mean_score or scoring.mean_of_runs
        drawn = [
            scores_of_runs(own.runs(counts.wins, counts.ties), replicates, seed, progress)
            for own in scorings
            if own.runs is not None
        ]
    else:
        # The same for these judges and for judges like these, which vary them further.
        drawn = replicated_scores(draw, scorings, replicates, seed, progress)
    resampled = []
    for place, (members, own, replicated) in enumerate(zip(groups, scorings, drawn, strict=True)):
        errors, varied, sets = None, replicated, RankSets()
        scores = mean_scores(varied) if mean_score else own.point(counts.wins[None], counts.ties[None])[0]
        if variations:
            of, is_own = variations[place], scoring.name == "expected-wins"
            source = np.random.SeedSequence([seed, place])
            varied, errors = of.variance.varied(replicated, source, others=of.others, own=is_own)
            sets = of.rank_sets(scores, None if is_own else replicated, alpha)
        resampled.append(Replicates(place + 1, members, scores, varied, errors, scoring.limits, sets))
    return resampled


def _clusters(systems: Sequence[RankedSystem]) -> tuple[tuple[str, ...], ...]:
    """The names of the systems of each cluster."""
    last = max((system.cluster or 0 for system in systems), default=0)
    return tuple(
        tuple(system.system for system in systems if system.cluster == number)
        for number in range(1, last + 1)
    )


def _notes(
    ranking: SystemRanking,
    table: Judgments,
    grounds: Grounds,
    scoring: ScoringMethod,
    boundless: frozenset[str],
) -> list[str]:
    """What a reader has to know, one sentence each."""
    notes = [grounds.reason, *notes_on_counts(grounds.counts, ranking.method)]
    notes.append(scoring.note_on_counts(grounds.counts))
    if boundless:
        notes.append(reasons.unbounded(sorted(boundless)))
    if not grounds.reason:
        ranged = [one for one in ranking.systems if one.rank_low is not None and one.score is not None]
        alike = [one.system for one in ranged if one.score_low is None and one.system not in boundless]
        notes.append(scoring.note_on_runs if ranking.unit == "pairs" else scoring.note_on_replicates)
        notes += [reasons.alike(alike)] if alike else []
        notes += grounds.notes
        if ranking.replicates < round(2 / (1 - ranking.confidence)) - 1:
            notes.append(reasons.FEW_REPLICATES)
    # Judges who ranked one output above another at least once.
    prefers = (table.covered & (table.ranks < table.ranks.max(axis=1, keepdims=True, initial=0))).any(axis=1)
    ranked, prefer = np.unique(table.judge[~table.skipped]).size, np.unique(table.judge[prefers]).size
    if prefer not in (0, ranked):
        notes.append(reasons.indifferent(prefer, ranked))
    return [*filter(None, (*notes, ranking.on_judges))]


def without_ranking(
    reason: str,
    method: Method,
    *,
    replicates: int,
    unit: BootstrapUnit,
    confidence: float,
    seed: int,
    convention: Convention = "standard",
) -> SystemRanking:
    """An empty ranking where the data do not allow one: the settings, and the reason in a sentence."""
    return SystemRanking(
        systems=(),
        clusters=(),
        method=method,
        title=registration(method).title,
        unit=unit,
        units=0,
        replicates=replicates,
        confidence=confidence,
        seed=seed,
        convention=convention,
        reason=f"{reason[:1].upper()}{reason[1:].rstrip('.')}.",
    )
