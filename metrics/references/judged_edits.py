"""Read people's judgments of single edits, as SEEDA publishes them (Kobayashi et al. 2024).

A file is one sentence by one annotator, whom its folder names. Line 3 is the sentence between `<t>` and
`</t>`, with the sentences around it above and below and the places in need of correction in brackets, empty
where a word is missing. Then every distinct correction of the sentence, with its edits and what the annotator
says of each: [original→correction|True] or [original→correction|False].
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple

from appraise_gec.words import words
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import Problem
from rankings.formats.text import read_text

HEAD = "<Source with context>"
CORRECTIONS = "<Correction>"
_TARGET = re.compile(r"<t>(.*)</t>")
_CORRECTION = re.compile(r"<s([0-9]{1,6})>(.*)</s\1>")
# Some labels stand behind the bracket ("[has→have]|True") or before the last character ("[→|True,]").
_EDIT = re.compile(
    r"\[(?P<original>[^\[\]→|]*)→(?P<correction>[^\[\]→|]*)"
    r"(?:\|(?P<label>True|False)(?P<rest>[^\[\]→|]*))?\](?:\s?\|(?P<behind>True|False))?"
)
_MARK = re.compile(r"\[([^\[\]]*)\]")
_EXPECTED_EDIT = words(
    "Expected %(good)s or %(bad)s.", good="[original→correction|True]", bad="[original→correction|False]"
)


@dataclass(frozen=True, slots=True)
class JudgedEdit:
    """One edit of a correction, and whether the annotator says that it is good.

    Attributes:
        start, end: the source tokens `start..end-1` are replaced; `start == end` inserts before `start`.
        original, correction: what is replaced, and by what, tokens joined by single blanks.
        good: None where the annotator says nothing.
    """

    start: int
    end: int
    original: str
    correction: str
    good: bool | None


@dataclass(frozen=True, slots=True)
class JudgedCorrection:
    """One corrected sentence: its number in the file, its edits from left to right, its text and its line."""

    number: int
    edits: tuple[JudgedEdit, ...]
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class EditAnnotation:
    """What one annotator says about the corrections of one sentence.

    Attributes:
        annotator: who.
        name: of the file.
        before, after: the sentences around it; empty where there are none.
        source: the sentence, tokens joined by single blanks.
        marked: spans of source tokens that need correction; empty spans where something is missing.
        corrections: in the order of the file.
        warnings: what looks wrong in the file.
    """

    annotator: str
    name: str
    before: str
    source: str
    after: str
    marked: tuple[tuple[int, int], ...]
    corrections: tuple[JudgedCorrection, ...]
    warnings: tuple[Problem, ...] = ()


class _Span(NamedTuple):
    """A place in a sentence, in characters without white space, and its match, if an edit stands there."""

    start: int
    end: int
    edit: re.Match[str] | None


class _Line(NamedTuple):
    """A sentence without its brackets: tokens, and the places of the brackets."""

    tokens: list[str]
    spans: list[_Span]


def read_edit_annotation(
    source: bytes | BinaryIO, annotator: str, name: str, limits: Limits = DEFAULT_LIMITS
) -> EditAnnotation:
    """Read one file. Raises FormatError with every problem: file, line, what was expected."""
    text = read_text(source, name, limits)
    findings = Findings(name, limits.problems)
    for problem in text.problems:
        (findings.error if problem.fatal else findings.warn)(problem.message, problem.line)
    findings.raise_if_fatal()
    lines = [line.strip() for line in text.lines]
    target = _target_line(lines, findings)
    findings.raise_if_fatal()
    marked = _without_brackets(lines[target].removeprefix("<t>").removesuffix("</t>"), _MARK)
    first = lines.index(CORRECTIONS) + 1
    read: list[tuple[int, int, _Line]] = []
    for number, line in enumerate(lines[first:], start=first + 1):
        if line and (correction := _read_correction(line, number, findings)):
            read.append((number, *correction))
    if not read and not findings.fatal:
        findings.error(
            words("No correction stands here. Expected <s1>...</s1>, <s2>...</s2> and so on."), first
        )
    for number, _, made in read:
        _check_sentence(made.tokens, marked.tokens, number, target + 1, findings)
    findings.raise_if_fatal()
    tokens = _agreed_tokens([marked.tokens, *(made.tokens for _, _, made in read)])
    corrections = tuple(_placed(number, place, made, tokens, findings) for number, place, made in read)
    findings.raise_if_fatal()
    return EditAnnotation(
        annotator,
        name,
        " ".join(lines[1:target]),
        " ".join(tokens),
        " ".join(lines[target + 1 : first - 1]).strip(),
        tuple(_token_span(tokens, span) for span in marked.spans),
        corrections,
        tuple(findings.problems()),
    )


def looks_like_edit_annotation(data: bytes) -> bool:
    """Whether a file's beginning is that of such a file."""
    return data[:200].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(HEAD.encode())


def _target_line(lines: Sequence[str], findings: Findings) -> int:
    """Place of the sentence among the lines."""
    if not lines or lines[0] != HEAD:
        found = quoted(lines[0] if lines else "")
        findings.error(words("Expected %(expected)s and found %(found)s.", expected=HEAD, found=found), 1)
        return 0
    if CORRECTIONS not in lines:
        message = words(
            "The line %(line)s is missing. Expected it between sentence and corrections.", line=CORRECTIONS
        )
        findings.error(message)
        return 0
    places = [
        place for place, line in enumerate(lines[: lines.index(CORRECTIONS)]) if _TARGET.fullmatch(line)
    ]
    if len(places) != 1:
        message = words(
            "Expected one sentence as <t>...</t> above %(line)s and found %(found)s.",
            line=CORRECTIONS,
            found=figure(len(places)),
        )
        findings.error(message)
        return 0
    if lines[places[0]] == "<t></t>":
        message = words("The sentence is empty. Expected its words between <t> and </t>.")
        findings.error(message, places[0] + 1)
    return places[0]


