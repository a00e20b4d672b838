"""Matrices as grids with a number in every cell: head to head, ranks by judge, agreement of judges."""

from collections.abc import Sequence

from appraise_gec.present.figure import Figure, heat_map, nothing
from appraise_gec.present.numbers import TERMINAL, count, fraction
from rankings.analysis.against_chance import p_of_kappa
from rankings.analysis.agreement import Agreement, PairAgreement
from rankings.analysis.head_to_head import HeadToHead, SystemPair
from rankings.analysis.judge_comparison import RankingsByJudge
from rankings.analysis.ranking import SystemRanking
from rankings.tables import nouns
from rankings.tables.head_to_head import LEVEL, leading_test
from rankings.tables.judges import UNSURE

# How dark the first rank of a judge is, and the wins from which on a cell is darkest.
FIRST, MOST_WINS = 0.9, 0.8
TOO_FEW = "*"


def head_to_head_matrix(result: HeadToHead, order: Sequence[str] = ()) -> Figure:
    """Percent of decided comparisons that the system of the row won against that of the column."""
    if not result.pairs:
        return nothing("head-to-head", result.reason)
    systems, between, test = list(order or result.systems), result.between(), leading_test(result)

    def cell(pair: SystemPair | None) -> tuple[str, float, bool]:
        if pair is None or pair.share_a is None:
            return "", 0.0, False
        p = pair.p_by(test.key)
        shade = (pair.share_a - 0.5) / (MOST_WINS - 0.5)
        return f"{100 * pair.share_a:.0f}", max(-1.0, min(1.0, shade)), p is not None and p <= LEVEL

    cells = [[cell(between.get((row, column))) for column in systems] for row in systems]
    apart = sum(is_strong for line in cells for _, _, is_strong in line) // 2
    return heat_map(
        "head-to-head",
        "Grid: percent of decided comparisons that the system of the row won against that of the column. "
        f"Pairs that differ significantly, {result.for_whom(test.key)}: {count(apart)}.",
        (systems, systems),
        cells,
        label=f"Wins of the row against the column in %, bold: p \u2264 {LEVEL:g}",
        caption="Percent of decided comparisons that the system of the row won against that of the column.",
    )


def ranks_by_judge(made: RankingsByJudge | None, whole: SystemRanking) -> Figure:
    """The rank of every system by each judge alone, darker the better, beside that by all judges."""
    judges = [ranking for ranking in (made.judges if made else ()) if ranking.systems]
    systems = [system.system for system in whole.systems if system.rank is not None]
    if not judges or not systems:
        return nothing("judge-ranks", (made.reason if made else "") or "No judge's ranking")
    ranked = [{system.system: system.rank for system in one.systems} for one in (whole, *judges)]
    lasts = [sum(rank is not None for rank in ranks.values()) for ranks in ranked]

    def cell(rank: int | None, last: int) -> tuple[str, float, bool]:
        shade = 0.0 if rank is None or last < 2 else FIRST * (last - rank) / (last - 1)
        return "\u2013" if rank is None else str(rank), shade, False

    return heat_map(
        "judge-ranks",
        f"Grid: rank of each of {nouns.systems(len(systems))} by all judges and by each of "
        f"{nouns.judges(len(judges))} alone. The table of rankings by judge has the same numbers.",
        (systems, ["all", *(one.judge for one in judges)]),
        [
            [cell(ranks.get(system), last) for ranks, last in zip(ranked, lasts, strict=True)]
            for system in systems
        ],
        label="Rank by all judges, and by each alone",
        caption="Rank of each system by all judges, and by each alone; the darker, the better.",
    )


def agreement_matrix(made: Agreement) -> Figure:
    """Kappa of every two judges, and on the diagonal of each judge with their own repeats."""
    if not any(pair.enough and pair.kappa is not None for pair in made.pairs):
        return nothing("agreement", "Judges share too few comparisons")
    pairs = {(pair.judge_a, pair.judge_b): pair for pair in made.pairs}

    def cell(pair: PairAgreement | None) -> tuple[str, float, bool]:
        if pair is None or not pair.comparisons:
            return "", 0.0, False
        if not pair.enough or pair.kappa is None:
            return "" if pair.enough else TOO_FEW, 0.0, False
        p = p_of_kappa(pair)
        is_sure = p is not None and p <= LEVEL
        return fraction(pair.kappa), max(0.0, pair.kappa) * (1.0 if is_sure else UNSURE), is_sure

    judges, inter = made.judges, made.inter.kappa
    overall = "" if inter is None else f" All together: {fraction(inter, style=TERMINAL)}."
    return heat_map(
        "agreement",
        f"Grid: kappa of every two of {nouns.judges(len(judges))}, and of each with their own "
        f"repeats.{overall}",
        (judges, judges),
        [[cell(pairs.get((column, row))) for column in judges] for row in judges],
        label=f"Kappa, bold: above chance, p \u2264 {LEVEL:g}",
        caption="Kappa of every two judges, and on the diagonal of each with their own repeats. "
        f"{TOO_FEW} Fewer than {count(made.least_comparisons)} comparisons.",
    )
