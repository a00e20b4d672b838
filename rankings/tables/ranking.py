"""Tables 3b and 3c: systems from best to worst, with what the data leave open."""

from collections.abc import Callable, Sequence
from typing import Any

from appraise_gec.present.numbers import NONE, TERMINAL, counted, percent
from appraise_gec.present.numbers import ranks as rank_range
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from rankings.analysis.judge_comparison import RankingsByJudge
from rankings.analysis.ranked_systems import RankedSystem
from rankings.analysis.ranking import SystemRanking
from rankings.tables.nouns import (
    PAIRS_AS_PUBLISHED,
    RESAMPLED,
    clusters,
    replicates,
    resampled_units,
    systems,
)

PAIRS_DEPEND = (
    "Pairs of one ranking depend on each other, so these ranges are too narrow, and "
    "there are too many clusters; resampling sentences respects that."
)
MEAN_SCORES = (
    "By the rules of cluster.py the score is the mean over the resamplings, not the "
    "score of the data: another seed may move its third decimal."
)


def ranking_table(ranking: SystemRanking, key: str = "ranking") -> Table:
    """A ranking; in data files with the share of replicates at every rank."""
    ranks = len(ranking.systems)
    columns = [
        Column("unit", "unit"),
        *columns_of(
            ranking.confidence, "rank system score interval ranks at_best at_worst cluster comparisons group"
        ),
        *(Column(f"share_rank_{rank}", "", Kind.SCORE, where="data") for rank in range(1, ranks + 1)),
    ]
    rows = [
        Row([ranking.unit, *values_of(system, columns[1:11]), *_shares(system, ranks)])
        for system in ranking.systems
    ]
    return Table(
        key,
        title(ranking),
        columns,
        rows,
        notes=[note for note in (ranking.without_ranges, ranking.on_judges, _cut(ranking)) if note]
        if ranking.systems
        else [],
        source=source(ranking) if ranking.systems else "",
        reason=ranking.reason,
        printed=_printed(ranking, key),
        paper=_in_paper(ranking, key),
    )


def rank_shares(ranking: SystemRanking) -> Table:
    """How often each system takes each rank: percent, and nothing for ranks that its group does not have."""
    ranks = max((len(system.rank_probabilities) for system in ranking.systems), default=0)
    columns = [Column(f"share_rank_{rank}", str(rank), Kind.SCORE, digits=1) for rank in range(1, ranks + 1)]
    return Table(
        "rank-shares",
        "In % at rank",
        [Column("system", "system", Kind.NAME), *columns],
        [
            Row([system.system, *(100 * share if share else "" for share in _shares(system, ranks))])
            for system in ranking.systems
        ],
        reason=ranking.without_ranges,
    )


def title(ranking: SystemRanking) -> str:
    """`Expected Wins, sentences resampled, for judges like these 8`."""
    return ", ".join(filter(None, (ranking.title, RESAMPLED[ranking.unit], ranking.for_whom)))


def source(made: SystemRanking | RankingsByJudge, *, left_out: bool = False) -> str:
    """How intervals and rank ranges were computed; `left_out` where each ranking is without one judge."""
    how = "{resampled}, {replicates}, confidence {confidence}, seed {seed}".format(
        resampled=PAIRS_AS_PUBLISHED if made.unit == "pairs" else RESAMPLED[made.unit],
        replicates=replicates(made.replicates),
        confidence=f"{made.confidence:g}",
        seed=made.seed,
    )
    rankings = [made] if isinstance(made, SystemRanking) else made.judges
    speak = {ranking.for_whom for ranking in rankings if ranking.systems}
    if left_out and all(ranking.judges == 1 for ranking in rankings if ranking.systems):
        speak = {"each column for the judge who is left"}
    # Judges who are left out in turn may leave different numbers of others.
    return "; ".join([how, *filter(None, speak)]) if len(speak) == 1 else how


def range_and_cluster(system: RankedSystem, *, short: bool) -> Cell:
    """A rank range and a cluster in one cell, in as few words as can be or in full."""
    low, high = system.rank_low, system.rank_high
    values = {
        "ranks": rank_range(low, high),
        "cluster": NONE if system.cluster is None else str(system.cluster),
    }
    shown = (
        "{ranks}, cl. {cluster}".format(**values)
        if short
        else "ranks {ranks}, cluster {cluster}".format(**values)
    )
    return Cell(None if low is None else (low, high), shown=shown)


