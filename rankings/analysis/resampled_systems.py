"""Systems scored and resampled, before anybody says how sure intervals shall be."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rankings.analysis.arrays import FloatArray
from rankings.analysis.bootstrap import Resampler, TooFewJudgmentsError, resampler
from rankings.analysis.choices import (
    BY_JUDGES,
    CONVENTIONS,
    BootstrapUnit,
    Convention,
    Method,
    SpeaksFor,
    judges_spoken_for,
)
from rankings.analysis.comparison_graph import linked_groups
from rankings.analysis.grounds import Grounds, for_other_judges, grounds_of
from rankings.analysis.judge_deviations import with_other_judges
from rankings.analysis.judge_variance import JudgeVariance, variance_of_scores
from rankings.analysis.pair_counts import count_pairs, count_pairs_by_unit
from rankings.analysis.rank_ranges import mean_scores, replicates_cut
from rankings.analysis.ranked_systems import RULES, Group
from rankings.analysis.scoring import RUNS_PER_CALL, Runs, ScoringMethod, among, scoring_method
from rankings.formats.columns import Judgments


@dataclass(frozen=True, slots=True, eq=False)
class ResampledGroup:
    """Systems that comparisons link.

    Attributes:
        group: M systems.
        scores: (M,) of the data.
        replicated: (B, M) of the replicates.
        errors: (M,) standard errors where they are not the standard deviations of the replicates.
    """

    group: Group
    scores: FloatArray
    replicated: FloatArray
    errors: FloatArray | None


@dataclass(frozen=True, slots=True, eq=False)
class Resampled:
    """What a ranking is made of.

    Attributes:
        scoring: how systems are scored.
        groups: of systems, the best first.
        grounds: what the data support.
        between: how much judges differ, in the first group.
        speaks_for: for whom intervals, rank ranges and clusters will speak.
        units: how many could be drawn.
        note_on_replicates: a sentence on how replicates were made, or "".
    """

    scoring: ScoringMethod
    groups: tuple[ResampledGroup, ...]
    grounds: Grounds
    between: JudgeVariance
    speaks_for: SpeaksFor
    units: int
    note_on_replicates: str


def resample(
    table: Judgments,
    method: Method = "expected-wins",
    *,
    replicates: int,
    unit: BootstrapUnit,
    confidence: float,
    seed: int,
    progress: Callable[[float], None] | None = None,
    convention: Convention = "standard",
    speaks_for: SpeaksFor | None = None,
) -> Resampled:
    """Score all systems, and resample the data. Arguments and errors are those of `rank_systems`.

    Of the result only `grounds` depend on the confidence, and of them not what tests say of a line.
    """
    _check(replicates, convention, confidence)
    asked = judges_spoken_for(speaks_for, unit, convention)
    scoring = scoring_method(method)
    _check_grounds(table)
    counts = count_pairs(table)
    groups = linked_groups(counts, method)
    if not groups:
        raise TooFewJudgmentsError("no two systems have been compared yet: no ranking shows more than one")
    draw = resampler(table, unit)
    between = [variance_of_scores(table, members) for members in groups]
    grounds = grounds_of(
        table,
        unit,
        counts,
        draw.counts,
        confidence=confidence,
        method=method,
        by_sentence=draw.counts if unit == "sentences" else count_pairs_by_unit(table, "sentences"),
    )
    adds_judges = unit == "sentences" and asked == "judges-like-these" and between[0].judges > 1
    if adds_judges:
        grounds = for_other_judges(grounds, between[0])
    rules = RULES[convention]
    scorings = [among(scoring, members, len(counts.systems)) for members in groups]
    if unit == "pairs" and scoring.runs is not None:
        drawn = [
            _runs(scoring.runs(counts.wins, counts.ties), replicates, seed, progress)
            for scoring in scorings
            if scoring.runs is not None
        ]
    else:
        # The same for these judges and for judges like these, who vary them further.
        drawn = _replicates(draw, scorings, replicates, seed, progress)
    resampled = []
    for number, (members, own, replicated) in enumerate(zip(groups, scorings, drawn, strict=True)):
        errors, varied = None, replicated
        if adds_judges:
            source = np.random.SeedSequence([seed, number])
            varied, errors = with_other_judges(replicated, between[number], source)
        if rules.mean_score or (unit == "pairs" and scoring.mean_of_runs):
            scores = mean_scores(varied)
        else:
            scores = own.point(counts.wins[None], counts.ties[None])[0]
        group = Group(number + 1, members, limits=scoring.limits)
        resampled.append(ResampledGroup(group, scores, varied, errors))
    note_on_replicates = scoring.note_on_runs if unit == "pairs" else scoring.note_on_replicates
    return Resampled(
        scoring,
        tuple(resampled),
        grounds,
        between[0],
        "judges-like-these" if adds_judges or unit in BY_JUDGES else "these-judges",
        draw.units,
        "" if grounds.reason else note_on_replicates,  # Without ranges there is nothing of replicates to see.
    )


def _check(replicates: int, convention: Convention, confidence: float) -> None:
    if convention not in CONVENTIONS:
        raise ValueError(f"convention {convention!r} is not one of {', '.join(CONVENTIONS)}")
    if replicates < 1:
        raise ValueError(f"the number of replicates has to be at least 1; it is {replicates}")
    replicates_cut(replicates, confidence)


def _check_grounds(table: Judgments) -> None:
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
