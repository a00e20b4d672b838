"""Forms of uploads: values, and files by role."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.forms.boundfield import BoundField

from rankings.models import Campaign, Upload


class ManyFilesInput(forms.FileInput):
    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    """Any number of files in one role; cleans to a list, empty when none was chosen.

    Archives among them stand for the files in them, unless they are not to be `unpacked`.
    """

    widget = ManyFilesInput

    def __init__(self, *, unpacked: bool = True, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.unpacked = unpacked

    def clean(self, data: Any, initial: Any = None) -> "list[UploadedFile[bytes]]":
        clean_one = super().clean
        chosen = data if isinstance(data, list | tuple) and data else [data or None]
        cleaned = [clean_one(upload, initial) for upload in chosen]
        return [upload for upload in cleaned if upload]


@dataclass(frozen=True, slots=True)
class FormRow:
    """A field as the page shows it: with the files that are there in its role, and when it is shown."""

    field: BoundField
    kept: list[Mapping[str, Any]]
    many: bool
    removable: bool
    only_with: str


@dataclass(frozen=True, slots=True)
class FormPart:
    """A part of the page: its title, its fields, whether it is folded, and open all the same."""

    title: str
    rows: list[FormRow]
    folded: bool
    is_open: bool


class UploadForm(forms.Form):
    """The form of a kind of upload. Its file fields are the roles of the files; the rest are its values.

    A file field is not required when the upload holds files in that role already.

    Attributes:
        campaign: that the files are for; None for a new one.
        upload: that is being changed; None for a new one.
        parts: titles and fields of the parts of the page, in their order; fields that are in none come first.
        folded: parts that the page shows when they are opened, or hold something.
        only_with: by field, the "field=value" with which alone the page shows it.
    """

    parts: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    folded: ClassVar[frozenset[str]] = frozenset()
    only_with: ClassVar[Mapping[str, str]] = {}

    def __init__(
        self,
        *args: Any,
        campaign: Campaign | None = None,
        upload: Upload | None = None,
        kept: Iterable[Mapping[str, Any]] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.campaign = campaign
        self.upload = upload
        self.kept = list(kept)
        roles = {file["role"] for file in self.kept}
        for name, field in self.file_fields().items():
            field.required = field.required and name not in roles
            field.allow_empty_file = True  # the reader says which file is empty, and the others are not lost
            field.widget.attrs["data-most-bytes"] = settings.MAX_UPLOAD_BYTES
            field.widget.attrs["data-most-files"] = settings.DATA_UPLOAD_MAX_NUMBER_FILES

    def file_fields(self) -> dict[str, forms.FileField]:
        """The fields of files by role."""
        return {name: field for name, field in self.fields.items() if isinstance(field, forms.FileField)}

    def values(self) -> dict[str, Any]:
        """What the fields hold that are no files; what was typed where it is not valid."""
        names = [name for name in self.fields if name not in self.file_fields()]
        return {name: self._value(name) for name in names}

    def rows_by_part(self) -> list[FormPart]:
        """The parts of the page that have fields."""
        named = {name for names in self.parts.values() for name in names}
        rest = tuple(name for name in self.fields if name not in named)
        parts = [("", rest), *self.parts.items()]
        found = [(title, [name for name in names if name in self.fields]) for title, names in parts]
        return [self._part(title, names) for title, names in found if names]

    def _part(self, title: str, names: list[str]) -> FormPart:
        holds = any(self[name].value() or self[name].errors for name in names)
        return FormPart(title, [self._row(name) for name in names], title in self.folded, holds)

    def _row(self, name: str) -> FormRow:
        kept = [file for file in self.kept if file["role"] == name]
        many = isinstance(self.fields[name], ManyFilesField)
        removable = many or not self.base_fields[name].required
        return FormRow(self[name], kept, many, removable, self.only_with.get(name, ""))

    def _value(self, name: str) -> Any:
        if name in self.cleaned_data:
            return self.cleaned_data[name]
        typed = self.fields[name].widget.value_from_datadict(self.data, self.files, self.add_prefix(name))
        # Databases store no zero character, not even of a field that is refused because of it.
        return typed.replace("\x00", "") if isinstance(typed, str) else typed