def _printed(ranking: SystemRanking, key: str) -> Table:
    several = len(ranking.groups) > 1
    names = "cluster rank system score interval error ranks at_best at_worst comparisons"
    columns = columns_of(ranking.confidence, f"group {names}" if several else names)
    rows, above = [], None
    for place, system in enumerate(ranking.systems):
        rows.append(Row(values_of(system, columns), rule_above=place > 0 and system.cluster != above))
        above = system.cluster
    groups = f"{len(ranking.groups):,} groups that no comparison links" if several else ""
    parts = (systems(len(ranking.systems)), groups, clusters(len(ranking.clusters)))
    notes = [
        PAIRS_DEPEND if ranking.unit == "pairs" and not ranking.without_ranges else "",
        MEAN_SCORES if ranking.convention == "cluster.py" else "",
        *ranking.notes,
        "" if ranking.without_ranges else f"{_cut(ranking)}: the closer to it, the less that end means.",
    ]
    return Table(
        key,
        ": ".join((title(ranking), ", ".join(filter(None, parts)))),
        columns,
        rows,
        notes=[note for note in notes if note] if rows else [],
        source=_how(ranking) if rows else "",
        reason=ranking.reason,
    )


def _how(ranking: SystemRanking) -> str:
    """What was resampled, and how often."""
    values = {
        "resampled": resampled_units(ranking.unit, ranking.units),
        "replicates": replicates(ranking.replicates),
        "confidence": f"{ranking.confidence:g}",
        "seed": ranking.seed,
    }
    if ranking.convention == "standard":
        return "{resampled}, {replicates}, confidence {confidence}, seed {seed}".format(**values)
    return "{resampled}, {replicates}, confidence {confidence}, seed {seed}, rules of {convention}".format(
        convention=ranking.convention, **values
    )


def _in_paper(ranking: SystemRanking, key: str) -> Table:
    """As Table 3b: scores with their intervals, ranges of ranks, and a rule between clusters."""
    printed = _printed(ranking, key)
    several = len(ranking.groups) > 1
    columns = columns_of(ranking.confidence, f"{'group ' if several else ''}rank system score interval ranks")
    rows = [
        Row(values_of(system, columns), row.rule_above)
        for system, row in zip(ranking.systems, printed.rows, strict=True)
    ]
    scores = f"scores with {percent(ranking.confidence)} intervals and ranges of ranks"
    whom = f", {ranking.for_whom}" if ranking.for_whom else ""
    apart = "; rules separate clusters" if len(ranking.clusters) > 1 else ""
    shown = "scores" if ranking.without_ranges else f"{scores}{whom}{apart}"
    again = "as published in 2015, " if ranking.unit == "pairs" else ""
    return Table(
        key,
        f"{counted(len(ranking.systems), 'system')} ranked by {ranking.title}: {shown}",
        columns,
        rows,
        notes=list(dict.fromkeys(filter(None, (ranking.without_ranges, *printed.notes)))) if rows else [],
        source=""
        if ranking.without_ranges or not rows
        else f"{ranking.unit} ({ranking.units:,}) resampled {again}{counted(ranking.replicates, 'time')}",
        reason=ranking.reason,
    )


def columns_of(confidence: float, keys: str) -> list[Column]:
    """The columns with these keys, parted by spaces."""
    heading = f"{percent(confidence, style=TERMINAL)} interval"
    columns = {
        column.key: column
        for column in (
            Column(
                "group",
                "group",
                Kind.RANK,
                help="Comparisons link the systems of a group, and no others.",
            ),
            Column(
                "cluster",
                "cluster",
                Kind.RANK,
                help="Rank ranges overlap within a cluster, and not between clusters.",
            ),
            Column("rank", "rank", Kind.RANK),
            Column("system", "system", Kind.NAME),
            Column("score", "score", Kind.SCORE),
            Column("interval", heading, Kind.INTERVAL, below=True, parts=("score_low", "score_high")),
            Column("error", "s.e.", Kind.SCORE, digits=4, help="Standard error of the score."),
            Column("ranks", "ranks", Kind.RANK_RANGE),
            Column("at_best", "at best", Kind.SHARE),
            Column("at_worst", "at worst", Kind.SHARE),
            Column("mass_low", "at best", Kind.SHARE),
            Column("mass_high", "at worst", Kind.SHARE),
            Column("comparisons", "comparisons", Kind.COUNT),
        )
    }
    return [columns[key] for key in keys.split()]


_VALUES: dict[str, Callable[[RankedSystem], Any]] = {
    "interval": lambda system: None if system.score_low is None else (system.score_low, system.score_high),
    "error": lambda system: system.score_sd,
    "ranks": lambda system: None if system.rank_low is None else (system.rank_low, system.rank_high),
    "at_best": lambda system: system.mass_low,
    "at_worst": lambda system: system.mass_high,
}


def values_of(system: RankedSystem, columns: Sequence[Column]) -> list[Any]:
    """A system's values in these columns."""
    return [
        _VALUES[column.key](system) if column.key in _VALUES else getattr(system, column.key)
        for column in columns
    ]


def _shares(system: RankedSystem, ranks: int) -> list[float | None]:
    """Shares of all ranks, None for those that the system's group does not have."""
    return [*system.rank_probabilities, *[None] * (ranks - len(system.rank_probabilities))]


def _cut(ranking: SystemRanking) -> str:
    return (
        "At best, at worst: share of replicates at that end of the rank range or beyond it; "
        f"cut at {percent((1 - ranking.confidence) / 2, digits=2, style=TERMINAL)}"
    )
