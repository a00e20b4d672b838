"""What becomes of uploaded files: each kind of upload is a class, declared once and found by its name.

To add a kind, subclass `UploadKind` in a module that the `tasks` module of an application imports, as
`rankings.corpus.further` does. Its pages and calls follow from that.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.forms.boundfield import BoundField
from django.utils.module_loading import autodiscover_modules

from appraise_gec.accounts.models import User
from rankings.formats.records import Problem
from rankings.models import Campaign, Upload
from rankings.uploads.files import KeptFile, kept_files


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

    A file field is not required when the upload holds files in that role already. `parts` are titles and
    fields of the parts of the page; those `folded` are shown when they are opened, or hold something.
    `only_with` says by field with which "field=value" alone the page shows it.
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
        for name, asked in self.file_fields().items():
            asked.required = asked.required and name not in roles
            asked.allow_empty_file = True  # the reader says which file is empty, and the others are not lost
            asked.widget.attrs["data-most-bytes"] = settings.MAX_UPLOAD_BYTES
            asked.widget.attrs["data-most-files"] = settings.DATA_UPLOAD_MAX_NUMBER_FILES

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


Progress = Callable[[float], None]
MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Preview:
    """What the files of an upload would become: `facts` are JSON, which the page and the API show.

    With a fatal problem the upload cannot be confirmed.
    """

    problems: Sequence[Problem]
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def usable(self) -> bool:
        return not any(problem.fatal for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Applied:
    """What came of an upload: where it is shown, a sentence, and the campaign, if it was made of it."""

    leads_to: str
    told: str
    campaign: Campaign | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """An upload in the hands of its kind: its row, its valid form; its campaign, locked while it is applied.

    `progress` is to be called now and then, with the share that is done. What it raises ends the work.
    """

    row: Upload
    form: Any
    progress: Progress
    campaign: Campaign | None

    @property
    def values(self) -> dict[str, Any]:
        """The values of its form, cleaned."""
        values: dict[str, Any] = self.form.cleaned_data
        return values

    @property
    def owner(self) -> User:
        owner: User = self.row.owner
        return owner

    @property
    def target(self) -> Campaign:
        """The campaign, of kinds that are for one."""
        if self.campaign is None:
            raise ValueError("an upload of this kind is for a campaign")
        return self.campaign

    def files(self, role: str = "") -> list[KeptFile]:
        """The files, or those in one role."""
        return kept_files(self.row, role)


class UploadKind(ABC):
    """A kind of upload.

    Attributes:
        name: in addresses and calls; in the database.
        title: of its pages.
        button: that confirms.
        lead: of the page to begin with, in a sentence or two.
        roles: who may, in the campaign that the files are for. With none, the files are for no campaign
            yet, and people may who may make campaigns.
        form: its fields; their values come cleaned, the files by role.
        template: shows `facts` of the preview; also has `upload`, `form`, and what `context` adds.
        tab: of the campaign's page that it belongs to.
        most_in_a_request: bytes of files that are read and stored within a request. More is done by a job.
        names_judges: whether the files name judges, so that they go when one of these is forgotten.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    button: ClassVar[str]
    lead: ClassVar[str] = ""
    roles: ClassVar[tuple[str, ...]] = ()
    form: ClassVar[type[UploadForm]]
    template: ClassVar[str]
    tab: ClassVar[str] = "settings"
    most_in_a_request: ClassVar[int] = 4 * MIB
    names_judges: ClassVar[bool] = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            _KINDS[cls.name] = cls()

    @abstractmethod
    def read(self, upload: Waiting) -> Preview:
        """Read the files, and change nothing. Called again when the form has changed.

        May raise FormatError, whose problems are shown, and Refused, whose reasons are.
        """

    @abstractmethod
    def apply(self, upload: Waiting) -> Applied:
        """Do what the files were previewed for, in the transaction around it: all of it, or nothing.

        Called once, with the campaign locked and not frozen. What `read` found may have changed since. Raises
        FormatError or Refused where it cannot be done; the upload can be changed then.
        """

    def context(self, upload: Upload, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """What its template needs besides the facts."""
        return {}

    def initial(self, campaign: Campaign | None) -> Mapping[str, Any]:
        """What a new form begins with, besides the initial values of its fields."""
        return {}


_KINDS: dict[str, UploadKind] = {}


def kinds() -> Mapping[str, UploadKind]:
    """Every kind by name."""
    autodiscover_modules("tasks")
    return _KINDS


def kind_of(upload: Upload) -> UploadKind:
    """The kind of an upload."""
    return kinds()[upload.kind]
