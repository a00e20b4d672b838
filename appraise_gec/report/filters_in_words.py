"""What filters a report has, and what they left out, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from appraise_gec.present.numbers import counted, percent
from appraise_gec.words import listed
from rankings.formats.filtering import ACTIVE_TIME, CHECKS, DAYS, DOCUMENTS

NAMED = 5
Recipe = Mapping[str, Any]
SENTENCES = {
    DOCUMENTS: "Only sentences of chosen documents count: {}.",
    DAYS: "Only rankings of chosen days count: {}.",
    ACTIVE_TIME: "Fast rankings do not count: {}.",
    CHECKS: "Judges who failed check items do not count: {}.",
}


def filter_sentences(recipe: Recipe, *, named: bool = True) -> list[str]:
    """A line for each filter of a report: what counts, and how much that left out.

    Args:
        recipe: of the report, or its options.
        named: whether strangers may read names of documents and judges.
    """
    systems = _names(recipe.get("without_systems", ()), "system", named=named)
    without = [f"Left out as if nobody had compared them: {systems}."] if systems else []
    return [*without, *_by_stage(recipe, named=named).values()]


def left_out_sentences(recipe: Recipe) -> list[str]:
    """The same, of the filters that leave out anything."""
    return [said for stage, said in _by_stage(recipe).items() if recipe["left_out"][stage]["rankings"]]


def filters_in_short(options: Recipe) -> str:
    """The filters of a report, for a list of reports; empty where it has none."""
    systems = _names(options.get("without_systems", ()), "system")
    return "; ".join([*([f"without {systems}"] if systems else []), *_asked(options).values()])


def _by_stage(recipe: Recipe, *, named: bool = True) -> dict[str, str]:
    left_out = recipe.get("left_out", {})
    return {
        stage: " ".join([SENTENCES[stage].format(asked), *_numbers(stage, left_out.get(stage), named=named)])
        for stage, asked in _asked(recipe, named=named).items()
    }


def _asked(options: Recipe, *, named: bool = True) -> dict[str, str]:
    """What each filter asks for, in the order in which they are asked."""
    asked = {
        DOCUMENTS: _names(options.get("documents", ()), "document", named=named),
        DAYS: _days(options.get("first_day"), options.get("last_day"), options.get("time_zone", "UTC")),
    }
    if seconds := options.get("least_active_seconds"):
        asked[ACTIVE_TIME] = f"less than {seconds:,g} s of active time"
    if share := options.get("least_checks_passed"):
        asked[CHECKS] = f"less than {percent(share)} of check items passed"
    return {stage: said for stage, said in asked.items() if said}


def _names(names: Sequence[str], noun: str, *, named: bool = True) -> str:
    if not named or len(names) > NAMED:
        return counted(len(names), noun) if names else ""
    return listed(names)


def _days(first: str | None, last: str | None, zone: str) -> str:
    if first and last:
        return f"from {first} to {last} ({zone})"
    return f"from {first} on ({zone})" if first else f"until {last} ({zone})" if last else ""


def _numbers(stage: str, entry: Mapping[str, Any] | None, *, named: bool) -> list[str]:
    if entry is None:
        return []
    number, judges, unknown = entry["rankings"], entry["judges"], entry.get("unknown", 0)
    said = f"That leaves out {counted(number, 'ranking') if number else 'no ranking'}"
    if judges:
        all_of = ", the only one of" if number == 1 else ", and with them all of"
        said += f"{all_of} {_names(judges, 'judge', named=named)}"
    if not unknown:
        return [f"{said}."]
    if stage == DAYS:
        more = f"The {'day' if unknown == 1 else 'days'} of {unknown:,} of them"
        return [f"{said}.", f"{more} {'is' if unknown == 1 else 'are'} not known."]
    if stage == ACTIVE_TIME:
        kept = f"{counted(unknown, 'ranking')} without a known time"
    else:
        kept = f"{counted(unknown, 'judge')} without check items"
    return [f"{said}.", f"{kept} {'counts' if unknown == 1 else 'count'}."]
