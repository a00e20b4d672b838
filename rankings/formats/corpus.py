"""Read the texts of an evaluation: source sentences in documents, and one output per system and sentence."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import BinaryIO

from appraise_gec.words import plural
from rankings.formats.problems import DEFAULT_LIMITS, Findings, Limits, figure, quoted
from rankings.formats.records import Problem, WithProblems
from rankings.formats.text import read_text
from rankings.formats.uploads import INPUT_SYSTEM, system_name_problem

# Below this share of common material a line is no correction of its source. In the published 2015 outputs
# the six lines below it are all misplaced; the most radical true correction has 0.56.
UNRELATED = 0.45
# An explanation of a wrong number of lines has to make them fit at least this well.
FITTING = 0.6
# Short lines ("Yes ." for "No .") share little by chance; they are not checked.
SHORTEST = 12
# Bounds on what one file may cost: enough for any real file, and some seconds for one made to be slow.
CHARACTERS = 500
COMPARISONS = 20_000
LINES_TO_PLACE = 10_000


def unrelated(sources: Sequence[str], outputs: Sequence[str], most: int) -> list[int]:
    """Places of outputs that share next to nothing with their source; `most` of them."""
    found: list[int] = []
    comparisons = 0
    for place, (source, output) in enumerate(zip(sources, outputs, strict=True)):
        if len(found) >= most or comparisons > COMPARISONS:
            break
        if not _is_plainly_related(source.strip(), output.strip()):
            comparisons += 1
            if _similarity(source, output) < UNRELATED:
                found.append(place)
    return found


def out_of_step(sources: Sequence[str], outputs: Sequence[str]) -> int | None:
    """The place of the first of too many or too few outputs that no longer fits its source, None if unclear.

    It is where one cut, with everything after it moved by the difference, makes the two fit best.
    """
    shortest, difference = min(len(sources), len(outputs)), len(outputs) - len(sources)
    if difference == 0 or not 0 < shortest <= LINES_TO_PLACE:
        return None
    before = list(accumulate(map(_similarity, sources, outputs), initial=0.0))
    moved = map(_similarity, reversed(sources), reversed(outputs))
    after = list(accumulate(moved, initial=0.0))[::-1]
    totals = [start + end for start, end in zip(before, after, strict=True)]
    best = max(totals)
    # It must fit most lines; otherwise the files differ in many places, or altogether.
    return totals.index(best) if best >= FITTING * shortest else None


def _is_plainly_related(source: str, output: str) -> bool:
    """Most corrections begin or end like their source; only the others are worth counting."""
    shorter = min(len(source), len(output))
    if shorter < SHORTEST:
        return True
    part = shorter // 2
    return source[:part] == output[:part] or source[-part:] == output[-part:]


def _similarity(source: str, output: str) -> float:
    """Share of pairs of characters in common (Dice coefficient), 0 to 1."""
    if source.strip() == output.strip():
        return 1.0
    a, b = _pairs(source), _pairs(output)
    size = a.total() + b.total()
    return 2 * (a & b).total() / size if size else 0.0


@lru_cache(maxsize=1024)
def _pairs(text: str) -> Counter[str]:
    return Counter(map("".join, pairwise("".join(text.strip()[:CHARACTERS].lower().split()))))


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
    problems: list[Problem] = []
    if not outputs:
        problems.append(Problem(source[0], "No system output was given. Expected one file per system."))
    texts: dict[str, tuple[str, ...]] = {}
    for system, output in outputs.items():
        read = reader.read_output(system, output)
        problems += read.problems
        if read.lines is not None:
            texts[system] = read.lines
    if add_input and INPUT_SYSTEM not in outputs:
        texts[INPUT_SYSTEM] = reader.sentences
    return reader.reading(texts, problems)


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
        text = read_text(source[1], source[0], limits)
        findings = Findings(text.name, limits.problems)
        lines = _without_blank_end(text.lines)
        numbers = [number for number, line in enumerate(lines, start=1) if line.strip()]
        blank = [number for number, line in enumerate(lines, start=1) if not line.strip()]
        self._limits, self._usable = limits, text.usable
        self._source_name, self._line_count = quoted(text.name), len(lines)
        # With a file of identifiers, a blank line of the source is only wrong; it ends no document.
        self._blank_lines = blank if documents is None else []
        self.source_lines = tuple(numbers)
        self.sentences = tuple(lines[number - 1] for number in numbers)
        if documents is not None:
            for number in blank:
                findings.error(
                    "The line is blank. With a file of document identifiers, every line of the source must "
                    "hold a sentence.",
                    number,
                )
        if not numbers and text.usable:
            findings.error("The source holds no sentence. Expected one sentence per line.")
        problems = [*text.problems, *findings.problems()]
        if documents is None:
            # A document begins below a blank line.
            counted = accumulate((number - 1 > above for above, number in pairwise(numbers)), initial=1)
            self.documents = tuple(map(str, counted))[: len(numbers)]
        else:
            self.documents, problems_of_ids = self._read_document_ids(documents)
            problems += problems_of_ids
        self.problems = tuple(problems)

    def reading(
        self, outputs: dict[str, tuple[str, ...]] | None = None, problems: Iterable[Problem] = ()
    ) -> CorpusReading:
        """Sentences and documents, with outputs and further problems that were found."""
        whole = (*self.problems, *problems)
        return CorpusReading(self.sentences, self.documents, self.source_lines, outputs or {}, whole)

    def read_output(self, system: str, output: NamedSource, *, check_content: bool = True) -> OutputReading:
        """Read the outputs of one system.

        `check_content=False` leaves out what only gives warnings, and takes most of the time: whether outputs
        are empty, or have nothing to do with their sentence.
        """
        text = read_text(output[1], output[0], self._limits)
        problems = list(text.problems)
        if why_not := system_name_problem(system):
            problems.append(Problem(text.name, why_not))
        if not (self._usable and text.usable):
            return OutputReading(None, tuple(problems))
        findings = Findings(text.name, self._limits.problems)
        fitted = self._fit(text.lines, findings)
        if fitted and system == INPUT_SYSTEM:
            self._check_input(fitted, findings)
        elif fitted and check_content:
            self._check_content(fitted, findings)
        return OutputReading(tuple(line for _, line in fitted), (*problems, *findings.problems()))

    def _read_document_ids(self, documents: NamedSource) -> tuple[tuple[str, ...], list[Problem]]:
        text = read_text(documents[1], documents[0], self._limits)
        findings = Findings(text.name, self._limits.problems)
        longest = self._limits.identifier_characters
        ids = tuple(line.strip() for line in text.lines)
        while len(ids) > self._line_count and not ids[-1]:
            ids = ids[:-1]
        if text.usable and len(ids) != self._line_count:
            findings.error(
                f"{_has_lines(len(ids))}, but the source {self._source_name} has {figure(self._line_count)}. "
                "Expected one document identifier for every source line."
            )
        finished: set[str] = set()
        previous = None
        for number, name in enumerate(ids, start=1):
            if not name:
                findings.error("The line is blank. Expected the identifier of the document.", number)
            elif len(name) > longest:
                findings.error(f"The identifier is longer than {figure(longest)} characters.", number)
            elif name != previous and name in finished:
                findings.error(
                    f"The document {quoted(name)} goes on here after another document. The sentences of one "
                    "document must follow one another.",
                    number,
                )
            finished.add(name)
            previous = name
        return ids, [*text.problems, *findings.problems()]

    def _fit(self, lines: tuple[str, ...], findings: Findings) -> list[tuple[int, str]]:
        """The output of every sentence with its line; none, and a fatal problem, when they do not fit."""
        expected = (self._line_count, len(self.sentences))
        filled = len(_without_blank_end(lines))
        wanted = next((count for count in expected if filled <= count < len(lines)), None)
        if len(lines) not in expected and wanted is not None:
            extra = plural(len(lines) - wanted, "{n} blank line", "{n} blank lines")
            findings.warn(f"{extra} at the end ignored.", wanted + 1)
            lines = lines[:wanted]
        numbered = list(enumerate(lines, start=1))
        if len(lines) == self._line_count:
            for number in self._blank_lines:
                if lines[number - 1].strip():
                    findings.error(
                        f"Expected a blank line: line {figure(number)} of the source {self._source_name} is "
                        "blank and ends a document. Outputs keep all blank lines of the source, or none.",
                        number,
                    )
            numbered = [numbered[number - 1] for number in self.source_lines]
        elif len(lines) != len(self.sentences):
            self._tell_line_count(numbered, findings)
        return [] if findings.fatal else numbered

    def _tell_line_count(self, lines: list[tuple[int, str]], findings: Findings) -> None:
        expected = f"the source {self._source_name} has {figure(self._line_count)}"
        message = f"{_has_lines(len(lines))}, but {expected}"
        if self._blank_lines:
            message += f" (or {figure(len(self.sentences))} without the blank lines between documents)"
        filled = [(number, text) for number, text in lines if text.strip()]
        where = out_of_step(self.sentences, [text for _, text in filled])
        line, shift = None, ""
        if where is not None and where < len(filled):
            line, shift = filled[where][0], " The lines seem to shift here."
        elif where is not None:
            shift = " The last lines seem to be missing."
        findings.error(f"{message}.{shift} Expected one output line for every source line.", line)

    def _check_input(self, fitted: list[tuple[int, str]], findings: Findings) -> None:
        for sentence, (number, line) in zip(self.sentences, fitted, strict=True):
            if sentence.strip() != line.strip():
                findings.error(
                    f"{INPUT_SYSTEM} stands for the unchanged source, but this line differs from the source "
                    f"{self._source_name}. Rename the system or fix the line.",
                    number,
                )

    def _check_content(self, fitted: list[tuple[int, str]], findings: Findings) -> None:
        for number, line in fitted:
            if not line.strip():
                empty = f"The output is empty. It is judged as an empty output ({EMPTY_OUTPUT})."
                findings.warn(empty, number, kind="empty output")
        doubt = "The output has almost nothing in common with its source sentence. Is it on the right line?"
        for place in unrelated(self.sentences, [line for _, line in fitted], self._limits.problems):
            findings.warn(doubt, fitted[place][0], kind="unrelated")


def _without_blank_end(lines: tuple[str, ...]) -> tuple[str, ...]:
    filled = next((number for number in range(len(lines), 0, -1) if lines[number - 1].strip()), 0)
    return lines[:filled]


def _has_lines(number: int) -> str:
    return plural(number, "The file has {n} line", "The file has {n} lines")
