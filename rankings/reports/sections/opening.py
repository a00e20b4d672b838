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
