"""Read the texts of an evaluation: source sentences in documents, and one output per system and sentence."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO

from appraise_gec.words import plural
from rankings.formats.alignment import SourceLines
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import Problem, WithProblems
from rankings.formats.text import TextFile, read_text
from rankings.formats.uploads import INPUT_SYSTEM, system_name_problem

EMPTY_OUTPUT = "[EMPTY]"
NamedSource = tuple[str, bytes | BinaryIO]


@dataclass(frozen=True, slots=True)
class CorpusReading(WithProblems):
    """What the files of an evaluation hold. Everything is in the order of the source.

    Attributes:
        sentences: the source sentences (blank lines between documents left out).
        documents: for every sentence, the identifier of its document; the sentences of one document follow
            one another.
        source_lines: for every sentence, its one-based line in the source file.
        outputs: for every system, one output per sentence, as written in its file.
        problems: everything found wrong, of all files. With a fatal one, the texts must not be used.
    """

    sentences: tuple[str, ...]
    documents: tuple[str, ...]
    source_lines: tuple[int, ...]
    outputs: dict[str, tuple[str, ...]]
    problems: tuple[Problem, ...] = ()

    @property
    def systems(self) -> tuple[str, ...]:
        """System names in the order given."""
        return tuple(self.outputs)


def read_corpus(
    source: NamedSource,
    outputs: Mapping[str, NamedSource],
    documents: NamedSource | None = None,
    *,
    add_input: bool = True,
    limits: Limits = DEFAULT_LIMITS,
) -> CorpusReading:
    """Read a source file, one output file per system, and optionally a file of document identifiers.

    Every text is a pair `(file name, bytes or stream)`; `outputs` maps system names to such pairs.

    Documents come from one of three places. With `documents`, a file with one identifier per line, parallel
    to the source, which then may have no blank line. Otherwise from blank lines in the source: one or more
    of them end a document. Otherwise everything is one document. Where the source has blank lines, an output
    file either has blank lines at the same places, or leaves all of them out: its number of lines shows which
    of the two.

    The system `INPUT` is the unchanged source. It is added as the last system unless `add_input` is false or
    it is among the outputs, where it must equal the source line by line.

    Never raises for bad content: `CorpusReading.problems` holds every problem with file and line.
    """
    reader = CorpusReader(source, documents, limits=limits)
    problems = list(reader.problems)
    if not outputs:
        none_given = "No system output was given. Expected one file per system."
        problems.append(Problem(source[0], none_given))

    texts: dict[str, tuple[str, ...]] = {}
    for system, output in outputs.items():
        read = reader.read_output(system, output)
        problems += read.problems
        if read.lines is not None:
            texts[system] = read.lines
    if add_input and INPUT_SYSTEM not in outputs:
        texts[INPUT_SYSTEM] = reader.sentences
    return CorpusReading(reader.sentences, reader.documents, reader.source_lines, texts, tuple(problems))


@dataclass(frozen=True, slots=True)
class OutputReading:
    """What one output file holds.

    Attributes:
        lines: one output per sentence, none where the file does not fit; None where it cannot be read at all.
        problems: everything found wrong with the file.
    """

    lines: tuple[str, ...] | None
    problems: tuple[Problem, ...]


class CorpusReader:
    """The source of an evaluation, and then one output file after another, none of which is kept.

    Attributes are those of `CorpusReading`; `problems` are those of the source and the documents.
    """

    def __init__(
        self, source: NamedSource, documents: NamedSource | None = None, *, limits: Limits = DEFAULT_LIMITS
    ) -> None:
        self._limits = limits
        self._source, self._layout, self.documents, problems = _read_source(source, documents, limits)
        self.sentences = self._layout.sentences
        self.source_lines = self._layout.source_lines
        self.problems = tuple(problems)

    def read_output(self, system: str, output: NamedSource, *, check_content: bool = True) -> OutputReading:
        """Read the outputs of one system.

        `check_content=False` leaves out what only gives warnings, and takes most of the time: whether outputs
        are empty, or have nothing to do with their sentence.
        """
        text = _read(output, self._limits)
        problems = list(text.problems)
        if why_not := system_name_problem(system, self._limits):
            problems.append(Problem(text.name, why_not))
        if not (self._source.usable and text.usable):
            return OutputReading(None, tuple(problems))
        lines, more = _fit_output(text, system, self._layout, self._limits, check_content=check_content)
        return OutputReading(lines, (*problems, *more))


def read_sentences(
    source: NamedSource, documents: NamedSource | None = None, *, limits: Limits = DEFAULT_LIMITS
) -> CorpusReading:
    """The same without any output: sentences and their documents alone."""
    _, layout, ids, problems = _read_source(source, documents, limits)
    return CorpusReading(layout.sentences, ids, layout.source_lines, {}, tuple(problems))


def _read_source(
    source: NamedSource, documents: NamedSource | None, limits: Limits
) -> tuple[TextFile, "_Layout", tuple[str, ...], list[Problem]]:
    """The source, its lines by their meaning, the document of each sentence, and all problems so far."""
    source_text = _read(source, limits)
    layout = _lay_out(source_text, limits, by_blank_lines=documents is None)
    problems = [*source_text.problems, *layout.problems]
    if documents is None:
        return source_text, layout, layout.documents, problems
    document_text = _read(documents, limits)
    ids, problems_of_ids = _read_document_ids(document_text, layout, source_text.name, limits)
    return source_text, layout, ids, [*problems, *document_text.problems, *problems_of_ids]


def _read(named: NamedSource, limits: Limits) -> TextFile:
    name, content = named
    return read_text(content, name, limits)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Which lines of the source are sentences; the others, if any, separate documents."""

    source_name: str
    sentences: tuple[str, ...]
    documents: tuple[str, ...]
    source_lines: tuple[int, ...]
    blank_lines: frozenset[int]
    line_count: int
    lines: SourceLines
    problems: tuple[Problem, ...]


