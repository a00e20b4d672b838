"""What becomes of uploaded files: each kind of upload is a class, declared once and found by its name.

To add a kind: subclass `UploadKind` in a module that the `tasks` module of an application imports. Its pages
and calls follow from that::

    class Sentences(UploadKind):
        name = "sentences"
        title = "Add sentences"
        button = "Add the sentences"
        roles = MANAGERS
        form = SentencesForm          # an UploadForm: file fields are roles of files, the rest values
        template = "uploads/sentences.html"

        def read(self, upload: Waiting) -> Preview:
            texts = read_texts(upload.campaign, upload.files("source"), upload.values["documents"])
            return Preview(texts.problems, {"sentences": len(texts.sentences)})

        def apply(self, upload: Waiting) -> Applied:
            texts = ...
            return Applied(address, "24 sentences are added.")
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.utils.module_loading import autodiscover_modules

from appraise_gec.accounts.models import User
from rankings.formats.records import Problem
from rankings.models import Campaign, Upload
from rankings.uploads.files import KeptFile, kept_files
from rankings.uploads.forms import UploadForm

Progress = Callable[[float], None]
MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Preview:
    """What the files of an upload would become.

    Attributes:
        problems: what is wrong; with a fatal one the upload cannot be confirmed.
        facts: what the page and the API show, as JSON: see `rankings.formats.results.to_json`.
    """

    problems: Sequence[Problem]
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def usable(self) -> bool:
        return not any(problem.fatal for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Applied:
    """What came of an upload.

    Attributes:
        leads_to: address of the page that shows it.
        told: what was done, in a sentence.
        campaign: that was made of it, where the upload was for none.
    """

    leads_to: str
    told: str
    campaign: Campaign | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """An upload in the hands of its kind.

    Attributes:
        row: what the database keeps of it.
        form: of the kind, valid, with the values of the upload.
        progress: to be called now and then, with the share that is done. What it raises ends the work.
        campaign: that it is for, locked while it is applied; None for a new one.
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

        Called once, with the upload locked, and the campaign locked and not frozen. What `read` found may
        have changed since. Raises FormatError or Refused where it cannot be done; the upload can be changed
        then.
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
