"""Names in the archive of a report: judges always have pseudonyms."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as changed

from rankings.formats.columns import Judgments
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.records import Judgment
from rankings.formats.results import renamed

Names = Mapping[str, str]


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


def shown_judgments(judgments: Iterable[Judgment], judges: Names) -> Judgments:
    """Judgments under pseudonyms, with what statistics use and how long they took.

    Times of day, documents, result sets and versions of the guidelines are left out: they tell who worked
    when, and may name people. So are numbers of items that are no numbers.
    """
    return Judgments.of(
        changed(
            one,
            judge=judges[one.judge],
            item=one.item if one.item.isascii() and one.item.isdigit() else "",
            document="",
            result_set="",
            opened_at=None,
            submitted_at=None,
            guidelines_version=None,
        )
        for one in judgments
    )


def shown_edits(edits: Iterable[EditJudgment], judges: Names) -> list[EditJudgment]:
    """Marks on edits under pseudonyms."""
    return [
        replace(
            edit,
            judge=judges[edit.judge],
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


def named_in(text: str, names: Iterable[str]) -> str:
    """The first of the names that a text holds as a word, in capitals or not; empty where it holds none."""
    for name in names:
        word = rf"(?<![^\W_]){re.escape(name)}(?![^\W_])"
        if re.search(word, text, re.IGNORECASE):
            return name
    return ""
