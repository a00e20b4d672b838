"""Tables 6 and 7: judges against each other, and the rankings of each and without each."""

from collections.abc import Sequence
from typing import Any

from appraise_gec.presentation.numbers import counted
from appraise_gec.presentation.tables import Cell, Column, Kind, Row, Table
from rankings.analysis.results.ranking import JudgeComparison, RankedSystem, RankingsByJudge, SystemRanking
from rankings.tables.methods import SYSTEM
from rankings.tables.ranking import columns_of, range_and_cluster, source, values_of

OTHERS = "all others"
BETTER, WORSE = "\u2191", "\u2193"


def correlations(compared: JudgeComparison | None, key: str = "judge-correlations") -> Table:
    """Table 6: every two judges; for people, Spearman's above the diagonal and Pearson's below."""
    columns = [
        Column("judge_a", "judge", Kind.NAME),
        Column("judge_b", "other judge", Kind.NAME),
        Column("spearman", "\u03c1", Kind.FRACTION),
        Column("pearson", "r", Kind.FRACTION),
    ]
    if compared is None or not compared.judges:
        return Table(key, "Correlation", columns, [], reason="There are no judges to compare.")
    judges = compared.judges
    rows = [
        Row([judge, judges[b], compared.spearman[a][b], compared.pearson[a][b]])
        for a, judge in enumerate(judges)
        for b in range(a + 1, len(judges))
    ]
    rest = zip(judges, compared.spearman_rest, compared.pearson_rest, strict=True)
    rows += [Row([judge, OTHERS, spearman, pearson]) for judge, spearman, pearson in rest]
    average = (compared.spearman_average, compared.pearson_average)
    rows.append(Row(["weighted average", OTHERS, *average]))
    printed = _correlation_matrix(compared, key)
    return Table(key, printed.title, columns, rows, printed.notes, printed=printed, latex="printed")


def by_judge(made: RankingsByJudge | None, order: Sequence[str] = (), key: str = "judge-rankings") -> Table:
    """Table 7: the ranking of each judge.

    Args:
        made: the rankings.
        order: names of systems, in the order of the rows for people; others follow by name.
        key: of the table.
    """
    printed = None if made is None or not made.judges else _ranking_matrix(made, order, key)
    return _in_rows(made, key, "The ranking of each judge", printed)


def without_judges(made: RankingsByJudge | None, whole: SystemRanking | None) -> Table:
    """The ranking without each judge.

    Args:
        made: the rankings.
        whole: the ranking from all judges by the same method; None where there is none.
    """
    key = "judges-left-out"
    comparable = whole is not None and len(whole.groups) == 1
    ranked = made is not None and any(ranking.systems for ranking in made.judges)
    printed = _moves(made, whole, key) if comparable and ranked and made and whole else None
    return _in_rows(made, key, "The rank of each system without one of the judges", printed, left_out=True)


def _in_rows(
    made: RankingsByJudge | None, key: str, title: str, printed: Table | None, *, left_out: bool = False
) -> Table:
    """For data files, every system of every ranking in a row."""
    columns = columns_of(made.confidence if made else 0.95, SYSTEM)
    judges = made.judges if made else ()
    rows = [
        Row([ranking.judge, *values_of(system, columns)]) for ranking in judges for system in ranking.systems
    ]
    named = [Column("judge", "judge", Kind.NAME), *columns]
    reason = (made.reason if made else "") or "There is nothing to rank by."
    nothing = Table(key, title, named, [], reason=reason)
    return Table(
        key,
        title,
        named,
        rows,
        source=source(made, left_out=left_out) if made else "",
        reason="" if rows else reason,
        printed=printed or nothing,
    )


