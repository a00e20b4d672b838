"""Read reference texts: one file per annotator, one sentence per line, or gold edits to apply."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import BinaryIO

from appraise_gec.present.numbers import counted
from metrics.references.edits import Gold, gold_references
from metrics.references.m2_file import looks_like_m2, read_m2
from rankings.formats.problems import DEFAULT_LIMITS, Findings, Limits, quoted
from rankings.formats.records import FormatError, Problem
from rankings.formats.streams import larger_than, read_bounded
from rankings.formats.text import read_text

ReferenceSets = tuple[tuple[str, ...], ...]
# How messages call a source that is no file.
THE_SOURCE = "the source"


def read_references(
    files: Sequence[tuple[str, bytes | BinaryIO]], sources: Sequence[str], limits: Limits = DEFAULT_LIMITS
) -> ReferenceSets:
    """For each sentence its reference texts, in the order of the files.

    A file is plain text with one sentence per line, or M2, recognised by content. Of an M2 file, every
    annotation of a sentence, applied in full, is one reference.

    Args:
        files: pairs of file name and content; at least one.
        sources: the source sentences, of which every file has a reference.

    Raises FormatError with every problem found.
    """
    if not files:
        message = "No reference was given. Expected one file per annotator."
        raise FormatError(Problem("references", message))
    problems: list[Problem] = []
    sets: list[tuple[tuple[str, ...], ...]] = []
    for name, content in files:
        try:
            sets.append(_read_file(name, content, sources, limits))
        except FormatError as error:
            problems += error.problems
    if problems:
        raise FormatError(problems)
    return tuple(tuple(text for texts in of_files for text in texts) for of_files in zip(*sets, strict=True))


def reference_lines(
    lines: Sequence[str], sources: Sequence[str], findings: Findings, source_name: str = THE_SOURCE
) -> tuple[str, ...]:
    """A reference for every sentence from the lines of a file, where blank lines between documents may go."""
    stripped = tuple(line.strip() for line in lines)
    filled = tuple(line for line in stripped if line)
    if len(stripped) != len(sources) and len(filled) == len(sources):
        left_out = counted(len(stripped) - len(filled), "blank line")
        findings.warn(
            f"Without its {left_out} the file has one line for every sentence, so they do not count."
        )
        return filled
    if len(stripped) != len(sources):
        findings.error(
            f"The file has {counted(len(stripped), 'line')}, but {source_name} has "
            f"{counted(len(sources), 'sentence')}. Expected a reference for every source sentence.",
            min(len(stripped), len(sources)) + 1,
        )
        return stripped
    for number, (line, source) in enumerate(zip(stripped, sources, strict=True), start=1):
        if not line and source.strip():
            findings.warn("The line is empty: the reference deletes the whole sentence.", number)
    if all(line.split() == source.split() for line, source in zip(stripped, sources, strict=True)):
        findings.warn("The file is the source itself: it corrects nothing.")
    return stripped


def source_problems(gold: Gold, sources: Sequence[str], source_name: str = THE_SOURCE) -> Iterator[Problem]:
    """Every sentence in which the source side of `gold` differs from `sources`, token by token."""
    for number, (sentence, source) in enumerate(zip(gold.sentences, sources, strict=False), start=1):
        ours, theirs = sentence.tokens, source.split()
        if ours == theirs:
            continue
        advice = "The gold must have been made for the same source, with the same tokens."
        if "".join(ours) == "".join(theirs):
            advice = (
                "Only the spaces differ: the two are tokenised differently. Edits count tokens separated by "
                "spaces, so both need the same ones."
            )
        message = f"Sentence {number:,} differs from sentence {number:,} of {source_name}"
        yield Problem(gold.name, f"{message}: {_different_token(ours, theirs)}. {advice}", sentence.line)
    if len(gold.sentences) != len(sources):
        last = gold.sentences[min(len(sources), len(gold.sentences) - 1)] if gold.sentences else None
        yield Problem(
            gold.name,
            f"The gold has {counted(len(gold.sentences), 'sentence')}, but {source_name} has "
            f"{len(sources):,}.",
            last.line if last else None,
        )


def gold_source_problem(gold: Gold, sources: Sequence[str], source_name: str = THE_SOURCE) -> Problem | None:
    """The first of `source_problems`; None where there is none."""
    return next(source_problems(gold, sources, source_name), None)


def _read_file(
    name: str, content: bytes | BinaryIO, sources: Sequence[str], limits: Limits
) -> tuple[tuple[str, ...], ...]:
    data = read_bounded(content, limits.file_bytes)
    if data is None:
        raise FormatError(Problem(name, larger_than(limits.file_bytes)))
    if looks_like_m2(data):
        gold = read_m2(data, name, limits)
        if problem := gold_source_problem(gold, sources):
            raise FormatError(problem)
        return gold_references(gold)
    text = read_text(data, name, limits)
    if not text.usable:
        raise FormatError(list(text.problems))
    findings = Findings(name, limits.problems)
    lines = reference_lines(text.lines, sources, findings)
    findings.raise_if_fatal()
    return tuple((line,) for line in lines)


def _different_token(ours: Sequence[str], theirs: Sequence[str]) -> str:
    """The first token that differs, in words: "token 3 is 'a' here and 'b' there"."""
    pairs = enumerate(zip_longest(ours, theirs), start=1)
    place, both = next((place, both) for place, both in pairs if both[0] != both[1])
    here, there = ("missing" if token is None else quoted(token) for token in both)
    return f"token {place:,} is {here} here and {there} there"
