"""Check that judgments and texts number sentences alike.

Files count sentences from 0 or from 1 without stating which. The outputs show it: systems that share
an output in a judgment wrote the same text for that sentence, and seldom for its neighbours.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace

from appraise_gec.words import words, words_for_count
from rankings.formats.problems import figure
from rankings.formats.records import Judgment

# Number of the first sentence in the file. In a file that begins with -1, every number is one too small.
NUMBERINGS = (0, 1, -1)
# Fewer conflicts than this may be outputs that were replaced; by chance they vanish in a neighbouring line.
FEWEST_CONFLICTS = 3
# A numbering is offered if it leaves at most one conflict of so many.
OFFER_SHARE = 10
# With so many shared outputs, conflicts in most of them mean other outputs, not a few changed ones.
ENOUGH_GROUPS = 10
_LINE = re.compile("0|[1-9][0-9]{0,8}")

TextOf = Callable[[str, int], Hashable | None]


@dataclass(frozen=True, slots=True)
class Numbering:
    """How judgments fit the texts when the file's first sentence has the number `first`.

    Attributes:
        first: the number of the first sentence.
        groups: shared outputs, one for each judgment and output, whose systems have a known text.
        conflicts: those of them whose systems wrote different texts.
        outside: judgments about a sentence before the first or after the last.
    """

    first: int
    groups: int
    conflicts: int
    outside: int

    @property
    def wrong(self) -> int:
        """Everything that does not fit."""
        return self.conflicts + self.outside


@dataclass(frozen=True, slots=True)
class Misfit:
    """Judgments that do not fit the texts as they are numbered.

    Attributes:
        tried: the fit of the numbers that were tried.
        offered: the numbering that fits, if one of the neighbours does.
    """

    tried: Numbering
    offered: Numbering | None

    def sentence(self, remedy: str = "") -> str:
        """One sentence with the count.

        On a terminal `remedy` says, in English, how to choose the numbering that is offered.
        """
        offered, wrong = self.offered, self._wrong_in_words()
        if offered is None:
            return words("%(wrong)s: the judgments seem to be about other outputs.", wrong=wrong)
        if offered.wrong:
            told: str = words_for_count(
                "%(wrong)s, but only %(n)s of them does if the file counts its sentences from %(first)s.",
                "%(wrong)s, but only %(n)s of them do if the file counts its sentences from %(first)s.",
                offered.wrong,
                wrong=wrong,
                first=offered.first,
            )
        else:
            told = words(
                "%(wrong)s, but all fit if the file counts its sentences from %(first)s.",
                wrong=wrong,
                first=offered.first,
            )
        return f"{told[:-1]}: {remedy}." if remedy else told

    def _wrong_in_words(self) -> str:
        tried = self.tried
        outside = words_for_count(
            "%(n)s judgment names a sentence that the texts do not have",
            "%(n)s judgments name sentences that the texts do not have",
            tried.outside,
        )
        if tried.outside and not tried.conflicts:
            return outside
        conflicts = words_for_count(
            "%(n)s of %(groups)s outputs that systems share in the file differs between these systems in the "
            "texts",
            "%(n)s of %(groups)s outputs that systems share in the file differ between these systems in the "
            "texts",
            tried.conflicts,
            groups=figure(tried.groups),
        )
        if not tried.outside:
            return conflicts
        return words("%(conflicts)s, and %(outside)s", conflicts=conflicts, outside=outside)


def renumbered(judgments: Iterable[Judgment], first: int) -> list[Judgment]:
    """All of `each_renumbered`."""
    return list(each_renumbered(judgments, first))


def each_renumbered(judgments: Iterable[Judgment], first: int) -> Iterator[Judgment]:
    """The judgments with sentences counted from 0, where those of the file count from `first`.

    Raises:
        ValueError: a sentence that is no number, or one before the first.
    """
    if first == 0:
        yield from judgments
        return
    numbers: dict[str, str] = {}
    for judgment in judgments:
        if judgment.sentence not in numbers:
            numbers[judgment.sentence] = _from_zero(judgment.sentence, first)
        yield replace(judgment, sentence=numbers[judgment.sentence])


def _from_zero(name: str, first: int) -> str:
    number = line_number(name)
    if number is None:
        raise ValueError(
            words(
                "the sentence %(sentence)s is no number, so that it cannot be counted from %(first)s; "
                "expected whole numbers",
                sentence=repr(name),
                first=first,
            )
        )
    if number < first:
        raise ValueError(
            words(
                "the file has a sentence %(sentence)s; expected %(first)s or more where they count from "
                "%(first)s",
                sentence=number,
                first=first,
            )
        )
    return str(number - first)


def find_misfit(
    judgments: Iterable[Judgment],
    text_of: TextOf,
    count: int | None,
    first: int = 0,
) -> Misfit | None:
    """The misfit of the judgments' present sentence numbers, or None if they seem right.

    A few conflicts under every numbering are no misfit: outputs may have been replaced.

    Args:
        judgments: of one file, with sentences counted from 0 as far as is known. Those whose sentence is no
            number are not looked at.
        text_of: what a system wrote for a zero-based sentence, or anything that is the same whenever its
            texts are; None where it is not known.
        count: number of sentences; None if judgments about other sentences do not matter.
        first: the first sentence number that `renumbered` was given; the numberings in messages are those of
            the file.
    """
    groups = _shared_groups(judgments)
    fit = _fit(groups, text_of, count, first, first)
    others = [_fit(groups, text_of, count, other, first) for other in NUMBERINGS if other != first]
    if not fit.wrong:
        return None
    offered = min(others, key=lambda numbering: numbering.wrong)
    enough = fit.outside or fit.conflicts >= FEWEST_CONFLICTS
    if enough and not offered.outside and offered.wrong * OFFER_SHARE <= fit.wrong:
        return Misfit(fit, offered)
    if fit.groups >= ENOUGH_GROUPS and 2 * fit.conflicts > fit.groups:
        return Misfit(fit, None)
    return None


def line_number(name: str) -> int | None:
    """The number in a sentence's name, or None if the name is not a plain number."""
    # int() also accepts signs, underscores, blanks and other digits, which no line number has.
    return int(name) if _LINE.fullmatch(name) else None


@dataclass(frozen=True, slots=True)
class _Judged:
    """How often each sentence was judged, and how often with each shared output."""

    sentences: Counter[int]
    groups: Counter[tuple[int, tuple[str, ...]]]


def _shared_groups(judgments: Iterable[Judgment]) -> _Judged:
    judged = _Judged(Counter(), Counter())
    for judgment in judgments:
        number = line_number(judgment.sentence)
        if number is not None:
            judged.sentences[number] += 1
            for output in judgment.outputs:
                if len(output.systems) > 1:
                    judged.groups[number, output.systems] += 1
    return judged


def _fit(judged: _Judged, text_of: TextOf, count: int | None, first: int, taken: int) -> Numbering:
    # The numbers were counted from `taken` already.
    moved = taken - first

    def is_outside(number: int) -> bool:
        return number + moved < 0 or (count is not None and number + moved >= count)

    outside = sum(times for number, times in judged.sentences.items() if is_outside(number))
    groups = conflicts = 0
    for (number, systems), times in judged.groups.items():
        if is_outside(number):
            continue
        texts = [text for name in systems if (text := text_of(name, number + moved)) is not None]
        if len(texts) > 1:
            groups += times
            conflicts += times * (len(set(texts)) > 1)
    return Numbering(first, groups, conflicts, outside)
