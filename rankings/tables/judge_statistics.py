"""Table 1: what each judge did, and all together."""

from collections.abc import Sequence

from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from rankings.analysis.judge_statistics import JudgeStatistics

OUTPUTS = "Comparisons between distinct outputs of a ranking: unexpanded (2015 paper, section 4.3)."
SYSTEMS = "Comparisons between systems of a ranking: expanded. Systems that share an output are tied."
NOTE = (
    "Output pairs: comparisons between distinct outputs (unexpanded). System pairs: "
    "where systems that share an output are tied (expanded). Skipped items and items "
    "with one distinct output count as rankings."
)


def per_judge(judges: Sequence[JudgeStatistics], total: JudgeStatistics) -> Table:
    """A row for each judge, and the sum."""
    rows = [Row([judge.judge, *_values(judge)]) for judge in judges]
    return Table(
        "judges",
        "What each judge did",
        [
            Column("judge", "judge", Kind.NAME),
            Column("rankings", "rankings", Kind.COUNT),
            Column("skipped", "skipped", Kind.COUNT, help="How many of the rankings were skipped."),
            Column("single_output", "one output", Kind.COUNT, help="With nothing to compare."),
            Column("unexpanded", "output pairs", Kind.COUNT, help=OUTPUTS),
            Column("unexpanded_ties", "tied", Kind.COUNT),
            Column("share", "share", Kind.SHARE, where="print", below=True),
            Column("expanded", "system pairs", Kind.COUNT, help=SYSTEMS),
            Column("expanded_ties", "tied", Kind.COUNT),
            Column("expanded_share", "share", Kind.SHARE, where="print", below=True),
        ],
        [*rows, Row([Cell(total.judge, shown="Total"), *_values(total)], rule_above=True)],
        notes=[NOTE],
        paper=_in_paper(judges, total),
    )


def _in_paper(judges: Sequence[JudgeStatistics], total: JudgeStatistics) -> Table:
    """As Table 1: ties in brackets."""
    return Table(
        "judges",
        "Rankings by each judge, with comparisons between distinct outputs (unexpanded) and between systems "
        "(expanded), and how many of them are ties",
        [
            Column("judge", "judge", Kind.NAME),
            Column("rankings", "rankings", Kind.COUNT),
            Column("unexpanded", "unexpanded", Kind.COUNT),
            Column("unexpanded_ties", "ties", Kind.COUNT, below=True),
            Column("expanded", "expanded", Kind.COUNT),
            Column("expanded_ties", "ties", Kind.COUNT, below=True),
        ],
        [
            Row(
                [
                    Cell(judge.judge),
                    judge.rankings,
                    *(judge.unexpanded, judge.unexpanded_ties),
                    *(judge.expanded, judge.expanded_ties),
                ],
                rule_above=judge is total,
            )
            for judge in (*judges, total)
        ],
        notes=[NOTE],
    )


def _values(judge: JudgeStatistics) -> list[object]:
    return [
        judge.rankings,
        judge.skipped,
        judge.single_output,
        judge.unexpanded,
        judge.unexpanded_ties,
        _share(judge.unexpanded_ties, judge.unexpanded),
        judge.expanded,
        judge.expanded_ties,
        _share(judge.expanded_ties, judge.expanded),
    ]


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
