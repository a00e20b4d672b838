"""The texts of an evaluation in its files: read one after another, none of which has to stay in memory."""

from collections.abc import Mapping, Sequence

from rankings.formats.corpus import CorpusReader, OutputReading
from rankings.formats.records import FormatError, Problem
from rankings.formats.uploads import INPUT_SYSTEM, name_systems
from rankings.items.spacing import set_spacing
from rankings.uploads.files import NamedFile, site_limits

SOURCE, OUTPUTS, DOCUMENTS = "source", "outputs", "documents_file"
"""The roles of the files."""


class Documents:
    """Where documents end."""

    ONE, BLANK_LINES, FILE, ALONE = "one", "blank", "file", "alone"
    choices = (
        (ONE, "One document: each sentence is shown between its neighbours"),
        (BLANK_LINES, "A blank line in the source ends a document"),
        (FILE, "A file with one document id per source line"),
        (ALONE, "There are none: sentences stand alone, and judges see no context"),
    )


ONE_SYSTEM = (
    "This is the only system, so there is nothing to compare it with. Add the outputs of another system."
)
ONE_SYSTEM_WITHOUT_SOURCE = (
    "This is the only system, so there is nothing to compare it with. Add the outputs of "
    "another system, or include the unchanged source."
)


class OpenCorpus:
    """Source and documents, which were read, and the outputs, which are read when asked for.

    Systems have the `names` of their files, or those of the files themselves; `spacing` says by file how
    spaces are changed (`rankings.items.spacing`). `systems` are those of the files, sorted, and INPUT.
    """

    def __init__(
        self,
        files: Sequence[NamedFile],
        *,
        documents: str,
        include_input: bool,
        names: Mapping[str, str] | None = None,
        spacing: Mapping[str, str] | None = None,
    ) -> None:
        self._outputs = {file.name: file for file in files if file.role == OUTPUTS}
        by_role = {file.role: file for file in files if file.role != OUTPUTS}
        self._source = by_role[SOURCE]
        ids = by_role.get(DOCUMENTS) if documents == Documents.FILE else None
        self._spacing = spacing or {}
        named = name_systems(self._outputs, names)
        self._file_of = dict(sorted(named.files.items()))
        self.reader = CorpusReader(
            (self._source.name, self._source.content),
            (ids.name, ids.content) if ids else None,
            limits=site_limits(),
        )
        self._adds_input = include_input and INPUT_SYSTEM not in self._file_of
        self.systems = (*self._file_of, *([INPUT_SYSTEM] if self._adds_input else []))
        self._naming_problems = named.problems
        self._joins_documents = documents == Documents.ONE and len(set(self.reader.documents)) > 1
        self._stand_alone = documents == Documents.ALONE
        self.documents = self.reader.documents
        if self._joins_documents:
            self.documents = ("1",) * len(self.documents)
        elif self._stand_alone:
            # No sentence has a neighbour, so that no page shows one.
            self.documents = tuple(str(number) for number in range(1, len(self.documents) + 1))

    @property
    def sentences(self) -> tuple[str, ...]:
        return self.reader.sentences

    def read(self, system: str, *, check_content: bool = True) -> OutputReading:
        """The outputs of one system; see `CorpusReader.read_output`."""
        if system == INPUT_SYSTEM and self._adds_input:
            return OutputReading(self.reader.sentences, ())
        file = self._file_of[system]
        output = (file, self._outputs[file].content)
        read = self.reader.read_output(system, output, check_content=check_content)
        if (style := self._spacing.get(file)) and read.lines is not None:
            pairs = zip(read.lines, self.sentences, strict=True)
            lines = tuple(set_spacing(line, style, sentence) for line, sentence in pairs)
            return OutputReading(lines, read.problems)
        return read

    @property
    def files(self) -> dict[str, str]:
        """File names by system, of those systems that come from files."""
        return dict(self._file_of)

    def outputs_of(self, system: str) -> tuple[str, ...]:
        """One output per sentence. Raises FormatError when the file has fatal problems."""
        read = self.read(system, check_content=False)
        if read.lines is None or any(problem.fatal for problem in read.problems):
            raise FormatError(list(read.problems))
        return read.lines

    def problems_with(self, of_outputs: Sequence[Problem]) -> list[Problem]:
        """Every problem, given those of the output files, in the order of the systems."""
        problems = [*self._naming_problems, *self.reader.problems]
        if not self._file_of:
            message = "No system output was given. Expected one file per system."
            problems.append(Problem(self._source.name, message))
        problems += of_outputs
        usable = not any(problem.fatal for problem in problems)
        if len(self._outputs) == 1 and len(self.systems) == 1 and usable:
            message = ONE_SYSTEM if INPUT_SYSTEM in self.systems else ONE_SYSTEM_WITHOUT_SOURCE
            problems.append(Problem(next(iter(self._outputs)), message))
        if self._stand_alone and len(set(self.reader.documents)) > 1:
            message = (
                "The source has blank lines, but you chose sentences that stand alone. The blank "
                "lines are left out."
            )
            problems.append(Problem(self._source.name, message, fatal=False))
        if self._joins_documents:
            message = (
                "The source has blank lines, but you chose one document for everything. The blank "
                "lines are left out, and sentences around them are shown as neighbours."
            )
            problems.append(Problem(self._source.name, message, fatal=False))
        return problems