def _lay_out(source: TextFile, limits: Limits, *, by_blank_lines: bool) -> _Layout:
    findings = Findings(source.name, limits.problems)
    last = len(source.lines)
    while last and not source.lines[last - 1].strip():
        last -= 1
    sentences: list[str] = []
    documents: list[str] = []
    numbers: list[int] = []
    blanks: list[int] = []
    document = 1
    for number, line in enumerate(source.lines[:last], start=1):
        if line.strip():
            if blanks and blanks[-1] == number - 1 and sentences:
                document += 1
            sentences.append(line)
            documents.append(str(document))
            numbers.append(number)
        else:
            blanks.append(number)
            if not by_blank_lines:
                findings.error(
                    (
                        "The line is blank. With a file of document identifiers, every line of the source "
                        "must hold a sentence."
                    ),
                    number,
                )
    if not sentences and source.usable:
        findings.error("The source holds no sentence. Expected one sentence per line.")
    return _Layout(
        source.name,
        tuple(sentences),
        tuple(documents),
        tuple(numbers),
        # With a file of identifiers, a blank line of the source is only wrong; it ends no document.
        frozenset(blanks if by_blank_lines else ()),
        last,
        SourceLines(sentences),
        tuple(findings.problems()),
    )


def _read_document_ids(
    text: TextFile, layout: _Layout, source_name: str, limits: Limits
) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    findings = Findings(text.name, limits.problems)
    ids = tuple(line.strip() for line in text.lines)
    while len(ids) > layout.line_count and not ids[-1]:
        ids = ids[:-1]
    if text.usable and len(ids) != layout.line_count:
        findings.error(
            plural(
                len(ids),
                (
                    "The file has {n} line, but the source {source} has {expected}. Expected one document "
                    "identifier for every source line."
                ),
                (
                    "The file has {n} lines, but the source {source} has {expected}. Expected one document "
                    "identifier for every source line."
                ),
                source=quoted(source_name),
                expected=figure(layout.line_count),
            )
        )
    finished: set[str] = set()
    previous = None
    for number, name in enumerate(ids, start=1):
        if not name:
            findings.error("The line is blank. Expected the identifier of the document.", number)
        elif len(name) > limits.identifier_characters:
            findings.error(
                f"The identifier is longer than {figure(limits.identifier_characters)} characters.",
                number,
            )
        elif name != previous and name in finished:
            findings.error(
                (
                    f"The document {quoted(name)} goes on here after another document. The sentences of "
                    "one document must follow one another."
                ),
                number,
            )
        finished.add(name)
        previous = name
    return ids, tuple(findings.problems())


