"""Read reference texts: one file per annotator, one sentence per line, or gold edits to apply."""

from collections.abc import Sequence
from typing import BinaryIO

from appraise_gec.words import plural
from metrics.references.edits import Gold, gold_references
from metrics.references.m2_file import looks_like_m2, read_m2
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.problems import figure, quoted
from rankings.formats.records import FormatError, Problem
from rankings.formats.text import larger_than, read_bounded, read_text

ReferenceSets = tuple[tuple[str, ...], ...]
# How messages call a source that is no file.
THE_SOURCE = "the source"


def read_references(
    files: Sequence[tuple[str, bytes | BinaryIO]],
    *,
    sources: Sequence[str] | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> ReferenceSets:
    """For each sentence its reference texts, in the order of the files.

    A file is plain text with one sentence per line, or M2, recognised by content. Of an M2 file, every
    annotation of a sentence, applied in full, is one reference.

    Args:
        files: pairs of file name and content; at least one.
        sources: the source sentences; where given, every file must have as many, and the source side of
            an M2 file must be the same.
        limits: bounds on what is read.

    Raises FormatError with every problem found.
    """
    if not files:
        message = "No reference was given. Expected one file per annotator."
        raise FormatError(Problem("references", message))
    problems: list[Problem] = []
    sets: list[tuple[tuple[str, ...], ...]] = []
    expected: tuple[str, int] | None = None if sources is None else (THE_SOURCE, len(sources))
    for name, content in files:
        try:
            references = _read_file(name, content, sources, limits)
        except FormatError as error:
            problems += error.problems
            continue
        if expected is None:
            expected = (name, len(references))
        if len(references) != expected[1]:
            problems.append(
                Problem(
                    name,
                    plural(
                        len(references),
                        (
                            "The file has {n} sentence, but {other} has {expected}. Expected one "
                            "reference sentence for every source sentence."
                        ),
                        (
                            "The file has {n} sentences, but {other} has {expected}. Expected one "
                            "reference sentence for every source sentence."
                        ),
                        other=expected[0],
                        expected=figure(expected[1]),
                    ),
                )
            )
        sets.append(references)
    if problems:
        raise FormatError(problems)
    return tuple(tuple(text for texts in of_files for text in texts) for of_files in zip(*sets, strict=True))


def gold_source_problem(gold: Gold, sources: Sequence[str], source_name: str = THE_SOURCE) -> Problem | None:
    """Where the source side of `gold` first differs from `sources`, token by token; None if nowhere."""
    for number, (sentence, source) in enumerate(zip(gold.sentences, sources, strict=False), start=1):
        if difference := different_token(sentence.tokens, source.split()):
            return Problem(
                gold.name,
                (
                    "Sentence {number} differs from line {number} of {source}: {difference}. The "
                    "gold must have been made for the same source, with the same tokens."
                ).format(number=figure(number), source=source_name, difference=difference),
                sentence.line,
            )
    if len(gold.sentences) != len(sources):
        return Problem(
            gold.name,
            plural(
                len(gold.sentences),
                "The gold has {n} sentence, but {source} has {expected}.",
                "The gold has {n} sentences, but {source} has {expected}.",
                source=source_name,
                expected=figure(len(sources)),
            ),
        )
    return None


def different_token(ours: Sequence[str], theirs: Sequence[str]) -> str:
    """The first token that differs, in words: "token 3 is 'a' here and 'b' there"; empty where none does."""
    if ours == theirs:
        return ""
    place = next(
        (k for k, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b),
        min(len(ours), len(theirs)),
    )
    return f"token {figure(place + 1)} is {_token(ours, place)} here and {_token(theirs, place)} there"


def _read_file(
    name: str, content: bytes | BinaryIO, sources: Sequence[str] | None, limits: Limits
) -> tuple[tuple[str, ...], ...]:
    data = read_bounded(content, limits.file_bytes)
    if data is not None and looks_like_m2(data):
        gold = read_m2(data, name, limits)
        if sources is not None and (problem := gold_source_problem(gold, sources)):
            raise FormatError(problem)
        return gold_references(gold)
    if data is None:
        raise FormatError(Problem(name, larger_than(limits.file_bytes)))
    text = read_text(data, name, limits)
    if not text.usable:
        raise FormatError(list(text.problems))
    return tuple((line.strip(),) for line in text.lines)


def _token(tokens: Sequence[str], place: int) -> str:
    return quoted(tokens[place]) if place < len(tokens) else "missing"
