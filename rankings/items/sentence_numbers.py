"""Check that judgments and texts number sentences alike.

Files count sentences from 0 or from 1 without stating which, so people say it. The outputs show where that
is wrong: systems that share an output in a judgment wrote the same text for that sentence, and seldom for
others.
"""

import re
from collections.abc import Callable, Hashable, Iterable

from appraise_gec.words import plural
from rankings.formats.columns import Judgments
from rankings.formats.problems import figure
from rankings.formats.records import Judgment

# With so many shared outputs, conflicts in most of them mean other sentences, not a few changed outputs.
ENOUGH_GROUPS = 10
_LINE = re.compile("0|[1-9][0-9]{0,8}")

TextOf = Callable[[str, int], Hashable | None]


def renumbered(judgments: Judgments, first: int) -> Judgments:
    """The judgments with sentences counted from 0, where those of the file count from `first`.

    Raises:
        ValueError: a sentence that is no number, or one before the first.
    """
    return judgments.rename(sentence=lambda name: _from_zero(name, first)) if first else judgments


def _from_zero(name: str, first: int) -> str:
    number = line_number(name)
    if number is None:
        raise ValueError(
            f"the sentence {name!r} is no number, so that it cannot be counted from {first}; "
            "expected whole numbers"
        )
    if number < first:
        raise ValueError(
            f"the file has a sentence {number}; expected {first} or more where they count from {first}"
        )
    return str(number - first)


def misfit(judgments: Iterable[Judgment], text_of: TextOf, count: int | None, first: int, option: str) -> str:
    """Why the judgments of a file do not fit the texts; "" where they do.

    A few conflicts are no misfit: outputs may be others than those that were judged.

    Args:
        judgments: with sentences counted from 0. Those whose sentence is no number are not looked at.
        text_of: what a system wrote for a zero-based sentence, or anything that is the same whenever its
            texts are; None where it is not known.
        count: number of sentences; None if judgments about other sentences do not matter.
        first: the number that the file's first sentence was said to have.
        option: what to set where that is wrong.
    """
    groups = conflicts = outside = 0
    for judgment in judgments:
        number = line_number(judgment.sentence)
        if number is None:
            continue
        if count is not None and number >= count:
            outside += 1
            continue
        for output in judgment.outputs:
            texts = [text for name in output.systems if (text := text_of(name, number)) is not None]
            groups += len(texts) > 1
            conflicts += len(set(texts)) > 1
    reasons = []
    if groups >= ENOUGH_GROUPS and 2 * conflicts > groups:
        reasons.append(
            f"{figure(conflicts)} of {figure(groups)} outputs that systems share in the file "
            "differ between these systems in the texts."
        )
    if outside:
        reasons.append(
            plural(
                outside,
                "{n} judgment names a sentence that the texts do not have.",
                "{n} judgments name sentences that the texts do not have.",
            )
        )
    if not reasons:
        return ""
    remedy = (
        f"The first sentence was said to have the number {first}: set {option} to another, or "
        "choose other files."
    )
    return " ".join([*reasons, remedy])


def line_number(name: str) -> int | None:
    """The number in a sentence's name, or None if the name is not a plain number."""
    # int() also accepts signs, underscores, blanks and other digits, which no line number has.
    return int(name) if _LINE.fullmatch(name) else None
