"""Files that managers bring for the metrics of a campaign: references, and tables of scores.

Both are read, previewed and confirmed in the same way, on pages and by the API.
"""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.present.numbers import counted
from metrics.models import MetricRun, ReferenceSet
from metrics.sections.scores import ComparedMetric, compared
from metrics.site.pages import written
from metrics.site.references import reading
from metrics.site.references.services import refuse_name, store_references
from metrics.site.runs import importing
from rankings.access.states import refuse_when_frozen
from rankings.models import Campaign, Upload
from rankings.uploads.files import File, Packing, kept_files
from rankings.uploads.flow import KEPT_FOR
from rankings.uploads.forms import ManyFilesField

NAME_CHARACTERS = 100


class ReferencesForm(forms.Form):
    """Gold or reference files, and under which name to keep them."""

    uploads = ManyFilesField(
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


class ScoreTableForm(forms.Form):
    """A table of scores."""

    file = forms.FileField(
        label="Table",
        help_text=(
            "CSV or TSV. The first line names the columns: system, metric and score; or system "
            "and then one metric per column. Or the JSON of appraise-gec score."
        ),
        max_length=200,
    )


class UploadKind(ABC):
    """One kind of files."""

    staged_as: ClassVar[str]
    form: ClassVar[type[forms.Form]]
    template: ClassVar[str]
    address: ClassVar[str]
    leads_to: ClassVar[str]

    def take(self, campaign: Campaign, form: forms.Form) -> tuple[list[File], dict[str, Any]]:
        """Files and details of a valid form. Raises Refused for what could not be stored anyway."""
        refuse_when_frozen(campaign)
        sent = form.cleaned_data.get("uploads") or [form.cleaned_data["file"]]
        chosen: list[UploadedFile[bytes]] = sent
        return [File(self.staged_as, str(file.name), file.read()) for file in chosen], {}

    def stage(self, campaign: Campaign, owner: User, files: list[File], details: dict[str, Any]) -> Upload:
        """Keep files until their owner has seen the preview."""
        upload = Upload.objects.create(
            kind=self.staged_as,
            owner=owner,
            campaign=campaign,
            form=details,
            state=Upload.State.READY,
            expires_at=timezone.now() + KEPT_FOR,
        )
        packing = Packing(upload)
        for file in files:
            packing.add(file.role, file.name, file.content)
        packing.close()
        upload.save()
        return upload

    def staged(self, campaign: Campaign, upload: Upload) -> Any:
        """What waits, read again."""
        files = [File(file.role, file.name, file.content) for file in kept_files(upload)]
        return self.read(campaign, files)

    @abstractmethod
    def read(self, campaign: Campaign, files: list[File]) -> Any:
        """Files as they were read, with their problems."""

    @abstractmethod
    def store(self, campaign: Campaign, actor: User, upload: Upload, read: Any) -> Any:
        """Store what waits. Raises Refused."""

    @abstractmethod
    def preview(self, read: Any) -> dict[str, Any]:
        """What the preview shows besides problems."""

    @abstractmethod
    def told(self, stored: Any) -> str:
        """What is told of that which was stored."""


class References(UploadKind):
    """Gold edits or reference texts."""

    staged_as = reading.STAGED_KIND
    form = ReferencesForm
    template = "metrics/references"
    address = "metrics:references"
    leads_to = "metrics:new"

    def take(self, campaign: Campaign, form: forms.Form) -> tuple[list[File], dict[str, Any]]:
        files, _ = super().take(campaign, form)
        name = form.cleaned_data["name"] or _joined_names(files)
        refuse_name(campaign, name)
        return files, {"name": name}

    def read(self, campaign: Campaign, files: list[File]) -> reading.ReadReferences:
        return reading.read_references(campaign, files)

    def store(
        self, campaign: Campaign, actor: User, upload: Upload, read: reading.ReadReferences
    ) -> ReferenceSet:
        return store_references(campaign, actor, upload, read)

    def preview(self, read: reading.ReadReferences) -> dict[str, Any]:
        return {"summary": read.summary}

    def told(self, stored: ReferenceSet) -> str:
        return f"Stored {stored.name}. Scores can now be computed."


class ScoreTables(UploadKind):
    """Scores that were computed elsewhere."""

    staged_as = importing.STAGED_KIND
    form = ScoreTableForm
    template = "metrics/import"
    address = "metrics:import"
    leads_to = "metrics:overview"

    def read(self, campaign: Campaign, files: list[File]) -> importing.ScoreTable:
        return importing.read_score_table(campaign, files[0])

    def store(
        self, campaign: Campaign, actor: User, upload: Upload, read: importing.ScoreTable
    ) -> list[MetricRun]:
        return importing.import_scores(campaign, actor, upload, read)

    def preview(self, read: importing.ScoreTable) -> dict[str, Any]:
        return {
            "scores": written(
                compared([ComparedMetric(one.metric, one.metric, "", one.scores) for one in read.metrics])
            ),
            "metrics": len(read.metrics),
        }

    def told(self, stored: list[MetricRun]) -> str:
        return f"Imported the scores of {counted(len(stored), 'metric')}."


REFERENCES, SCORE_TABLES = References(), ScoreTables()


def _joined_names(files: list[File]) -> str:
    """The names of the files without their endings, as many as there is room for."""
    stems = [
        file.name.rsplit(".", 1)[0] if file.name.lower().endswith((".m2", ".txt")) else file.name
        for file in files
    ]
    names = ", ".join(stems)
    if len(names) <= NAME_CHARACTERS:
        return names
    more = f" and {len(files) - 1} more" if len(files) > 1 else ""
    return f"{stems[0][: NAME_CHARACTERS - len(more)]}{more}"
