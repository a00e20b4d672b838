"""Forms of bundles."""

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile

from rankings.models import Bundle


class ExportForm(forms.Form):
    """What a bundle should say about people; only what the member may ask for is offered."""

    people = forms.ChoiceField(label="People", choices=Bundle.People.choices, widget=forms.RadioSelect)

    def __init__(self, *args: object, offered: list[str], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["people"].choices = [  # type: ignore[attr-defined]
            choice for choice in Bundle.People.choices if choice[0] in offered
        ]


class UploadForm(forms.Form):
    """A bundle from this or another installation."""

    file = forms.FileField(
        label="Campaign bundle",
        help_text="A .zip archive that “Export everything” made, unchanged.",
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
    )

    def clean_file(self) -> "UploadedFile[bytes]":
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if file.size is not None and file.size > settings.MAX_UPLOAD_BYTES:
            most = settings.MAX_UPLOAD_BYTES // (1024 * 1024)
            raise forms.ValidationError(
                f"The file is larger than the {most} MB that this site takes. Ask the "
                "operator to import "
                "it with the command import_campaign."
            )
        return file


class ImportForm(forms.Form):
    """What to decide before a bundle is stored."""

    slug = forms.CharField(label="Address", max_length=60, help_text="Letters, digits and hyphens.")
    with_accounts = forms.ChoiceField(
        label="People",
        choices=[
            ("", "Without accounts: judges keep their names; the team and who did what are left out"),
            ("yes", "With accounts: those of the same user names, and new ones for all others"),
        ],
        required=False,
        widget=forms.RadioSelect,
        initial="",
    )
    confirmed = forms.BooleanField(
        label="I have checked the accounts below: these people may take part in the campaign here",
        required=False,
    )

    def clean(self) -> None:
        super().clean()
        if self.cleaned_data.get("with_accounts") and not self.cleaned_data.get("confirmed"):
            self.add_error("confirmed", "Check the accounts, and confirm them.")
