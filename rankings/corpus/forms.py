"""Forms of campaign managers. They check shapes; rules that depend on the campaign are in the services."""

import unicodedata
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import RegexValidator, validate_unicode_slug
from django.utils.text import slugify

from rankings.models import Campaign

# Words that stand where a campaign's address could stand, now or one day.
RESERVED_SLUGS = frozenset(
    {"new", "edit", "delete", "create", "import", "export", "admin", "api", "static", "judge", "judges"}
    | {"report", "reports", "invitations", "jobs", "help", "settings", "all"}
)
LANGUAGE_CODE = RegexValidator(
    r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*\Z", "Use a language code such as en, ar or zh-Hans."
)


def slug_of(title: str) -> str:
    """The address that a title gives; "" when it has no letter or digit.

    Latin letters lose their accents, letters of other scripts stay as they are.
    """
    return "-".join(filter(None, (_part(word) for word in title.split())))[:60].strip("-_")


def _part(word: str) -> str:
    return slugify(word) if unaccented(word).isascii() else slugify(word, allow_unicode=True)


def unaccented(text: str) -> str:
    """The text without marks on its letters, where it is Latin."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


class ManyFilesInput(forms.FileInput):
    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    """Any number of uploaded files; cleans to a list, empty when none was chosen."""

    widget = ManyFilesInput

    def clean(self, data: Any, initial: Any = None) -> "list[UploadedFile[bytes]]":
        clean_one = super().clean
        chosen = data if isinstance(data, list | tuple) and data else [data or None]
        cleaned = [clean_one(upload, initial) for upload in chosen]
        return [upload for upload in cleaned if upload]


class NamedCampaignForm(forms.Form):
    """Title and address of a new campaign."""

    title = forms.CharField(max_length=200, label="Title")
    slug = forms.CharField(
        max_length=60,
        required=False,
        label="Address",
        help_text=(
            "Letters, digits and hyphens. It appears in links and cannot be changed later. If left "
            "empty, it is "
            "made from the title."
        ),
    )

    # The upload that a campaign may be being made from: the address of that one is not taken.
    upload_token: UUID | None = None

    def clean_slug(self) -> str:
        slug = unicodedata.normalize("NFKC", str(self.cleaned_data["slug"])).strip().lower()
        typed = bool(slug)
        if not typed and "title" in self.errors:
            return ""  # What is wrong with the title is said there.
        if not typed:
            slug = slug_of(self.cleaned_data.get("title", ""))
            if not slug or slug in RESERVED_SLUGS:
                raise forms.ValidationError("Choose an address: none could be made from the title.")
        validate_unicode_slug(slug)
        if slug in RESERVED_SLUGS:
            raise forms.ValidationError(f"“{slug}” is reserved. Choose another address.")
        others = Campaign.objects.filter(slug__iexact=slug)
        if self.upload_token is not None:
            others = others.exclude(made_from=self.upload_token)
        if others.exists():
            if typed:
                told = f"The address “{slug}” is taken by another campaign."
                raise forms.ValidationError(told)
            slug = _next_free_slug(slug)
        return slug


class CampaignDetailsForm(NamedCampaignForm):
    """Everything about a new campaign but its files."""

    class Documents:
        ONE, BLANK_LINES, FILE, ALONE = "one", "blank", "file", "alone"
        choices = (
            (ONE, "One document: each sentence is shown between its neighbours"),
            (BLANK_LINES, "A blank line in the source ends a document"),
            (FILE, "A file with one document id per source line"),
            (ALONE, "There are none: sentences stand alone, and judges see no context"),
        )

    documents = forms.ChoiceField(
        choices=Documents.choices,
        initial=Documents.BLANK_LINES,
        widget=forms.RadioSelect,
        label="Where do documents end?",
        help_text="Judges see the sentence before and after, but never across a document boundary.",
    )
    language = forms.CharField(
        max_length=35,
        required=False,
        validators=[LANGUAGE_CODE],
        label="Language of the sentences",
        help_text="A code such as en, ar or zh-Hans. Helps screen readers and fonts.",
    )
    direction = forms.ChoiceField(
        choices=Campaign.Direction.choices, initial="auto", label="Writing direction"
    )
    max_outputs = forms.IntegerField(
        min_value=2,
        max_value=10,
        initial=5,
        label="Outputs shown at most",
        help_text="How many different corrections a judge ranks at once. 5 is usual.",
    )
    include_input = forms.BooleanField(
        required=False,
        initial=True,
        label="Include the unchanged source as the system INPUT",
        help_text="Shows which systems are better than doing nothing.",
    )


class NewCampaignForm(CampaignDetailsForm):
    """A new campaign with its files. `kept` are the kinds of files that an earlier upload holds already."""

    # Empty files are taken here: the reader says which file is empty, and the others are not lost.
    source = forms.FileField(
        allow_empty_file=True,
        widget=forms.FileInput,  # nothing is there yet that a request could ask to clear
        error_messages={"required": "Choose the source file."},
        label="Source file",
        help_text="Plain UTF-8 text, one sentence per line: what the learners wrote.",
    )
    outputs = ManyFilesField(
        allow_empty_file=True,
        error_messages={"required": "Choose the output file of at least one system."},
        label="System outputs",
        help_text=(
            "One plain text file per system, each with one line for every source line, or one zip "
            "with all of "
            "them. The file's name is the system's name."
        ),
    )
    documents_file = forms.FileField(
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput,
        label="File of document ids",
        help_text="One id per line, as many lines as the source.",
    )

    def __init__(self, *args: Any, kept: Iterable[str] = (), **kwargs: Any) -> None:
        self.kept = frozenset(kept)
        super().__init__(*args, **kwargs)
        self.fields["source"].required = "source" not in self.kept
        self.fields["outputs"].required = "output" not in self.kept
        for name in ("source", "documents_file", "outputs"):
            self.fields[name].widget.attrs["data-most-bytes"] = settings.MAX_UPLOAD_BYTES
            self.fields[name].widget.attrs["data-most-files"] = settings.DATA_UPLOAD_MAX_NUMBER_FILES

    def clean(self) -> dict[str, Any]:
        cleaned = dict(super().clean() or self.cleaned_data)
        by_file = cleaned.get("documents") == self.Documents.FILE
        if by_file and not cleaned.get("documents_file") and "documents" not in self.kept:
            self.add_error("documents_file", "Choose the file of document ids, or another option.")
        return cleaned

    def details(self) -> dict[str, Any]:
        """The fields without the files, fit for JSON; what was typed where a field is not valid."""
        return {name: self._kept_value(name) for name in CampaignDetailsForm.base_fields}

    def _kept_value(self, name: str) -> Any:
        if name in self.cleaned_data:
            return self.cleaned_data[name]
        # Postgres stores no zero character, not even of a field that is refused because of it.
        return str(self.data.get(name, "")).replace("\x00", "")


def _next_free_slug(slug: str) -> str:
    taken = set(Campaign.objects.filter(slug__startswith=slug[:55]).values_list("slug", flat=True))
    number = 2
    while f"{slug[:55]}-{number}" in taken:
        number += 1
    return f"{slug[:55]}-{number}"