def _read_correction(line: str, number: int, findings: Findings) -> tuple[int, _Line] | None:
    outer = _CORRECTION.fullmatch(line)
    if not outer:
        message = words("Expected a correction, <s1>...</s1>, and found %(found)s.", found=quoted(line))
        findings.error(message, number)
        return None
    rest = _EDIT.sub(" ", outer.group(2))
    if stray := re.search(r"[\[\]→|]", rest):
        findings.error(
            words(
                "%(text)s does not read as an edit. %(expected)s",
                text=quoted(rest[max(stray.start() - 20, 0) :].strip()),
                expected=_EXPECTED_EDIT,
            ),
            number,
        )
        return None
    read = _without_brackets(outer.group(2), _EDIT)
    for _, _, edit in read.spans:
        assert edit is not None  # noqa: S101 - spans of corrections are edits
        if edit["label"] and edit["behind"]:
            message = words(
                "%(edit)s has two labels. %(expected)s", edit=quoted(edit[0]), expected=_EXPECTED_EDIT
            )
            findings.error(message, number)
        elif not (edit["original"] + edit["correction"]).strip() and not edit["rest"]:
            message = words(
                "%(edit)s changes nothing. %(expected)s", edit=quoted(edit[0]), expected=_EXPECTED_EDIT
            )
            findings.error(message, number)
        elif edit["behind"] or edit["rest"]:
            findings.warn(
                words(
                    "The label of %(edit)s is not the last thing within the brackets. It is read as the "
                    "label of this edit.",
                    edit=quoted(edit[0]),
                ),
                number,
                kind="misplaced label",
            )
        elif not edit["label"]:
            message = words("%(edit)s has no label. It counts as not judged.", edit=quoted(edit[0]))
            findings.warn(message, number, kind="no label")
    return int(outer.group(1)), read


def _without_brackets(text: str, bracket: re.Pattern[str]) -> _Line:
    """The sentence with what was there before the edits. A bracket begins and ends a token."""
    tokens: list[str] = []
    spans: list[_Span] = []
    done = characters = 0
    for found in bracket.finditer(text):
        before, inside = text[done : found.start()].split(), found.group(1).split()
        start = characters + sum(map(len, before))
        characters = start + sum(map(len, inside))
        spans.append(_Span(start, characters, found if bracket is _EDIT else None))
        tokens += [*before, *inside]
        done = found.end()
    return _Line([*tokens, *text[done:].split()], spans)


def _check_sentence(
    ours: Sequence[str], target: Sequence[str], number: int, of_line: int, findings: Findings
) -> None:
    if "".join(ours) == "".join(target):
        return
    place = next(
        (k for k, (a, b) in enumerate(zip(ours, target, strict=False)) if a != b), min(len(ours), len(target))
    )
    findings.error(
        words(
            "Without its edits the correction is not the sentence of line %(line)s: there %(there)s, here "
            "%(here)s. Each edit names what stands in the sentence.",
            line=figure(of_line),
            there=_shown(target, place),
            here=_shown(ours, place),
        ),
        number,
    )


def _shown(tokens: Sequence[str], place: int) -> str:
    if place < len(tokens):
        return words("%(token)s is token %(place)s", token=quoted(tokens[place]), place=figure(place + 1))
    return words("it ends")


def _agreed_tokens(tokenised: Sequence[Sequence[str]]) -> list[str]:
    """The tokens that most lines have: some lack a blank beside a bracket."""
    ((tokens, _),) = Counter(map(tuple, tokenised)).most_common(1)
    return list(tokens)


def _token_span(tokens: Sequence[str], span: _Span) -> tuple[int, int]:
    """The tokens that a span of characters covers; of an insertion, the place before the next token."""
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token))
    if span.start == span.end:
        place = next(k for k, start in enumerate(starts) if start >= span.start)
        return place, place
    covered = [k for k in range(len(tokens)) if starts[k] < span.end and starts[k + 1] > span.start]
    return covered[0], covered[-1] + 1


def _placed(
    line: int, number: int, read: _Line, tokens: Sequence[str], findings: Findings
) -> JudgedCorrection:
    edits: list[JudgedEdit] = []
    corrected: list[str] = []
    done = 0
    for span in read.spans:
        assert span.edit is not None  # noqa: S101 - spans of corrections are edits
        start, end = _token_span(tokens, span)
        original = " ".join(span.edit["original"].split())
        if start < done or " ".join(tokens[start:end]) != original:
            findings.error(
                words(
                    "%(edit)s begins or ends within a word. Expected whole tokens, separated by blanks.",
                    edit=quoted(span.edit[0]),
                ),
                line,
            )
            continue
        correction = " ".join((span.edit["correction"] + (span.edit["rest"] or "")).split())
        label = span.edit["label"] or span.edit["behind"]
        edits.append(JudgedEdit(start, end, original, correction, label == "True" if label else None))
        corrected += [*tokens[done:start], *correction.split()]
        done = end
    return JudgedCorrection(number, tuple(edits), " ".join([*corrected, *tokens[done:]]), line)
