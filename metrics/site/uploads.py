"""What managers bring for metrics, as kinds of upload: references, and scores from elsewhere."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.urls import reverse

from appraise_gec.accounts.services import record_event
from appraise_gec.present.numbers import counted
from metrics.models import ReferenceSet
from metrics.sections.scores import ComparedMetric, compared
from metrics.site.importing import read_scores, store_scores
from metrics.site.pages import written
from metrics.site.references import read_against, refuse_name
from metrics.site.texts import campaign_sources
from rankings.access import MANAGERS
from rankings.formats.records import FormatError
from rankings.models import Upload
from rankings.uploads.files import packed
from rankings.uploads.kinds import Applied, ManyFilesField, Preview, UploadForm, UploadKind, Waiting

NAME_CHARACTERS = 100


class ReferencesForm(UploadForm):
    """Gold or reference files, and under which name to keep them."""

    references = ManyFilesField(
        label="Files",
        help_text=(
            "Gold edits: M2 files, whose annotators are joined. Or reference texts: plain files, "
            "one for each annotator, one sentence per line."
        ),
        max_length=200,
    )
    name = forms.CharField(
        max_length=NAME_CHARACTERS,
        required=False,
        label="Name",
        help_text="What tables call it. If empty, the name of the file.",
    )


class References(UploadKind):
    """Gold edits or reference texts."""

    name = "references"
    title = "Upload gold or references"
    button = "Store the references"
    lead = (
        "Annotators' corrections of the campaign's sentences, in their order. The source side of gold must "
        "have the same tokens, separated by spaces, as the campaign's sentences."
    )
    roles = MANAGERS
    form = ReferencesForm
    template = "metrics/references_summary.html"
    tab = "metrics"

    def read(self, upload: Waiting) -> Preview:
        name = _name_of(upload)
        refuse_name(upload.target, name)
        read = read_against(campaign_sources(upload.target), upload.files())
        return Preview(read.problems, {"name": name, "kind": read.kind, **read.summary})

    def apply(self, upload: Waiting) -> Applied:
        campaign, name = upload.target, _name_of(upload)
        refuse_name(campaign, name)
        read = read_against(campaign_sources(campaign), upload.files())
        if not read.usable:
            raise FormatError(list(read.problems))
        ReferenceSet.objects.create(
            campaign=campaign,
            name=name,
            created_by=upload.owner,
            kind=read.kind,
            files=[{"name": file.name, "size": file.size, "sha256": file.sha256} for file in upload.files()],
            content=packed(upload.row),
            sha256=read.sha256,
            summary=read.summary,
        )
        record_event(upload.owner, "references.add", campaign.pk, name=name, sha256=read.sha256)
        leads_to = reverse("metrics:new", args=[campaign.slug])
        return Applied(leads_to, f"Stored {name}. Scores can now be computed.")


class ScoresForm(UploadForm):
    """A table of scores."""

    file = forms.FileField(
        label="Table",
        widget=forms.FileInput,
        help_text=(
            "CSV or TSV. The first line names the columns: system, metric and score; or system and then one "
            "metric per column, where an empty cell is no score. Or the JSON of appraise-gec score."
        ),
        max_length=200,
    )


class ImportOfScores(UploadKind):
    """Scores that were computed elsewhere."""

    name = "scores"
    title = "Import scores"
    button = "Import the scores"
    lead = (
        "Scores that another program computed for the systems of the campaign: a table with one line for "
        "each system and metric. One file may hold any number of metrics."
    )
    roles = MANAGERS
    form = ScoresForm
    template = "metrics/scores_summary.html"
    tab = "metrics"

    def read(self, upload: Waiting) -> Preview:
        metrics, problems = read_scores(upload.target, *upload.files())
        return Preview(problems, {"scores": {one.metric: dict(one.scores) for one in metrics}})

    def apply(self, upload: Waiting) -> Applied:
        (file,), campaign = upload.files(), upload.target
        metrics, problems = read_scores(campaign, file)
        if any(problem.fatal for problem in problems):
            raise FormatError(list(problems))
        origin = {"file": file.name, "sha256": file.sha256}
        store_scores(campaign, upload.owner, metrics, origin)
        names = [one.metric for one in metrics]
        record_event(upload.owner, "metrics.import", campaign.pk, metrics=names, **origin)
        leads_to = reverse("metrics:overview", args=[campaign.slug])
        return Applied(leads_to, f"Imported the scores of {counted(len(metrics), 'metric')}.")

    def context(self, upload: Upload, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        metrics = [ComparedMetric(name, name, "", scores) for name, scores in facts["scores"].items()]
        return {"scores": written(compared(metrics))}


def _name_of(upload: Waiting) -> str:
    """The name that was typed, or else those of the files without endings, as many as there is room for."""
    if typed := str(upload.values["name"]):
        return typed
    names = [file.name for file in upload.files()]
    stems = [name.rsplit(".", 1)[0] if name.lower().endswith((".m2", ".txt")) else name for name in names]
    joined = ", ".join(stems)
    if len(joined) <= NAME_CHARACTERS:
        return joined
    more = f" and {len(stems) - 1} more" if len(stems) > 1 else ""
    return f"{stems[0][: NAME_CHARACTERS - len(more)]}{more}"
