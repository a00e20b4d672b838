"""Rankings by several methods side by side."""

from dataclasses import dataclass
from typing import Any

from appraise_gec.presentation.numbers import counted, listed
from rankings.analysis.results.ranking import SystemRanking
from rankings.reports.result import ReportResult
from rankings.reports.sections.first_place import leaders, share_first_place, tells_nothing
from rankings.reports.sections.ranking import method_heading
from rankings.tables.methods import methods_table, side_by_side
from rankings.tables.ranking import ranking_table

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Method:
    """One of the methods side by side, with its address."""

    key: str
    title: str


def methods_context(result: ReportResult, chosen: str) -> Document:
    """Rankings by several methods, and one of them in full."""
    shown = {
        f"{ranking.method}-{ranking.unit}": ranking
        for ranking in side_by_side(result.ranking, result.methods)
    }
    full_key = chosen if chosen in shown else next(iter(shown), "")
    full = shown.get(full_key)
    return {
        "methods": [Method(key, method_name(ranking, result.ranking.unit)) for key, ranking in shown.items()],
        "methods_table": methods_table(result.ranking, result.methods),
        "full_key": full_key,
        "full": ranking_table(full, "methods") if full else None,
        "full_heading": method_heading(full) if full else "",
        "order_sentence": order_sentence(list(shown.values())),
    }


def order_sentence(shown: list[SystemRanking]) -> str:
    """Whether the methods agree on who is first, and how far their places lie apart."""
    if len(shown) < 2:
        return ""
    if len(shown[0].groups) > 1:
        return "No comparison links all systems, so they have no common order by any method."
    if all(map(tells_nothing, shown)):
        return f"All {len(shown)} methods give all systems the same score."
    leading, *others = shown
    alone = "By score alone, " if leading.without_ranges else ""
    first = leaders(leading)
    dissenting = [ranking for ranking in others if set(leaders(ranking)) != set(first)]
    places = {system.system: system.rank for system in leading.systems if system.rank is not None}
    moved = max(
        abs(system.rank - places[system.system])
        for ranking in others
        for system in ranking.systems
        if system.rank is not None and system.system in places
    )
    if dissenting:
        named = listed([f"{listed(leaders(ranking))} by {ranking.title}" for ranking in dissenting])
        opening = f"{alone}{share_first_place(first)} by {leading.title}, but {named}."
    else:
        opening = f"{alone}{share_first_place(first)} by all {len(shown)} methods."
    if moved == 0:
        return f"{opening} They put all systems in the same order."
    return f"{opening} No system moves by more than {counted(moved, 'place')}."


def method_name(ranking: SystemRanking, unit: str) -> str:
    """The title of a ranking's method, with the unit of resampling where it is not that of the report."""
    return ranking.title if ranking.unit == unit else f"{ranking.title}, {ranking.unit}"
