"""Rankings by several methods side by side."""

from collections.abc import Sequence
from typing import Any

from appraise_gec.present.numbers import counted
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from rankings.analysis.ranking import SystemRanking
from rankings.tables.nouns import RESAMPLED, clusters
from rankings.tables.ranking import columns_of, range_and_cluster, source, values_of

SYSTEM = "rank system score interval ranks mass_low mass_high cluster comparisons group"


def side_by_side(leading: SystemRanking, others: Sequence[SystemRanking]) -> list[SystemRanking]:
    """The rankings to show: the leading one in place of its smaller double."""
    different = [
        ranking for ranking in others if (ranking.method, ranking.unit) != (leading.method, leading.unit)
    ]
    return [ranking for ranking in (leading, *different) if ranking.systems]


def methods_table(leading: SystemRanking, others: Sequence[SystemRanking]) -> Table:
    """All of them; for people, one column for each method."""
    columns = columns_of(leading.confidence, SYSTEM)
    rows = [
        Row([made.method, made.unit, made.replicates, *values_of(system, columns)])
        for made in (leading, *others)
        for system in made.systems
    ]
    how = [
        Column("method", "method"),
        Column("unit", "unit"),
        Column("replicates", "replicates", Kind.COUNT),
    ]
    return Table(
        "methods",
        "Methods side by side",
        [*how, *columns],
        rows,
        reason=leading.reason,
        printed=_printed(leading, side_by_side(leading, others)),
        paper=_in_paper(leading, side_by_side(leading, others)),
    )


def _printed(leading: SystemRanking, shown: list[SystemRanking]) -> Table:
    columns = [Column("system", "system", Kind.NAME)]
    for made in shown:
        heading = made.title
        if made.unit != leading.unit:
            heading = ", ".join((heading, RESAMPLED[made.unit]))
        key = f"{made.method}-{made.unit}"
        _, score, interval = columns_of(made.confidence, "system score interval")
        columns += [
            Column(key, heading, score.kind),
            Column(f"{key}-interval", interval.heading, interval.kind, below=True),
            Column(f"{key}-ranks", "ranks, cluster", Kind.RANK_RANGE, below=True),
        ]
    by_name = [{system.system: system for system in made.systems} for made in shown]
    rows = []
    for system in (system.system for system in leading.systems):
        cells: list[Any] = []
        for made, systems in zip(shown, by_name, strict=True):
            ranked = systems.get(system)
            values = (
                values_of(ranked, columns_of(made.confidence, "score interval")) if ranked else [None, None]
            )
            cells += [*values, range_and_cluster(ranked, short=False) if ranked else None]
        rows.append(Row([system, *cells]))
    if rows:
        numbers = [cell for made in shown for cell in (clusters(len(made.clusters)), "", "")]
        rows.append(Row(["Clusters", *numbers], rule_above=True))
    notes = [f"{ranking.title}: {source(ranking)}." for ranking in shown]
    return Table("methods", "Methods side by side", columns, rows, notes, reason=leading.reason)


def _in_paper(leading: SystemRanking, shown: list[SystemRanking]) -> Table:
    """Scores with ranges of ranks behind them, a column for each method."""
    columns = [Column("system", "system", Kind.NAME)]
    for made in shown:
        key = f"{made.method}-{made.unit}"
        heading = made.title if made.unit == leading.unit else f"{made.title}, {made.unit} resampled"
        columns += [
            Column(key, heading, Kind.SCORE),
            Column(f"{key}-ranks", "ranks", Kind.RANK_RANGE, below=True),
        ]
    by_name = [{system.system: system for system in made.systems} for made in shown]
    rows = []
    for name in (system.system for system in leading.systems):
        cells: list[Any] = [name]
        for made, systems in zip(shown, by_name, strict=True):
            ranked = systems.get(name)
            wanted = columns_of(made.confidence, "score ranks")
            cells += values_of(ranked, wanted) if ranked else [None, None]
        rows.append(Row(cells))
    if rows:
        clusters = [
            cell for made in shown for cell in (Cell(len(made.clusters), shown=f"{len(made.clusters)}"), None)
        ]
        rows.append(Row(["Clusters", *clusters], rule_above=True))
    titles = dict.fromkeys(f"{made.unit} resampled {counted(made.replicates, 'time')}" for made in shown)
    ranges = "" if all(made.without_ranges for made in shown) else ", with ranges of ranks in brackets"
    return Table(
        "methods",
        f"Scores by several methods{ranges}",
        columns,
        rows,
        [f"{made.title}: {source(made)}." for made in shown],
        "; ".join(titles) if ranges else "",
        leading.reason,
    )
