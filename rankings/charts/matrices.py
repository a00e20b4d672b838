"""Matrices as grids with a number in every cell: head to head, ranks by judge, agreement of judges."""

from collections.abc import Sequence

from appraise_gec.present.charts import Axis, Cells, Chart, Panel, names_axis, shortened
from appraise_gec.present.numbers import TERMINAL, count, fraction
from rankings.analysis.against_chance import p_of_kappa
from rankings.analysis.agreement import Agreement
from rankings.analysis.head_to_head import HeadToHead
from rankings.analysis.judge_comparison import RankingsByJudge
from rankings.analysis.ranking import SystemRanking
from rankings.tables import nouns
from rankings.tables.head_to_head import LEVEL, leading_test
from rankings.tables.judges import UNSURE

HEAD_TO_HEAD, JUDGES, AGREEMENT = "head-to-head", "judge-ranks", "agreement"
ROW = 0.32  # inches
AROUND = 1.7
NAME_LETTERS = 16
# Of the deepest ground: the first rank of a judge.
FIRST = 0.9
TOO_FEW = "*"
PALEST = 0.2


def head_to_head_matrix(result: HeadToHead, order: Sequence[str] = ()) -> Chart:
    """Percent of decided comparisons that the system of the column won against that of the row."""
    systems, between = list(order or result.systems), result.between()
    if not result.pairs:
        return _nothing(HEAD_TO_HEAD, result.reason)
    test = leading_test(result)
    shares: list[list[float]] = []
    texts: list[list[str]] = []
    strong: list[list[bool]] = []
    for row in systems:
        pairs = [between.get((column, row)) for column in systems]
        known = [None if pair is None else pair.share_a for pair in pairs]
        p_values = [None if pair is None else pair.p_by(test.key) for pair in pairs]
        shares.append([0.0 if share is None else _shade(share) for share in known])
        texts.append(["" if share is None else f"{100 * share:.0f}" for share in known])
        strong.append([p is not None and p <= LEVEL for p in p_values])
    apart = sum(map(sum, strong)) // 2
    return Chart(
        HEAD_TO_HEAD,
        (
            "Grid: percent of decided comparisons that the system of the column won against that "
            f"of the row. Pairs that differ significantly, {result.for_whom(test.key)}: "
            f"{count(apart)}."
        ),
        [
            Panel(
                _names_below(
                    f"Wins of the column in %, bold: p \u2264 {LEVEL:g}",
                    systems,
                ),
                names_axis(systems),
                [Cells(shares, texts=texts, strong=strong)],
            )
        ],
        height=AROUND + ROW * len(systems),
    )


def ranks_by_judge(made: RankingsByJudge | None, whole: SystemRanking) -> Chart:
    """The rank of every system by each judge alone, darker the better, beside that by all judges."""
    judges = [ranking for ranking in (made.judges if made else ()) if ranking.systems]
    systems = [system.system for system in whole.systems if system.rank is not None]
    if not judges or not systems:
        return _nothing(JUDGES, (made.reason if made else "") or "No judge's ranking")
    ranked = [{system.system: system.rank for system in one.systems} for one in (whole, *judges)]
    numbers = [sum(rank is not None for rank in ranks.values()) for ranks in ranked]
    table = [[ranks.get(system) for ranks in ranked] for system in systems]
    return Chart(
        JUDGES,
        (
            f"Grid: rank of each of {nouns.systems(len(systems))} by all judges and by each of "
            f"{nouns.judges(len(judges))} alone. The table of rankings by judge has the same "
            "numbers."
        ),
        [
            Panel(
                _names_below(
                    "Rank by all judges, and by each alone",
                    ["all", *(one.judge for one in judges)],
                ),
                names_axis(systems),
                [
                    Cells(
                        [
                            [
                                0.0 if rank is None or most < 2 else FIRST * (most - rank) / (most - 1)
                                for rank, most in zip(row, numbers, strict=True)
                            ]
                            for row in table
                        ],
                        texts=[["\u2013" if rank is None else str(rank) for rank in row] for row in table],
                    )
                ],
            )
        ],
        height=AROUND + ROW * len(systems),
    )


def agreement_matrix(made: Agreement) -> Chart:
    """Kappa of every two judges, and on the diagonal of each judge with their own repeats."""
    if not any(pair.enough and pair.kappa is not None for pair in made.pairs):
        return _nothing(AGREEMENT, "Judges share too few comparisons")
    cells = {(pair.judge_a, pair.judge_b): pair for pair in made.pairs}
    shares, texts, strong = [], [], []
    for row in made.judges:
        pairs = [cells.get((column, row)) for column in made.judges]
        known = [pair.kappa if pair is not None and pair.enough else None for pair in pairs]
        p_values = [
            None if pair is None or kappa is None else p_of_kappa(pair)
            for pair, kappa in zip(pairs, known, strict=True)
        ]
        sure = [p is not None and p <= LEVEL for p in p_values]
        shares.append(
            [
                max(0.0, kappa or 0.0) * (1.0 if one else UNSURE)
                for kappa, one in zip(known, sure, strict=True)
            ]
        )
        texts.append(
            [
                fraction(kappa)
                if kappa is not None
                else TOO_FEW
                if pair is not None and pair.comparisons and not pair.enough
                else ""
                for kappa, pair in zip(known, pairs, strict=True)
            ]
        )
        strong.append(sure)
    inter = made.inter.kappa
    grid = (
        f"Grid: kappa of every two of {nouns.judges(len(made.judges))}, and of each with their own repeats."
    )
    overall = [f"All together: {fraction(inter, style=TERMINAL)}."] if inter is not None else []
    return Chart(
        AGREEMENT,
        " ".join([grid, *overall]),
        [
            Panel(
                _names_below(
                    f"Kappa, bold: above chance, p \u2264 {LEVEL:g}",
                    made.judges,
                ),
                names_axis(made.judges),
                [Cells(shares, texts=texts, strong=strong)],
            )
        ],
        height=AROUND + ROW * len(made.judges),
    )


def _shade(share: float) -> float:
    """Most shares lie near one half: from white at a fifth to the deepest at four fifths."""
    return min(1.0, max(0.0, (share - PALEST) / (1 - 2 * PALEST)))


def _names_below(label: str, names: Sequence[str]) -> Axis:
    ticks = [(float(place), shortened(name, NAME_LETTERS)) for place, name in enumerate(names)]
    return Axis(label, low=-0.5, high=len(names) - 0.5, ticks=ticks, ticked=False, turned=True)


def _nothing(key: str, reason: str) -> Chart:
    return Chart(key, reason, [], reason=reason)
