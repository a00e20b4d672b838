"""Rankings by several methods side by side."""

from dataclasses import dataclass
from typing import Any

from appraise_gec.presentation.numbers import count, listed
from appraise_gec.words import joined, words, words_for_count
from rankings.analysis.results.ranking import SystemRanking
from rankings.reports.result import ReportResult
from rankings.reports.sections.first_place import leaders, share_first_place, tells_nothing
from rankings.reports.sections.ranking import method_heading
from rankings.tables.methods import methods_table, side_by_side
from rankings.tables.nouns import UNITS
from rankings.tables.ranking import ranking_table
from rankings.tables.stored_words import worded

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
        "no_methods": worded(result.ranking.reason),
        "order_sentence": order_sentence(list(shown.values())),
    }


def order_sentence(shown: list[SystemRanking]) -> str:
    """Whether the methods agree on who is first, and how far their places lie apart."""
    if len(shown) < 2:
        return ""
    if len(shown[0].groups) > 1:
        return words("No comparison links all systems, so they have no common order by any method.")
    if all(map(tells_nothing, shown)):
        return words("All %(n)s methods give all systems the same score.", n=count(len(shown)))
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
        others_first = listed(
            [
                words(
                    "%(systems)s by %(method)s",
                    systems=listed(leaders(ranking)),
                    method=worded(ranking.title),
                )
                for ranking in dissenting
            ]
        )
        values = {
            "first": share_first_place(first),
            "method": worded(leading.title),
            "others": others_first,
        }
        opening = (
            words("By score alone, %(first)s by %(method)s, but %(others)s.", **values)
            if leading.without_ranges
            else words("%(first)s by %(method)s, but %(others)s.", **values)
        )
    else:
        values = {"first": share_first_place(first), "n": count(len(shown))}
        opening = (
            words("By score alone, %(first)s by all %(n)s methods.", **values)
            if leading.without_ranges
            else words("%(first)s by all %(n)s methods.", **values)
        )
    if moved == 0:
        return joined(" ", (opening, words("They put all systems in the same order.")))
    moves = words_for_count(
        "No system moves by more than %(n)s place.", "No system moves by more than %(n)s places.", moved
    )
    return joined(" ", (opening, moves))


def method_name(ranking: SystemRanking, unit: str) -> str:
    """The title of a ranking's method, with the unit of resampling where it is not that of the report."""
    title = worded(ranking.title)
    return title if ranking.unit == unit else joined(", ", (title, UNITS[ranking.unit]))
