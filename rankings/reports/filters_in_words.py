"""What filters a report has, and what they left out, in words."""

from collections.abc import Mapping
from typing import Any

from appraise_gec.presentation.numbers import count, percent
from appraise_gec.words import Figure, joined, listed, words, words_for_count
from rankings.formats.judgment_filter import ACTIVE_TIME, CHECKS, DAYS, DOCUMENTS

NAMED = 5
Recipe = Mapping[str, Any]


def filter_sentences(recipe: Recipe) -> list[str]:
    """A line for each filter of a report: what counts, and how much that left out."""
    return [joined(" ", parts) for parts in _of_filters(recipe)]


def left_out_sentences(recipe: Recipe) -> list[str]:
    """The same, of the filters that leave out anything."""
    left_out = recipe.get("left_out", {})
    return [
        joined(" ", parts)
        for stage, parts in zip(left_out, _of_filters(recipe), strict=True)
        if left_out[stage]["rankings"]
    ]


def filters_in_short(options: Recipe) -> str:
    """The filters of a report, for a list of reports; empty where it has none."""
    said = (_documents(options), _days(options), _seconds(options), _share(options))
    return joined("; ", [one for one in said if one])


def _of_filters(recipe: Recipe) -> list[list[str]]:
    left_out = recipe.get("left_out", {})
    documents, days, seconds, share = (said(recipe) for said in (_documents, _days, _seconds, _share))
    sentences = (
        (DOCUMENTS, documents, words("Only sentences of chosen documents count: %(what)s.", what=documents)),
        (DAYS, days, words("Only rankings of chosen days count: %(what)s.", what=days)),
        (ACTIVE_TIME, seconds, words("Fast rankings do not count: %(what)s.", what=seconds)),
        (CHECKS, share, words("Judges who failed check items do not count: %(what)s.", what=share)),
    )
    return [
        [sentence, *_numbers(stage, left_out.get(stage))] for stage, asked, sentence in sentences if asked
    ]


def _documents(options: Recipe) -> str:
    names = options.get("documents") or ()
    if not names:
        return ""
    if len(names) > NAMED:
        return words_for_count("%(n)s document", "%(n)s documents", len(names))
    return words_for_count("document %(names)s", "documents %(names)s", len(names), names=listed(names))


def _days(options: Recipe) -> str:
    first, last = options.get("first_day"), options.get("last_day")
    values = {"first": first, "last": last, "zone": options.get("time_zone", "UTC")}
    if first and last:
        return words("from %(first)s to %(last)s (%(zone)s)", **values)
    if first:
        return words("from %(first)s on (%(zone)s)", **values)
    return words("until %(last)s (%(zone)s)", **values) if last else ""


def _seconds(options: Recipe) -> str:
    least = options.get("least_active_seconds")
    return words("less than %(seconds)s s of active time", seconds=Figure(f"{least:,g}")) if least else ""


def _share(options: Recipe) -> str:
    least = options.get("least_checks_passed")
    return words("less than %(share)s of check items passed", share=percent(least)) if least else ""


def _numbers(stage: str, entry: Mapping[str, Any] | None) -> list[str]:
    if entry is None:
        return []
    number, judges = entry["rankings"], entry["judges"]
    if not number:
        said = [words("That leaves out no ranking.")]
    elif judges:
        said = [
            words_for_count(
                "That leaves out %(n)s ranking, the only one of %(judges)s.",
                "That leaves out %(n)s rankings, and with them all of %(judges)s.",
                number,
                judges=_judges(judges),
            )
        ]
    else:
        said = [words_for_count("That leaves out %(n)s ranking.", "That leaves out %(n)s rankings.", number)]
    return [*said, *_unknown(stage, entry.get("unknown", 0))]


def _judges(names: list[str]) -> str:
    if len(names) > NAMED:
        return words("%(n)s judges", n=count(len(names)))
    return listed(names)


def _unknown(stage: str, number: int) -> list[str]:
    if not number:
        return []
    if stage == DAYS:
        return [
            words_for_count(
                "The day of %(n)s of them is not known.", "The days of %(n)s of them are not known.", number
            )
        ]
    if stage == ACTIVE_TIME:
        return [
            words_for_count(
                "%(n)s ranking without a known time counts.",
                "%(n)s rankings without a known time count.",
                number,
            )
        ]
    return [
        words_for_count(
            "%(n)s judge without check items counts.", "%(n)s judges without check items count.", number
        )
    ]
