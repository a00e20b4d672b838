"""Systems and sentences that come later, as kinds of upload."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.urls import reverse

from appraise_gec.accounts.services import record_event
from appraise_gec.words import plural
from rankings.access import MANAGERS, Refused
from rankings.corpus.creation import campaign_files
from rankings.corpus.forms import TextsForm
from rankings.corpus.further import MoreSentences, read_outputs, usual_documents
from rankings.corpus.open_corpus import Documents
from rankings.corpus.preview import CorpusFacts
from rankings.corpus.previewing import preview_corpus
from rankings.corpus.storing import store_outputs, store_sentences
from rankings.corpus.systems import NewOutputs, add_system, refuse_name
from rankings.corpus.unseen_items import unseen_items
from rankings.formats.records import FormatError
from rankings.formats.results import from_json, to_json
from rankings.formats.uploads import system_name
from rankings.items.collapse import collapse_key
from rankings.models import Campaign, CampaignFile, Upload
from rankings.uploads.forms import UploadForm
from rankings.uploads.kinds import Applied, Preview, UploadKind, Waiting


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
        outputs = NewOutputs(read.texts, file.name, file.sha256, file.size)
        system = add_system(upload.target, name, outputs, upload.owner, look=upload.progress)
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
