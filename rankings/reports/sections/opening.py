"""What a report begins with: how much it is about, and what it was computed from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from appraise_gec.presentation.numbers import count
from appraise_gec.words import words, words_for_count
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
    skipped = words("of which %(n)s skipped", n=count(total.skipped)) if total.skipped else ""
    tied = words("%(n)s tied", n=count(total.expanded_ties))
    return (
        Tile(words("Rankings"), count(total.rankings), skipped),
        Tile(words("Judges"), count(len(result.judges))),
        Tile(words("Sentences judged"), count(result.sentences)),
        Tile(words("Systems"), count(len(result.systems))),
        Tile(words("Pairs of systems"), count(total.expanded), tied),
    )


def computed_from(recipe: Mapping[str, Any]) -> str:
    """What a report was computed from, and how, as the end of a sentence."""
    excluded = ", ".join(recipe["excluded_judges"])
    values = {"method": registration(recipe["method"]).title, "judges": excluded}
    number = recipe["rankings"]["number"]
    if excluded:
        return words_for_count(
            "from %(n)s ranking, without %(judges)s, by %(method)s",
            "from %(n)s rankings, without %(judges)s, by %(method)s",
            number,
            **values,
        )
    return words_for_count(
        "from %(n)s ranking, by %(method)s", "from %(n)s rankings, by %(method)s", number, **values
    )


def unjudged_sentence(result: ReportResult) -> str:
    """Which systems stand in no ranking; empty where there are none."""
    names = ", ".join(result.unjudged_systems)
    return words("In no ranking yet, and so not in the tables: %(names)s.", names=names) if names else ""


def undecided_judges_sentence(result: ReportResult) -> str:
    """Why intervals speak for fewer judges than the report has; empty where they speak for all of them."""
    ranking, judges = result.ranking, len(result.judges)
    if not 0 < ranking.judges < judges:
        return ""
    values = {"made": count(ranking.judges), "judges": count(judges)}
    if len(ranking.groups) > 1:
        return words_for_count(
            "Intervals speak for %(made)s of the %(judges)s judges: the other one put no system of the first "
            "group before another of it.",
            "Intervals speak for %(made)s of the %(judges)s judges: the other %(n)s put no system of the "
            "first group before another of it.",
            judges - ranking.judges,
            **values,
        )
    return words_for_count(
        "Intervals speak for %(made)s of the %(judges)s judges: the other one put no system before another.",
        "Intervals speak for %(made)s of the %(judges)s judges: the other %(n)s put no system before "
        "another.",
        judges - ranking.judges,
        **values,
    )
