"""A new campaign as a kind of upload: its texts, and judgments of them where there are any already."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from rankings.corpus.creation import CampaignDetails, create_campaign
from rankings.corpus.forms import NewCampaignForm
from rankings.corpus.open_corpus import Documents, OpenCorpus
from rankings.corpus.preview import CorpusFacts
from rankings.corpus.previewing import preview_corpus
from rankings.formats.results import from_json, to_json
from rankings.judgments.import_checks import Target, Texts
from rankings.judgments.upload import JudgmentFacts, import_upload, judgment_facts, read_judgment_file
from rankings.models import Upload
from rankings.uploads.kinds import Applied, Preview, UploadKind, Waiting


class NewCampaign(UploadKind):
    """Source, outputs and judgments in one drop."""

    name = "campaign"
    title = "New campaign"
    button = "Create the campaign"
    lead = "Nothing is created yet: next you see a preview, with a list of any problems in the files."
    form = NewCampaignForm
    template = "uploads/campaign.html"

    def read(self, upload: Waiting) -> Preview:
        form = upload.form
        corpus = OpenCorpus(
            upload.files(),
            documents=upload.values["documents"],
            include_input=upload.values["include_input"],
            names=form.chosen_names(),
            spacing=form.spacing(),
        )
        problems, facts = preview_corpus(corpus, upload.values["max_outputs"], upload.progress)
        if facts is None:
            return Preview(problems)
        shown = to_json(facts)
        for file in upload.files("judgments"):
            with file.open() as content:
                first = upload.values["first_sentence"]
                read = read_judgment_file(_target(corpus), file.name, content, file.sha256, first)
            problems += read.problems
            shown["judgments"] = to_json(judgment_facts(read))
        return Preview(problems, shown)

    def apply(self, upload: Waiting) -> Applied:
        form = upload.form
        campaign = create_campaign(
            upload.owner,
            CampaignDetails.of(upload.values),
            upload.files(),
            names=form.chosen_names(),
            spacing=form.spacing(),
            look=upload.progress,
        )
        if upload.files("judgments"):
            told = f"The campaign is created. {import_upload(upload, campaign)}"
            return Applied(reverse("reports:overview", args=[campaign.slug]), told, campaign)
        told = "The campaign is created. Next: sample the items that judges will rank."
        return Applied(campaign.get_absolute_url(), told, campaign)

    def context(self, upload: Upload, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        judgments = facts.get("judgments")
        return {
            "corpus": from_json(CorpusFacts, facts),
            "judgments": from_json(JudgmentFacts, judgments) if judgments else None,
            "details": upload.form,
            "stand_alone": upload.form["documents"] == Documents.ALONE,
        }


def _target(corpus: OpenCorpus) -> Target:
    """Texts of which a campaign will be made, as what judgments are imported into."""

    def texts_of(sentences: set[int]) -> Texts:
        outputs = {system: corpus.outputs_of(system) for system in corpus.systems}
        there = [index for index in sentences if index < len(corpus.sentences)]
        return {index: {system: lines[index] for system, lines in outputs.items()} for index in there}

    return Target(frozenset(corpus.systems), len(corpus.sentences), texts_of)
