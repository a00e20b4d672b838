"""Systems ranked from human judgments, with what the data leave open: intervals, rank ranges, clusters.

Grundkiewicz et al. (2015), section 5.2 and Tables 3b, 3c and 7; Koehn (2012) for rank ranges and clusters.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from rankings.analysis.arrays import FloatArray
from rankings.analysis.bootstrap import Resampler, TooFewJudgmentsError
from rankings.analysis.choices import (
    BY_JUDGES,
    CONVENTIONS,
    BootstrapUnit,
    Convention,
    Method,
    SpeaksFor,
    judges_spoken_for,
)
from rankings.analysis.comparison_graph import notes_on_counts
from rankings.analysis.grounds import for_other_judges, grounds_of
from rankings.analysis.judge_deviations import with_other_judges
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.prepared_table import PreparedTable
from rankings.analysis.range_ends import cut_margin, replicates_for_ends
from rankings.analysis.rank_ranges import mean_scores, replicates_cut
from rankings.analysis.ranked_systems import (
    RULES,
    Group,
    never_compared,
    notes_on_spread,
    ranked_group,
)
from rankings.analysis.results.ranking import RankedSystem, SystemRanking
from rankings.analysis.scoring import RUNS_PER_CALL, Runs, ScoringMethod, among, scoring_method

__all__ = ["CONVENTIONS", "Convention", "RankedSystem", "SystemRanking", "rank_systems"]


def rank_systems(
    table: JudgmentTable | PreparedTable,
    method: Method = "expected-wins",
    *,
    replicates: int = 1000,
    unit: BootstrapUnit = "sentences",
    confidence: float = 0.95,
    seed: int = 1,
    progress: Callable[[float], None] | None = None,
    convention: Convention = "standard",
    speaks_for: SpeaksFor | None = None,
) -> SystemRanking:
    """Score all systems, resample the data, and find which ranks and clusters the data support.

    Args:
        table: the judgments; prepared, where several rankings are made of them.
        method: how pair counts become scores.
        replicates: number of resamplings, at least 1; 1,000 give rank ranges at 0.95 to about one percent.
        unit: what is resampled. "sentences" keeps all judgments of a sentence together; "pairs" is
            what the 2015 paper did, and too narrow, because comparisons of one ranking depend on each other.
        confidence: of intervals and rank ranges, between 0 and 1.
        seed: of the random numbers; the same table and seed give the same result to the last bit.
        progress: called with the finished share of the work, from 0 to 1.
        convention: "standard"; or "cluster.py" or "EW.pl" for the rules of the published scripts: how many
            replicates to cut, how ties are broken, where clusters start, and whether the score is that of the
            data or the mean over replicates.
        speaks_for: whether intervals, rank ranges and clusters say what these judges would make of other
            sentences, or also what other judges like them would. The latter resamples sentences and adds the
            variance between judges (`rankings.analysis.judge_variance`), and is the default. Other units,
            other conventions and a single judge leave no choice; the result says for whom it speaks.

    Raises:
        ValueError: an option out of its range; a unit or convention that rules out `speaks_for`.
        TooFewJudgmentsError: fewer than two systems, or no ranking.
        TooFewUnitsError: fewer than two units to resample.
    """
    _check(replicates, convention)
    asked = judges_spoken_for(speaks_for, unit, convention)
    cut = replicates_cut(replicates, confidence)
    scoring = scoring_method(method)
    prepared = PreparedTable.of(table)
    table = prepared.table
    _check_grounds(table)
    counts, groups = prepared.counts, prepared.groups
    if not groups:
        raise TooFewJudgmentsError("no two systems have been compared yet: no ranking shows more than one")
    draw = prepared.resampler(unit)
    between = [prepared.variance_of_scores(members) for members in groups]
    grounds = grounds_of(
        table,
        unit,
        counts,
        draw.counts,
        confidence=confidence,
        method=method,
        by_sentence=draw.counts if unit == "sentences" else prepared.by_unit("sentences"),
    )
    adds_judges = unit == "sentences" and asked == "judges-like-these" and between[0].judges > 1
    speaks_for = "judges-like-these" if adds_judges or unit in BY_JUDGES else "these-judges"
    if adds_judges:
        grounds = for_other_judges(grounds, between[0])
    rules = RULES[convention]
    scorings = [among(scoring, members, len(counts.systems)) for members in groups]
    if unit == "pairs" and scoring.runs is not None:
        drawn = prepared.replicates(
            ("runs", method, replicates, seed),
            lambda: [
                _runs(scoring.runs(counts.wins, counts.ties), replicates, seed, progress)
                for scoring in scorings
                if scoring.runs is not None
            ],
        )
    else:
        # The same for these judges and for judges like these, who vary them further.
        drawn = prepared.replicates(
            (unit, method, replicates, seed), lambda: _replicates(draw, scorings, replicates, seed, progress)
        )
    errors: list[FloatArray | None] = [None] * len(drawn)
    if adds_judges:
        for number, (replicated, variance) in enumerate(zip(drawn, between, strict=True)):
            source = np.random.SeedSequence([seed, number])
            drawn[number], errors[number] = with_other_judges(replicated, variance, source)
    note_on_replicates = scoring.note_on_runs if unit == "pairs" else scoring.note_on_replicates
    if grounds.reason:
        note_on_replicates = ""  # There is nothing of replicates to see.
    systems: list[RankedSystem] = []
    for number, (members, own, replicated) in enumerate(zip(groups, scorings, drawn, strict=True), 1):
        if rules.mean_score or (unit == "pairs" and scoring.mean_of_runs):
            scores = mean_scores(replicated)
        else:
            scores = own.point(counts.wins[None], counts.ties[None])[0]
        systems += ranked_group(
            Group(number, members, systems[-1].cluster or 0 if systems else 0, scoring.limits),
            scores,
            replicated,
            grounds,
            errors=errors[number - 1],
            cut=cut,
            rules=rules,
        )
    boundless = scoring.without_bound(counts)
    spread_notes = notes_on_spread([one for one in systems if one.system not in boundless], grounds.reason)
    systems = [
        replace(one, score_low=None, score_high=None, score_sd=None) if one.system in boundless else one
        for one in systems
    ]
    linked = {index for members in groups for index in members}
    systems += [never_compared(name) for index, name in enumerate(counts.systems) if index not in linked]
    sd_low, sd_high = between[0].sd_limits(confidence)
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
        speaks_for=speaks_for,
        judges=between[0].judges,
        judges_sd=between[0].sd,
        judges_error=between[0].least_error,
        judges_sd_low=sd_low,
        judges_sd_high=sd_high,
        without_ranges=grounds.reason,
        notes=(
            *filter(None, (grounds.reason,)),
            *notes_on_counts(counts, method),
            *filter(None, (scoring.note_on_counts(counts), note_on_replicates)),
            *spread_notes,
            *(grounds.notes if not grounds.reason else ()),
        ),
    )
    return replace(
        ranking, notes=(*ranking.notes, *filter(None, (ranking.on_judges,)), *_notes_on_ends(ranking))
    )


def _clusters(systems: Sequence[RankedSystem]) -> tuple[tuple[str, ...], ...]:
    """The names of the systems of each cluster."""
    last = max((system.cluster or 0 for system in systems), default=0)
    return tuple(
        tuple(system.system for system in systems if system.cluster == number)
        for number in range(1, last + 1)
    )


def _check(replicates: int, convention: Convention) -> None:
    if convention not in CONVENTIONS:
        raise ValueError(f"convention {convention!r} is not one of {', '.join(CONVENTIONS)}")
    if replicates < 1:
        raise ValueError(f"the number of replicates has to be at least 1; it is {replicates}")


def _check_grounds(table: JudgmentTable) -> None:
    if len(table.systems) < 2:
        named = len(table.systems)
        raise TooFewJudgmentsError(f"a ranking needs at least two systems; the judgments name {named}")
    if not table.covered.any():
        raise TooFewJudgmentsError("there is no ranking yet: every item was skipped or is still open")


def _replicates(
    draw: Resampler,
    scorings: Sequence[ScoringMethod],
    replicates: int,
    seed: int,
    progress: Callable[[float], None] | None,
) -> list[FloatArray]:
    """For each group of systems the (B, M) scores of the replicates."""
    batches: list[list[FloatArray]] = [[] for _ in scorings]
    done = 0
    for batch in draw.batches(replicates, seed):
        for scoring, scores in zip(scorings, batches, strict=True):
            scores.append(scoring.scores(batch.wins, batch.ties, batch.seed))
        done += len(batch.wins)
        if progress is not None:
            progress(done / replicates)
    return [np.concatenate(scores) for scores in batches]


def _runs(runs: Runs, replicates: int, seed: int, progress: Callable[[float], None] | None) -> FloatArray:
    """(B, M) scores of runs that draw pairs by themselves."""
    batches = []
    starts = range(0, replicates, RUNS_PER_CALL)
    for start, source in zip(starts, np.random.SeedSequence(seed).spawn(len(starts)), strict=True):
        size = min(RUNS_PER_CALL, replicates - start)
        batches.append(runs(size, source))
        if progress is not None:
            progress((start + size) / replicates)
    return np.concatenate(batches)


def _notes_on_ends(ranking: SystemRanking) -> tuple[str, ...]:
    """The ends of rank ranges that another seed could move."""
    replicates, confidence = ranking.replicates, ranking.confidence
    if not any(system.rank_low is not None for system in ranking.systems):
        return ()
    needed = replicates_for_ends(confidence)
    if replicates < needed:
        few = f"{replicates:,} {'replicate is' if replicates == 1 else 'replicates are'} too few"
        least = round(2 / (1 - confidence)) - 1
        if replicates < least:
            return (
                f"{few} for {100 * confidence:g} % intervals and rank ranges, which take at least {least:,}: "
                "these are too narrow.",
            )
        return (
            f"{few} to tell which ends of rank ranges another seed may move: at {100 * confidence:g} % it "
            f"takes {needed:,}.",
        )
    tail = (1 - confidence) / 2
    margin = cut_margin(replicates, confidence)
    ends = []
    for system in ranking.systems:
        shares = [
            f"{100 * close.share:.1f} % at rank {close.rank} or {'better' if close.better else 'worse'}"
            for close in ranking.close_ends(system)
        ]
        if shares:
            ends.append(f"{system.system} {' and '.join(shares)}")
    if not ends:
        return ()
    return (
        f"Another seed may move an end of a range by one where the share of resamplings lies within "
        f"{100 * margin:.2g} percentage points (two standard errors) of the cut at {100 * tail:.3g} %: "
        f"{'; '.join(ends)}.",
    )
