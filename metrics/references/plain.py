"""Read reference texts: one file per annotator, one sentence per line, or gold edits to apply."""

from collections.abc import Sequence
from typing import BinaryIO

from appraise_gec.words import Figure, words
from metrics.references.edits import Gold, gold_references
from metrics.references.m2_file import looks_like_m2, read_m2
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.problems import quoted
from rankings.formats.records import FormatError, Problem
from rankings.formats.text import read_bounded, read_text

ReferenceSets = tuple[tuple[str, ...], ...]
THE_SOURCE = words("the source")


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
        raise FormatError(
            Problem("references", words("No reference was given. Expected one file an annotator."))
        )
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
                    words(
                        "The file has %(sentences)s sentences, but %(other)s has %(expected)s. Expected one "
                        "reference sentence for every source sentence.",
                        sentences=Figure(f"{len(references):,}"),
                        other=expected[0],
                        expected=Figure(f"{expected[1]:,}"),
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
                words(
                    "Sentence %(number)s differs from line %(number)s of %(source)s: %(difference)s. The "
                    "gold must have been made for the same source, with the same tokens.",
                    number=number,
                    source=source_name,
                    difference=difference,
                ),
                sentence.line,
            )
    if len(gold.sentences) != len(sources):
        return Problem(
            gold.name,
            words(
                "The gold has %(sentences)s sentences, but %(source)s has %(expected)s.",
                sentences=Figure(f"{len(gold.sentences):,}"),
                source=source_name,
                expected=Figure(f"{len(sources):,}"),
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
    return words(
        "token %(place)s is %(ours)s here and %(theirs)s there",
        place=place + 1,
        ours=_token(ours, place),
        theirs=_token(theirs, place),
    )


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
        message = words(
            "The file is larger than %(most)s bytes, the most that is read.",
            most=Figure(f"{limits.file_bytes:,}"),
        )
        raise FormatError(Problem(name, message))
    text = read_text(data, name, limits)
    if not text.usable:
        raise FormatError(list(text.problems))
    return tuple((line.strip(),) for line in text.lines)


def _token(tokens: Sequence[str], place: int) -> str:
    return quoted(tokens[place]) if place < len(tokens) else words("missing")
