"""What a report begins with: how much it is about, and what it was computed from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from appraise_gec.present.numbers import count
from appraise_gec.report.result import ReportResult
from appraise_gec.words import plural
from rankings.analysis.methods import registration


@dataclass(frozen=True, slots=True)
class Tile:
    """A number that a report begins with, and a smaller one beside it."""

    label: str
    value: str
    detail: str = ""


def tiles(result: ReportResult) -> tuple[Tile, ...]:
    """How much a report is about."""
    total = result.total
    skipped = f"of which {count(total.skipped)} skipped" if total.skipped else ""
    tied = f"{count(total.expanded_ties)} tied"
    return (
        Tile("Rankings", count(total.rankings), skipped),
        Tile("Judges", count(len(result.judges))),
        Tile("Sentences judged", count(result.sentences)),
        Tile("Systems", count(len(result.systems))),
        Tile("Pairs of systems", count(total.expanded), tied),
    )


def computed_from(recipe: Mapping[str, Any]) -> str:
    """What a report was computed from, and how, as the end of a sentence."""
    excluded = ", ".join((*recipe["excluded_judges"], *recipe.get("without_systems", ())))
    values = {"method": registration(recipe["method"]).title, "judges": excluded}
    number = recipe["rankings"]["number"]
    if excluded:
        return plural(
            number,
            "from {n} ranking, without {judges}, by {method}",
            "from {n} rankings, without {judges}, by {method}",
            **values,
        )
    return plural(number, "from {n} ranking, by {method}", "from {n} rankings, by {method}", **values)


def unjudged_sentence(result: ReportResult) -> str:
    """Which systems stand in no ranking; empty where there are none."""
    names = ", ".join(result.unjudged_systems)
    return f"In no ranking yet, and so not in the tables: {names}." if names else ""


def undecided_judges_sentence(result: ReportResult) -> str:
    """Why intervals speak for fewer judges than the report has; empty where they speak for all of them."""
    ranking, judges = result.ranking, len(result.judges)
    if not 0 < ranking.judges < judges:
        return ""
    values = {"made": count(ranking.judges), "judges": count(judges)}
    if len(ranking.groups) > 1:
        return plural(
            judges - ranking.judges,
            (
                "Intervals speak for {made} of the {judges} judges: the other one put no system of "
                "the first group before another of it."
            ),
            (
                "Intervals speak for {made} of the {judges} judges: the other {n} put no system of the "
                "first group before another of it."
            ),
            **values,
        )
    return plural(
        judges - ranking.judges,
        ("Intervals speak for {made} of the {judges} judges: the other one put no system before another."),
        ("Intervals speak for {made} of the {judges} judges: the other {n} put no system before another."),
        **values,
    )
