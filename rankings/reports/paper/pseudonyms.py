"""Names in a paper bundle: judges always under pseudonyms, systems where that is asked for."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import isnan
from typing import Any

from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.scoring import scoring_method
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.names_in_documents import renamed
from rankings.formats.records import Judgment
from rankings.formats.uploads import INPUT_SYSTEM

Names = Mapping[str, str]
LEFT_OUT = "a system that was left out"


HASHED = ("correlation", "maege")
"""Keys of a recipe under which files are named by their SHA-256."""


def judge_pseudonyms(judges: Sequence[str], left_out: Iterable[str] = ()) -> dict[str, str]:
    """judge-01, judge-02 and so on, by the judges' names.

    Rankings are put in an order that begins with the judge's name before anything is resampled. So numbers
    follow the order that a report's computation had, and have leading zeros: the pseudonyms sort as the names
    did, and the same seed draws the same units.

    Args:
        judges: in the order of the report's result.
        left_out: judges without rankings in the report; numbered after the others.
    """
    names = [*judges, *sorted(set(left_out) - set(judges))]
    width = len(str(len(names)))
    return {name: f"judge-{number:0{width}}" for number, name in enumerate(names, start=1)}


def system_masks(judgments: Sequence[Judgment], systems: Iterable[str]) -> dict[str, str]:
    """System-A, System-B and so on, by the systems' names; INPUT, the unchanged source, keeps its name.

    Letters follow the Expected Wins of the systems, the best first. An order by names would tell who is who
    to anybody who knows the names; this one says nothing that the ranking does not.
    """
    named = sorted(set(systems) | {name for one in judgments for out in one.outputs for name in out.systems})
    table = JudgmentTable.from_judgments(judgments, systems=named)
    counts = count_pairs(table)
    scores = scoring_method("expected-wins").point(counts.wins[None], counts.ties[None])[0]
    won = counts.wins.sum(axis=1)
    # Undefined scores stand last.
    keyed = [
        (isnan(score), 0.0 if isnan(score) else -score, -wins, name)
        for score, wins, name in zip(scores.tolist(), won.tolist(), table.systems, strict=True)
    ]
    masked = [name for *_, name in sorted(keyed) if name != INPUT_SYSTEM]
    masks = {name: f"System-{_letters(place)}" for place, name in enumerate(masked)}
    return masks | ({INPUT_SYSTEM: INPUT_SYSTEM} if INPUT_SYSTEM in named else {})


def shown_judgments(judgments: Iterable[Judgment], judges: Names, systems: Names) -> list[Judgment]:
    """Judgments under pseudonyms, with what statistics use and how long they took.

    Times of day, documents, result sets and versions of the guidelines are left out: they tell who worked
    when, and may name people. So are numbers of items that are no numbers.
    """
    return [
        replace(
            one,
            judge=judges[one.judge],
            outputs=tuple(
                replace(output, systems=tuple(systems.get(name, name) for name in output.systems))
                for output in one.outputs
            ),
            item=one.item if one.item.isascii() and one.item.isdigit() else "",
            document="",
            result_set="",
            opened_at=None,
            submitted_at=None,
            guidelines_version=None,
        )
        for one in judgments
    ]


def shown_edits(edits: Iterable[EditJudgment], judges: Names, systems: Names) -> list[EditJudgment]:
    """Marks on edits under pseudonyms."""
    return [
        replace(
            edit,
            judge=judges[edit.judge],
            systems=tuple(systems.get(name, name) for name in edit.systems),
            item=edit.item if edit.item.isascii() and edit.item.isdigit() else "",
        )
        for edit in edits
    ]


def shown_recipe(recipe: Mapping[str, Any], judges: Names) -> dict[str, Any]:
    """The recipe of a report with judges under pseudonyms, and documents without their names.

    These may name people, as those of learners' essays do. A name that is a number stays.
    """
    shown: dict[str, Any] = renamed(dict(recipe), judges)
    if "documents" in recipe:
        shown["documents"] = sorted(
            name if name.isascii() and name.isdigit() else f"chosen-document-{number}"
            for number, name in enumerate(recipe["documents"], start=1)
        )
    return shown


def shown_told(told: Mapping[str, Any], systems: Names) -> dict[str, Any]:
    """What a recipe tells of the rankings, with masked systems.

    Outputs that a system replaced, and systems that were left out, lose their names. SHA-256s of imported
    files and of references are left out: whoever has such a file could tell by them which data these are.
    """
    shown = {key: value for key, value in told.items() if key not in HASHED}
    for key in ("systems", "without_systems"):
        if key in told:
            shown[key] = [systems.get(name, LEFT_OUT) for name in told[key]]
    if "late_systems" in told:
        shown["late_systems"] = [
            {**entry, "system": systems.get(entry["system"], entry["system"])}
            for entry in told["late_systems"]
        ]
    return shown


def without_titles(recipe: Mapping[str, Any], systems: Names) -> dict[str, Any]:
    """The recipe of a report over several campaigns with numbers in place of their titles and addresses.

    A title may name people, or tell reviewers whose campaign it is.
    """
    told = recipe.get("joined")
    if not told:
        return dict(recipe)
    campaigns = [
        {
            **one,
            "campaign": f"campaign-{number}",
            "title": f"campaign {number}",
            "systems": sorted(systems.get(name, LEFT_OUT) if systems else name for name in one["systems"]),
        }
        for number, one in enumerate(told["campaigns"], start=1)
    ]
    return {**recipe, "joined": {**told, "campaigns": campaigns}}


def named_in(text: str, systems: Iterable[str]) -> str:
    """The first of the systems that a text names as a word, in capitals or not; empty where it names none."""
    for name in systems:
        word = rf"(?<![^\W_]){re.escape(name)}(?![^\W_])"
        if name != INPUT_SYSTEM and re.search(word, text, re.IGNORECASE):
            return name
    return ""


def _letters(place: int) -> str:
    """A to Z, then AA, AB and so on."""
    letters = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