def _fit_output(
    text: TextFile, system: str, layout: _Layout, limits: Limits, *, check_content: bool
) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """The output of every source sentence, or no lines and a fatal problem when they do not fit."""
    findings = Findings(text.name, limits.problems)
    lines = text.lines
    expected = (layout.line_count, len(layout.sentences))
    filled = next((number for number in range(len(lines), 0, -1) if lines[number - 1].strip()), 0)
    wanted = next((count for count in expected if filled <= count < len(lines)), None)
    if len(lines) not in expected and wanted is not None:
        extra = len(lines) - wanted
        message = plural(extra, "{n} blank line at the end ignored.", "{n} blank lines at the end ignored.")
        findings.warn(message, wanted + 1)
        lines = lines[:wanted]

    numbers: tuple[int, ...] = ()
    if len(lines) == layout.line_count:
        _check_blank_lines(lines, layout, findings)
        numbers = layout.source_lines
    elif len(lines) == len(layout.sentences):
        numbers = tuple(range(1, len(lines) + 1))
    else:
        _tell_line_count(lines, layout, findings)
    if findings.fatal:
        return (), tuple(findings.problems())

    fitted = tuple(map(("", *lines).__getitem__, numbers))
    for number, line in zip(numbers, fitted, strict=True) if check_content else ():
        if not line.strip():
            empty = f"The output is empty. It is judged as an empty output ({EMPTY_OUTPUT})."
            findings.warn(empty, number, kind="empty output")
    if system == INPUT_SYSTEM:
        _check_input(fitted, numbers, layout, findings)
    elif check_content:
        for index, doubt in layout.lines.unrelated(fitted, limits.problems):
            findings.warn(doubt, numbers[index])
    return fitted, tuple(findings.problems())


def _check_blank_lines(lines: tuple[str, ...], layout: _Layout, findings: Findings) -> None:
    for number in sorted(layout.blank_lines):
        if lines[number - 1].strip():
            findings.error(
                (
                    f"Expected a blank line: line {figure(number)} of the source "
                    f"{quoted(layout.source_name)} is blank and ends a document. Outputs keep all blank "
                    "lines of the source, or none."
                ),
                number,
            )


def _tell_line_count(lines: tuple[str, ...], layout: _Layout, findings: Findings) -> None:
    counts = {"source": quoted(layout.source_name), "expected": figure(layout.line_count)}
    where = layout.lines.out_of_step([line for line in lines if line.strip()])
    if layout.blank_lines:
        message = plural(
            len(lines),
            (
                "The file has {n} line, but the source {source} has {expected} (or {filled} without "
                "the blank lines between documents)."
            ),
            (
                "The file has {n} lines, but the source {source} has {expected} (or {filled} without "
                "the blank lines between documents)."
            ),
            filled=figure(len(layout.sentences)),
            **counts,
        )
    else:
        message = plural(
            len(lines),
            "The file has {n} line, but the source {source} has {expected}.",
            "The file has {n} lines, but the source {source} has {expected}.",
            **counts,
        )
    parts = [message]
    line = None
    if where is not None:
        present = [number for number, text in enumerate(lines, start=1) if text.strip()]
        line = present[where] if where < len(present) else len(lines)
        parts.append("The lines seem to shift here.")
    parts.append("Expected one output line for every source line.")
    findings.error(" ".join(parts), line)


def _check_input(
    fitted: tuple[str, ...], numbers: tuple[int, ...], layout: _Layout, findings: Findings
) -> None:
    for sentence, line, number in zip(layout.sentences, fitted, numbers, strict=True):
        if sentence.strip() != line.strip():
            findings.error(
                (
                    f"{INPUT_SYSTEM} stands for the unchanged source, but this line differs from the "
                    f"source {quoted(layout.source_name)}. Rename the system or fix the line."
                ),
                number,
            )
