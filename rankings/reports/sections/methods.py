"""Rankings by several methods side by side."""

from dataclasses import dataclass
from typing import Any

from appraise_gec.present.numbers import count, listed
from appraise_gec.report.result import ReportResult
from appraise_gec.words import plural
from rankings.analysis.ranking import SystemRanking
from rankings.reports.sections.first_place import leaders, share_first_place, tells_nothing
from rankings.reports.sections.ranking import method_heading
from rankings.tables.methods import methods_table, side_by_side
from rankings.tables.nouns import UNITS
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
        "no_methods": result.ranking.reason,
        "order_sentence": order_sentence(list(shown.values())),
    }


def order_sentence(shown: list[SystemRanking]) -> str:
    """Whether the methods agree on who is first, and how far their places lie apart."""
    if len(shown) < 2:
        return ""
    if len(shown[0].groups) > 1:
        return "No comparison links all systems, so they have no common order by any method."
    if all(map(tells_nothing, shown)):
        return f"All {count(len(shown))} methods give all systems the same score."
    leading, *others = shown
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
        others_first = listed([f"{listed(leaders(ranking))} by {ranking.title}" for ranking in dissenting])
        values = {
            "first": share_first_place(first),
            "method": leading.title,
            "others": others_first,
        }
        opening = (
            "By score alone, {first} by {method}, but {others}.".format(**values)
            if leading.without_ranges
            else "{first} by {method}, but {others}.".format(**values)
        )
    else:
        values = {"first": share_first_place(first), "n": count(len(shown))}
        opening = (
            "By score alone, {first} by all {n} methods.".format(**values)
            if leading.without_ranges
            else "{first} by all {n} methods.".format(**values)
        )
    if moved == 0:
        return " ".join((opening, "They put all systems in the same order."))
    moves = plural(
        moved, "No system moves by more than {n} place.", "No system moves by more than {n} places."
    )
    return " ".join((opening, moves))


def method_name(ranking: SystemRanking, unit: str) -> str:
    """The title of a ranking's method, with the unit of resampling where it is not that of the report."""
    title = ranking.title
    return title if ranking.unit == unit else ", ".join((title, UNITS[ranking.unit]))
