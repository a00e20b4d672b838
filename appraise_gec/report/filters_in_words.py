"""What filters a report has, and what they left out, in words."""

from collections.abc import Mapping
from typing import Any

from appraise_gec.present.numbers import count, percent
from appraise_gec.words import listed, plural
from rankings.formats.filtering import ACTIVE_TIME, CHECKS, DAYS, DOCUMENTS

NAMED = 5
Recipe = Mapping[str, Any]


def filter_sentences(recipe: Recipe) -> list[str]:
    """A line for each filter of a report: what counts, and how much that left out."""
    systems = _systems(recipe)
    without = [f"Left out as if nobody had compared them: {systems}."] if systems else []
    return [*without, *(" ".join(parts) for parts in _of_filters(recipe))]


def left_out_sentences(recipe: Recipe) -> list[str]:
    """The same, of the filters that leave out anything."""
    left_out = recipe.get("left_out", {})
    return [
        " ".join(parts)
        for stage, parts in zip(left_out, _of_filters(recipe), strict=True)
        if left_out[stage]["rankings"]
    ]


def filters_in_short(options: Recipe) -> str:
    """The filters of a report, for a list of reports; empty where it has none."""
    systems = _systems(options)
    without = f"without {systems}" if systems else ""
    said = (without, _documents(options), _days(options), _seconds(options), _share(options))
    return "; ".join([one for one in said if one])


def _of_filters(recipe: Recipe) -> list[list[str]]:
    left_out = recipe.get("left_out", {})
    documents, days, seconds, share = (said(recipe) for said in (_documents, _days, _seconds, _share))
    sentences = (
        (DOCUMENTS, documents, f"Only sentences of chosen documents count: {documents}."),
        (DAYS, days, f"Only rankings of chosen days count: {days}."),
        (ACTIVE_TIME, seconds, f"Fast rankings do not count: {seconds}."),
        (CHECKS, share, f"Judges who failed check items do not count: {share}."),
    )
    return [
        [sentence, *_numbers(stage, left_out.get(stage))] for stage, asked, sentence in sentences if asked
    ]


def _systems(options: Recipe) -> str:
    names = options.get("without_systems") or ()
    return plural(len(names), "{n} system", "{n} systems") if len(names) > NAMED else listed(names)


def _documents(options: Recipe) -> str:
    names = options.get("documents") or ()
    if not names:
        return ""
    if len(names) > NAMED:
        return plural(len(names), "{n} document", "{n} documents")
    return plural(len(names), "document {names}", "documents {names}", names=listed(names))


def _days(options: Recipe) -> str:
    first, last = options.get("first_day"), options.get("last_day")
    values = {"first": first, "last": last, "zone": options.get("time_zone", "UTC")}
    if first and last:
        return "from {first} to {last} ({zone})".format(**values)
    if first:
        return "from {first} on ({zone})".format(**values)
    return "until {last} ({zone})".format(**values) if last else ""


def _seconds(options: Recipe) -> str:
    least = options.get("least_active_seconds")
    return f"less than {least:,g} s of active time" if least else ""


def _share(options: Recipe) -> str:
    least = options.get("least_checks_passed")
    return f"less than {percent(least)} of check items passed" if least else ""


def _numbers(stage: str, entry: Mapping[str, Any] | None) -> list[str]:
    if entry is None:
        return []
    number, judges = entry["rankings"], entry["judges"]
    if not number:
        said = ["That leaves out no ranking."]
    elif judges:
        said = [
            plural(
                number,
                "That leaves out {n} ranking, the only one of {judges}.",
                "That leaves out {n} rankings, and with them all of {judges}.",
                judges=_judges(judges),
            )
        ]
    else:
        said = [plural(number, "That leaves out {n} ranking.", "That leaves out {n} rankings.")]
    return [*said, *_unknown(stage, entry.get("unknown", 0))]


def _judges(names: list[str]) -> str:
    if len(names) > NAMED:
        return f"{count(len(names))} judges"
    return listed(names)


def _unknown(stage: str, number: int) -> list[str]:
    if not number:
        return []
    if stage == DAYS:
        return [
            plural(number, "The day of {n} of them is not known.", "The days of {n} of them are not known.")
        ]
    if stage == ACTIVE_TIME:
        return [
            plural(
                number, "{n} ranking without a known time counts.", "{n} rankings without a known time count."
            )
        ]
    return [plural(number, "{n} judge without check items counts.", "{n} judges without check items count.")]
