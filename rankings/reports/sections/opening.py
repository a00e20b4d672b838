"""What a report begins with: how much it is about, and what it was computed from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from appraise_gec.presentation.numbers import counted
from appraise_gec.words import Figure, words_for_count
from rankings.analysis.methods import registration
from rankings.reports.result import ReportResult


@dataclass(frozen=True, slots=True)
class Tile:
    """A number that a report begins with, and a smaller one beside it."""

    label: str
    value: str
    detail: str = ""


def tiles(result: ReportResult) -> tuple[Tile, ...]:
    """How much a report is about."""
    total = result.total
    skipped = f"of which {total.skipped:,} skipped" if total.skipped else ""
    return (
        Tile("Rankings", f"{total.rankings:,}", skipped),
        Tile("Judges", f"{len(result.judges):,}"),
        Tile("Sentences judged", f"{result.sentences:,}"),
        Tile("Systems", f"{len(result.systems):,}"),
        Tile("Pairs of systems", f"{total.expanded:,}", f"{total.expanded_ties:,} tied"),
    )


def computed_from(recipe: Mapping[str, Any]) -> str:
    """What a report was computed from, and how, as the end of a sentence."""
    excluded = ", ".join(recipe["excluded_judges"])
    without = f", without {excluded}" if excluded else ""
    number, title = recipe["rankings"]["number"], registration(recipe["method"]).title
    return f"from {counted(number, 'ranking')}{without}, by {title}"


def unjudged_sentence(result: ReportResult) -> str:
    """Which systems stand in no ranking; empty where there are none."""
    names = ", ".join(result.unjudged_systems)
    return f"In no ranking yet, and so not in the tables: {names}." if names else ""


def undecided_judges_sentence(result: ReportResult) -> str:
    """Why intervals speak for fewer judges than the report has; empty where they speak for all of them."""
    ranking, judges = result.ranking, len(result.judges)
    if not 0 < ranking.judges < judges:
        return ""
    values = {"made": Figure(f"{ranking.judges:,}"), "judges": Figure(f"{judges:,}")}
    if len(ranking.groups) > 1:
        return words_for_count(
            "Intervals speak for %(made)s of the %(judges)s judges: the other one put no system of the first "
            "group before another of it.",
            "Intervals speak for %(made)s of the %(judges)s judges: the other %(n)s put no system of the first "
            "group before another of it.",
            judges - ranking.judges,
            **values,
        )
    return words_for_count(
        "Intervals speak for %(made)s of the %(judges)s judges: the other one put no system before another.",
        "Intervals speak for %(made)s of the %(judges)s judges: the other %(n)s put no system before another.",
        judges - ranking.judges,
        **values,
    )
