"""Tables 6 and 7: judges against each other, and the rankings of each and without each."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from appraise_gec.present.numbers import counted
from appraise_gec.present.table import Cell, Column, Kind, Row, Sample, Table
from appraise_gec.words import plural
from rankings.analysis.against_chance import p_of_correlation
from rankings.analysis.judge_comparison import JudgeComparison, RankingsByJudge
from rankings.analysis.ranked_systems import RankedSystem
from rankings.analysis.ranking import SystemRanking
from rankings.tables.methods import SYSTEM
from rankings.tables.nouns import clusters
from rankings.tables.ranking import columns_of, range_and_cluster, source, values_of

OTHERS = "all others"
LEVEL = 0.05
UNSURE = 0.5
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
    return Table(key, printed.title, columns, rows, printed.notes, printed=printed)


def by_judge(made: RankingsByJudge | None, order: Sequence[str] = (), key: str = "judge-rankings") -> Table:
    """Table 7: the ranking of each judge.

    Args:
        made: the rankings.
        order: names of systems, in the order of the rows for people; others follow by name.
        key: of the table.
    """
    title = "The ranking of each judge"
    if made is None or not made.judges:
        return _in_rows(made, key, title, None)
    table = _in_rows(made, key, title, _ranking_matrix(made, order, key))
    return replace(table, paper=_rankings_in_paper(made, order, key))


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
    title = "The rank of each system without one of the judges"
    return _in_rows(made, key, title, printed, left_out=True)


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
        Column("judge", "", Kind.NAME, spoken="judge"),
        *(Column(judge, judge, Kind.FRACTION, named=True) for judge in judges),
        Column(
            "spearman",
            "others, \u03c1",
            Kind.FRACTION,
            help="Against all other judges together.",
        ),
        Column("pearson", "others, r", Kind.FRACTION, help="Against all other judges together."),
        Column("comparisons", "comparisons", Kind.COUNT),
    ]
    rows = []
    for a, judge in enumerate(judges):
        cells = [
            Cell(None, tone="own")
            if a == b
            else _correlation((compared.spearman if b > a else compared.pearson)[a][b], _both(compared, a, b))
            for b in range(len(judges))
        ]
        scored = _both(compared, a, a)
        rest = (compared.spearman_rest[a], compared.pearson_rest[a])
        against = (*(_correlation(value, scored) for value in rest), compared.comparisons[a])
        rows.append(Row([judge, *cells, *against]))
    average = (compared.spearman_average, compared.pearson_average, "")
    rows.append(Row(["Weighted mean", *[""] * len(judges), *average], rule_above=True))
    title = (
        f"Correlation of system scores ({compared.title}) between judges: Spearman's \u03c1 "
        "above the diagonal, Pearson's r below"
    )
    notes = [compared.without_correlations] if compared.without_correlations else []
    legend = [
        Sample(".40", "may be chance", 0.4 * UNSURE),
        Sample(
            ".80",
            f"bold and deeper: not 0, p \u2264 {LEVEL:g}, with the systems as a sample",
            0.8,
            strong=True,
        ),
        Sample("\u2212.40", "opposite orders", -0.4 * UNSURE),
    ]
    return Table(key, title, columns, rows, notes, legend=legend)


def _correlation(value: float | None, systems: int) -> Cell:
    if value is None:
        return Cell(None)
    p = p_of_correlation(value, systems)
    sure = p is not None and p <= LEVEL
    return Cell(value, shade=value * (1.0 if sure else UNSURE), strong=sure)


def _both(compared: JudgeComparison, a: int, b: int) -> int:
    """How many systems both judges have scores for."""
    pairs = zip(compared.scores[a], compared.scores[b], strict=True)
    return sum(x is not None and y is not None for x, y in pairs)


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
        Row(
            [
                name,
                *(cell for systems in by_name for cell in _score_and_range(systems.get(name), len(systems))),
            ]
        )
        for name in [*order, *sorted(others)]
    ]
    numbers = [clusters(len(ranking.clusters)) if ranking.systems else None for ranking in made.judges]
    drawn = [cell for number in numbers for cell in (number, "" if number else None)]
    rows.append(Row(["Clusters", *drawn], rule_above=True))
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
        legend=[
            Sample("1", "the judge's first rank", 0.9),
            Sample("2", "the deeper, the better the rank", 0.45),
        ],
    )


def _rankings_in_paper(made: RankingsByJudge, order: Sequence[str], key: str) -> Table:
    """As Table 7: scores with two digits, and ranges of ranks behind them."""
    columns = [Column("system", "system", Kind.NAME)]
    for ranking in made.judges:
        columns += [
            Column(ranking.judge, ranking.judge, Kind.FRACTION, named=True),
            Column(f"{ranking.judge}-ranks", "ranks", Kind.RANK_RANGE, below=True),
        ]
    by_name = [{system.system: system for system in ranking.systems} for ranking in made.judges]
    others = {system for systems in by_name for system in systems} - set(order)
    rows = []
    for name in [*order, *sorted(others)]:
        cells: list[Any] = [name]
        for systems in by_name:
            ranked = systems.get(name)
            cells += values_of(ranked, columns_of(made.confidence, "score ranks")) if ranked else [None, None]
        rows.append(Row(cells))
    clusters = [
        cell
        for ranking in made.judges
        for cell in (Cell(len(ranking.clusters), shown=f"{len(ranking.clusters)}"), None)
    ]
    rows.append(Row(["Clusters", *clusters], rule_above=True))
    title = f"Scores ({made.title}) by the judgments of each judge, with ranges of ranks in brackets"
    unit = "pairs, as published in 2015," if made.unit == "pairs" else made.unit
    how = f"{unit} resampled {counted(made.replicates, 'time')}, confidence {made.confidence:g}"
    return Table(key, title, columns, rows, source=how)


def _score_and_range(system: RankedSystem | None, systems: int) -> list[Any]:
    """The deeper the ground, the better the rank."""
    if system is None:
        return [None, None]
    ranked = system.score is not None and system.rank is not None and systems > 1
    shade = 0.9 * (systems - (system.rank or 0)) / (systems - 1) if ranked else None
    return [Cell(system.score, shade=shade), range_and_cluster(system, short=True)]


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
    if moved > 0:
        by = plural(moved, "{n} rank better than with all judges", "{n} ranks better than with all judges")
    else:
        by = plural(-moved, "{n} rank worse than with all judges", "{n} ranks worse than with all judges")
    return [Cell(system.rank, mark=f"{BETTER if moved > 0 else WORSE}{abs(moved)}", words=by), span]