def _correlation_matrix(compared: JudgeComparison, key: str) -> Table:
    judges = compared.judges
    columns = [
        Column("judge", "", Kind.NAME),
        *(Column(judge, judge, Kind.FRACTION, named=True) for judge in judges),
        Column("spearman", "others, \u03c1", Kind.FRACTION, help="Against all other judges together."),
        Column("pearson", "others, r", Kind.FRACTION, help="Against all other judges together."),
        Column("comparisons", "comparisons", Kind.COUNT),
    ]
    rows = []
    for a, judge in enumerate(judges):
        cells = [
            Cell(None, tone="own") if a == b else (compared.spearman if b > a else compared.pearson)[a][b]
            for b in range(len(judges))
        ]
        against = (compared.spearman_rest[a], compared.pearson_rest[a], compared.comparisons[a])
        rows.append(Row([judge, *cells, *against]))
    average = (compared.spearman_average, compared.pearson_average, "")
    rows.append(Row(["Weighted mean", *[""] * len(judges), *average], rule_above=True))
    title = (
        f"Correlation of system scores ({compared.title}) between judges: Spearman's \u03c1 above the "
        "diagonal, Pearson's r below"
    )
    notes = [compared.without_correlations] if compared.without_correlations else []
    return Table(key, title, columns, rows, notes, latex="printed")


def _ranking_matrix(made: RankingsByJudge, order: Sequence[str], key: str) -> Table:
    columns = [Column("system", "system", Kind.NAME)]
    for ranking in made.judges:
        columns += [
            Column(ranking.judge, ranking.judge, Kind.SCORE, named=True),
            Column(f"{ranking.judge}-ranks", "ranks, cluster", Kind.RANK_RANGE, below=True),
        ]
    by_name = [{system.system: system for system in ranking.systems} for ranking in made.judges]
    others = {system for systems in by_name for system in systems} - set(order)
    rows = [
        Row([name, *(cell for systems in by_name for cell in _score_and_range(systems.get(name)))])
        for name in [*order, *sorted(others)]
    ]
    numbers = [
        counted(len(ranking.clusters), "cluster") if ranking.systems else None for ranking in made.judges
    ]
    clusters = [cell for number in numbers for cell in (number, "" if number else None)]
    rows.append(Row(["Clusters", *clusters], rule_above=True))
    return Table(
        key,
        f"The ranking of each judge, {made.title}",
        columns,
        rows,
        notes=[
            f"No ranking from {ranking.judge} alone: {ranking.reason}"
            for ranking in made.judges
            if not ranking.systems
        ],
        source=source(made),
    )


def _score_and_range(system: RankedSystem | None) -> list[Any]:
    return [None, None] if system is None else [system.score, range_and_cluster(system, "", "cl. ")]


def _moves(made: RankingsByJudge, whole: SystemRanking, key: str) -> Table:
    columns = [Column("system", "system", Kind.NAME), Column("rank", "with all", Kind.RANK)]
    for ranking in made.judges:
        columns += [
            Column(ranking.judge, ranking.judge, Kind.RANK, named=True),
            Column(f"{ranking.judge}-ranks", "ranks", Kind.RANK_RANGE, below=True),
        ]
    by_name = [{system.system: system for system in ranking.systems} for ranking in made.judges]
    rows = []
    for system in whole.systems:
        if system.rank is None:
            continue
        cells = [cell for systems in by_name for cell in _moved(system.rank, systems.get(system.system))]
        rows.append(Row([system.system, system.rank, *cells]))
    return Table(
        key,
        f"The rank of each system without one of the judges, {made.title}",
        columns,
        rows,
        notes=[
            f"{BETTER}, {WORSE}: better or worse by that many ranks than with all judges.",
            *(
                f"No ranking without {ranking.judge}: {ranking.reason}"
                for ranking in made.judges
                if not ranking.systems
            ),
        ],
        source=source(made, left_out=True),
    )


def _moved(rank: int, system: RankedSystem | None) -> list[Any]:
    # Without this judge, comparisons may no longer link the systems.
    if system is None or system.group != 1 or system.rank is None:
        return [None, None]
    moved = rank - system.rank
    span = None if system.rank_low is None else (system.rank_low, system.rank_high)
    if not moved:
        return [system.rank, span]
    words = f"{counted(abs(moved), 'rank')} {'better' if moved > 0 else 'worse'} than with all judges"
    return [Cell(system.rank, mark=f"{BETTER if moved > 0 else WORSE}{abs(moved)}", words=words), span]
