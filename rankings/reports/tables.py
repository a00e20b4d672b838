"""Tables of a report as CSV that a spreadsheet opens without running anything."""

from collections.abc import Callable, Iterable
from typing import Any

from rankings.formats.safe_cells import write_csv

Row = Iterable[Any]


def table_csv(name: str, result: dict[str, Any]) -> bytes:
    """A table of `Report.result` as UTF-8 CSV with a header line. Numbers are as exact as they were computed.

    Raises:
        KeyError: no table has the name.
    """
    return write_csv([_text(cell) for cell in row] for row in TABLES[name](result))


def _text(cell: Any) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return "" if cell is None else str(cell)


def _judges(result: dict[str, Any]) -> Iterable[Row]:
    names = (
        "judge",
        "rankings",
        "skipped",
        "single_output",
        "unexpanded",
        "unexpanded_ties",
        "expanded",
        "expanded_ties",
    )
    return [names, *([one[name] for name in names] for one in (*result["judges"], result["total"]))]


def _agreement(result: dict[str, Any]) -> Iterable[Row]:
    names = ("kappa", "low", "high", "comparisons", "degree")
    agreed = result["agreement"]
    return [
        ("agreement", *names),
        *((kind, *(agreed[kind][name] for name in names)) for kind in ("inter", "intra")),
    ]


def _agreement_pairs(result: dict[str, Any]) -> Iterable[Row]:
    names = ("judge_a", "judge_b", "kappa", "comparisons", "agreed", "observed", "expected", "enough")
    return [names, *([one[name] for name in names] for one in result["agreement"]["pairs"])]


def _ranking(kind: str) -> Callable[[dict[str, Any]], Iterable[Row]]:
    names = (
        "rank",
        "system",
        "score",
        "score_low",
        "score_high",
        "rank_low",
        "rank_high",
        "cluster",
        "comparisons",
    )

    def rows(result: dict[str, Any]) -> Iterable[Row]:
        ranking = result[kind]
        shares = [f"share_rank_{rank}" for rank in range(1, len(ranking["systems"]) + 1)]
        return [
            ("unit", *names, *shares),
            *(
                (ranking["unit"], *(one[name] for name in names), *one["rank_probabilities"])
                for one in ranking["systems"]
            ),
        ]

    return rows


def _distinct_outputs(result: dict[str, Any]) -> Iterable[Row]:
    return [
        ("distinct_outputs", "sentences"),
        *((one["distinct"], one["sentences"]) for one in result["distinct_outputs"]),
    ]


TABLES: dict[str, Callable[[dict[str, Any]], Iterable[Row]]] = {
    "judges": _judges,
    "agreement": _agreement,
    "agreement-pairs": _agreement_pairs,
    "ranking": _ranking("ranking"),
    "comparison": _ranking("comparison"),
    "distinct-outputs": _distinct_outputs,
}
