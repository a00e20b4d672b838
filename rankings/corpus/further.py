"""Read files against the texts of a campaign that is there already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rankings.corpus.open_corpus import Documents, OpenCorpus
from rankings.formats.corpus import CorpusReader
from rankings.formats.records import Problem, WithProblems, fatal_first
from rankings.formats.text import read_text
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.models import Campaign, CampaignFile
from rankings.uploads.files import NamedFile, site_limits


@dataclass(frozen=True, slots=True)
class OutputFile(WithProblems):
    """The outputs of one system in a file, by key of the sentence; none where the file cannot be used."""

    texts: Mapping[int, str]
    problems: tuple[Problem, ...]


def read_outputs(campaign: Campaign, system: str, file: NamedFile) -> OutputFile:
    """Read a file against the sentences of the campaign. Never raises for what is in it."""
    rows = list(campaign.sentences.order_by("index").values_list("pk", "text", "document_id"))
    source = (
        campaign.files.filter(kind=CampaignFile.Kind.SOURCE).values_list("name", flat=True).first()
        or "source"
    )
    reader = CorpusReader((source, _as_file([(text, document) for _, text, document in rows])))
    if reader.problems:
        # The campaign's own sentences are no file that this person could fix.
        reader = CorpusReader((source, "\n".join(text for _, text, _ in rows).encode()))
    if len(reader.sentences) != len(rows):
        return OutputFile({}, (_unlike_a_file(file.name),))
    limits = site_limits()
    content = file.content
    problems = [problem for problem in read_text(content, file.name, limits).problems if problem.fatal]
    if problems:
        return OutputFile({}, fatal_first(problems))
    read = reader.read_output(system, (file.name, content))
    if read.lines is None or any(problem.fatal for problem in read.problems):
        return OutputFile({}, fatal_first(read.problems) or (_unlike_a_file(file.name),))
    texts = {key: line for (key, *_), line in zip(rows, read.lines, strict=True)}
    return OutputFile(texts, fatal_first(read.problems))


def _unlike_a_file(name: str) -> Problem:
    """For sentences that came by other ways than files."""
    message = (
        "The sentences of this campaign cannot be compared with a file line by line: some "
        "are blank or hold characters that no file may. Make a new campaign from files "
        "instead."
    )
    return Problem(name, message)


def usual_documents(campaign: Campaign) -> str:
    """What is usually chosen for further sentences: they stand alone in a campaign whose sentences do."""
    alone = 1 < campaign.sentences.count() == campaign.documents.count()
    return Documents.ALONE if alone else Documents.BLANK_LINES


def _as_file(rows: list[tuple[str, int]]) -> bytes:
    """The sentences as a source file, with blank lines between documents where these hold several."""
    documents = len({document for _, document in rows})
    parted = 1 < documents < len(rows)
    lines: list[str] = []
    for place, (text, document) in enumerate(rows):
        if parted and place and document != rows[place - 1][1]:
            lines.append("")
        lines.append(text)
    return "\n".join(lines).encode()


class MoreSentences(OpenCorpus):
    """Files with further sentences: a source, and an output file of every system of the campaign."""

    def __init__(self, campaign: Campaign, files: Sequence[NamedFile], documents: str) -> None:
        part = campaign.systems.taking_part()
        self.expected = dict(part.order_by("pk").values_list("name", "is_input"))
        super().__init__(files, documents=documents, include_input=any(self.expected.values()))

    def problems_with(self, of_outputs: Sequence[Problem]) -> list[Problem]:
        """Every problem; also systems that the campaign does not have, or that are missing."""
        problems = super().problems_with(of_outputs)
        for system, file in self.files.items():
            if system not in self.expected:
                named = ", ".join(sorted(self.expected))
                message = (
                    f"The campaign has no system “{system}”; its systems are {named}. Name the file after "
                    "one of them. A further system is added by itself, with outputs for all sentences."
                )
                problems.append(Problem(file, message))
        missing = [name for name in self.expected if name not in self.systems and name != INPUT_SYSTEM]
        for name in missing:
            message = f"The output file of {name} is missing: every system needs an output per sentence."
            problems.append(Problem(f"{name}.txt", message))
        return problems
