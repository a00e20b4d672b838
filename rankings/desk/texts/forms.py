"""Forms of files that change the texts of a campaign. Whether the files fit is said by the preview."""

from typing import Any

from django import forms
from django.conf import settings

from rankings.corpus.forms import CampaignDetailsForm, ManyFilesField

Documents = CampaignDetailsForm.Documents


class OutputFileForm(forms.Form):
    """The output file of a further system, and its name."""

    outputs = forms.FileField(
        allow_empty_file=True,
        label="Output file",
        error_messages={"required": "Choose the output file."},
        help_text="Plain UTF-8 text with one line for every sentence of the campaign.",
    )
    name = forms.CharField(
        max_length=100,
        required=False,
        label="Name of the system",
        help_text="If left empty, it is that of the file. Judges never see it.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["outputs"].widget.attrs["data-most-bytes"] = settings.MAX_UPLOAD_BYTES


class SentencesForm(forms.Form):
    """More sentences: a source, the outputs of all systems, and where documents end."""

    source = forms.FileField(
        allow_empty_file=True,
        label="Source file",
        error_messages={"required": "Choose the source file."},
        help_text="Only the sentences to be added, one per line.",
    )
    outputs = ManyFilesField(
        allow_empty_file=True,
        label="System outputs",
        error_messages={"required": "Choose the output files of all systems."},
        help_text=(
            "One file per system, with one line for every source line, or one zip with all of "
            "them. Files have the names of the systems."
        ),
    )
    documents = forms.ChoiceField(
        choices=Documents.choices,
        initial=Documents.BLANK_LINES,
        widget=forms.RadioSelect,
        label="Where do documents end?",
        help_text="The sentences begin a new document in any case.",
    )
    documents_file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label="File of document ids",
        help_text="One id per line, as many lines as the source.",
    )

    def clean(self) -> dict[str, Any]:
        cleaned = dict(super().clean() or self.cleaned_data)
        if cleaned.get("documents") == Documents.FILE and not cleaned.get("documents_file"):
            self.add_error("documents_file", "Choose the file of document ids, or another option.")
        return cleaned


class RenameForm(forms.Form):
    name = forms.CharField(max_length=100, label="New name")
