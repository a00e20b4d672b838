"""Systems and sentences that come after the campaign was made, as uploads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.urls import reverse

from appraise_gec.accounts.services import record_event
from appraise_gec.words import plural
from rankings.access import MANAGERS, Refused
from rankings.corpus.creation import campaign_files, store_outputs, store_sentences
from rankings.corpus.open_corpus import Documents, OpenCorpus
from rankings.corpus.preview import CorpusFacts, preview_corpus
from rankings.corpus.systems import add_system, refuse_name, unseen_items
from rankings.corpus.upload import TextsForm
from rankings.formats.corpus import CorpusReader
from rankings.formats.records import FormatError, Problem, WithProblems, fatal_first
from rankings.formats.results import from_json, to_json
from rankings.formats.text import read_text
from rankings.formats.uploads import INPUT_SYSTEM, system_name
from rankings.items.collapse import collapse_key
from rankings.models import Campaign, CampaignFile, Upload
from rankings.uploads.files import NamedFile, site_limits
from rankings.uploads.kinds import Applied, Preview, UploadForm, UploadKind, Waiting


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
    content = file.content
    problems = [problem for problem in read_text(content, file.name, site_limits()).problems if problem.fatal]
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


class SystemForm(UploadForm):
    """The output file of a further system, and its name."""

    outputs = forms.FileField(
        label="Output file",
        widget=forms.FileInput,
        error_messages={"required": "Choose the output file."},
        help_text="Plain UTF-8 text with one line for every sentence of the campaign.",
    )
    name = forms.CharField(
        max_length=100,
        required=False,
        label="Name of the system",
        help_text="If left empty, it is that of the file. Judges never see it.",
    )


class FurtherSystem(UploadKind):
    """The outputs of one more system for the sentences of a campaign."""

    name = "system"
    title = "Add a system"
    button = "Add the system"
    lead = (
        "Nothing is changed yet: next you see a preview. A corrected file is a new system: rename the former "
        "one, retire it, and add the file."
    )
    roles = MANAGERS
    form = SystemForm
    template = "uploads/system.html"

    def read(self, upload: Waiting) -> Preview:
        campaign, name = upload.target, _name_of(upload)
        refuse_name(campaign, name)
        (file,) = upload.files("outputs")
        read = read_outputs(campaign, name, file)
        if not read.usable:
            return Preview(read.problems)
        sources = dict(campaign.sentences.values_list("pk", "text"))
        outputs = {key: collapse_key(text) for key, text in read.texts.items()}
        facts = {
            "system": name,
            "sentences": len(sources),
            "unchanged": sum(outputs[key] == collapse_key(text) for key, text in sources.items()),
            "empty": sum(not output for output in outputs.values()),
            "unseen": unseen_items(campaign).count(),
        }
        return Preview(read.problems, facts)

    def apply(self, upload: Waiting) -> Applied:
        name = _name_of(upload)
        (file,) = upload.files("outputs")
        read = read_outputs(upload.target, name, file)
        if not read.usable:
            raise FormatError(list(read.problems))
        system = add_system(upload.target, name, read.texts, file, upload.owner, look=upload.progress)
        return Applied(reverse("campaigns:texts", args=[upload.target.slug]), f"{system.name} is added.")


class FurtherSentences(UploadKind):
    """Sentences with the outputs of all systems, behind those of a campaign."""

    name = "sentences"
    title = "Add sentences"
    button = "Add the sentences"
    lead = (
        "The sentences come after those of the campaign, in new documents, with an output of every system, "
        "whose file is called like it. Items stay as they are; you can sample more from the new sentences. "
        "Nothing is changed yet: next you see a preview."
    )
    roles = MANAGERS
    form = TextsForm
    template = "uploads/sentences.html"

    def initial(self, campaign: Campaign | None) -> Mapping[str, Any]:
        return {"documents": usual_documents(campaign)} if campaign else {}

    def read(self, upload: Waiting) -> Preview:
        corpus = MoreSentences(upload.target, upload.files(), upload.values["documents"])
        problems, facts = preview_corpus(corpus, upload.target.max_outputs, upload.progress)
        return Preview(problems, to_json(facts) if facts else {})

    def apply(self, upload: Waiting) -> Applied:
        campaign, files, documents = upload.target, upload.files(), upload.values["documents"]
        corpus = MoreSentences(campaign, files, documents)
        if problems := [problem for problem in corpus.problems_with([]) if problem.fatal]:
            raise FormatError(problems)
        systems = {system.name: system for system in campaign.systems.taking_part()}
        if systems.keys() != set(corpus.systems):
            raise Refused("The systems of the campaign have changed in the meantime. Upload the files again.")
        first = campaign.sentences.count()
        keys = store_sentences(campaign, corpus.sentences, corpus.documents)
        for place, (name, system) in enumerate(systems.items()):
            upload.progress(place / len(systems))
            store_outputs(system, keys, corpus.outputs_of(name))
        CampaignFile.objects.bulk_create(campaign_files(campaign, files, documents))
        record_event(
            upload.owner,
            "sentences.add",
            campaign.pk,
            sentences=len(keys),
            first_line=first + 1,
            files=[
                file.name for file in files if file.role != "documents_file" or documents == Documents.FILE
            ],
        )
        told = plural(
            len(keys),
            "{n} sentence is added. Sample items from it under Items.",
            "{n} sentences are added. Sample items from them under Items.",
        )
        return Applied(reverse("campaigns:texts", args=[campaign.slug]), told)

    def context(self, upload: Upload, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"corpus": from_json(CorpusFacts, facts)}


def _name_of(upload: Waiting) -> str:
    """The name of a further system: the one that was typed, or else the one that its file gives."""
    typed = "_".join(upload.values["name"].split())
    return typed or system_name(upload.row.files[0]["name"])
