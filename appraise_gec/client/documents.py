"""Documents of the API as typed records. What a newer site adds to them is passed over."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self


class _Document:
    """Made of the JSON that the site sent."""

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Self:
        known = {field.name for field in fields(cls)}  # type: ignore[arg-type]
        return cls(**{name: value for name, value in document.items() if name in known})


@dataclass(frozen=True, slots=True)
class Campaign(_Document):
    """A campaign. `role` is the person's own; times are text in ISO 8601."""

    slug: str
    title: str
    state: str
    language: str
    role: str
    rankings: int
    created_at: str
    url: str


@dataclass(frozen=True, slots=True)
class Invited(_Document):
    """A judge who was added, with the invitation link, which is told once."""

    number: int
    name: str
    invitation_url: str
    url: str


@dataclass(frozen=True, slots=True)
class PersonalLink(_Document):
    """A judge's way in without a password: `link_url` for browsers, `secret` for `JudgeClient`."""

    link_url: str
    secret: str
    expires_at: str


@dataclass(frozen=True, slots=True)
class Judge(_Document):
    """A judge as managers see one."""

    number: int
    name: str
    standing: str
    on_hold: bool
    quota: int | None
    done: int
    planned: int
    skipped: int
    last_active: str | None
    url: str


@dataclass(frozen=True, slots=True)
class Progress(_Document):
    """Planned rankings that are done, of the target."""

    items: int
    done: int
    planned: int
    skipped: int
    target: int
    percent: int
    judges_ready: int


@dataclass(frozen=True, slots=True)
class Report(_Document):
    """A report; `recipe` and `result` are None until it is done."""

    key: str
    state: str
    progress: float
    message: str
    error: str
    url: str
    page_url: str
    options: dict[str, Any]
    name: str = ""
    recipe: dict[str, Any] | None = None
    result: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ReportFile(_Document):
    """A file of a report: its kind is `document`, `table`, `figure`, `text` or `rankings`."""

    name: str
    kind: str
    url: str


@dataclass(frozen=True, slots=True)
class Archive(_Document):
    """An archive of a report; `file_url` is None until it is made."""

    key: str
    title: str
    state: str
    error: str
    size: int
    url: str
    file_url: str | None


@dataclass(frozen=True, slots=True)
class PublicLink(_Document):
    """A public page of a report; `public_url` is there while the page is."""

    title: str
    state: str
    public_url: str | None


@dataclass(frozen=True, slots=True)
class System(_Document):
    """A system. `items` of the plan show it, `pairs` of the rankings so far compare it."""

    number: int
    name: str
    is_input: bool
    items: int
    pairs: int
    retired_at: str | None
    rankings_before: int
    url: str


@dataclass(frozen=True, slots=True)
class KnownCandidate(_Document):
    """A sentence with the outputs that a known answer ranks, in their order."""

    sentence: int
    source: str
    outputs: list[str]
    is_sampled: bool


@dataclass(frozen=True, slots=True)
class KnownItem(_Document):
    """A check or training item; `ranks` of its `outputs` are expected, None where any will do."""

    number: int
    purpose: str
    check_kind: str
    sentence: int
    outputs: list[str]
    ranks: list[int | None]
    explanation: str
    answered: int


@dataclass(frozen=True, slots=True)
class References(_Document):
    """Gold edits or reference texts; `scores` counts those computed from them."""

    key: str
    name: str
    kind: str
    sha256: str
    summary: dict[str, Any]
    scores: int
    url: str


@dataclass(frozen=True, slots=True)
class Scores(_Document):
    """Scores of the systems by one metric; `recipe` and `result` are None until they are asked for."""

    key: str
    metric: str
    origin: str
    settings: dict[str, Any]
    signature: str
    references: str
    state: str
    error: str
    url: str
    recipe: dict[str, Any] | None = None
    result: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Task(_Document):
    """What a judge has to do. `stage` is `not-open`, `ready`, `finished` or `closed`."""

    title: str
    stage: str
    ranked: int
    skipped: int
    left: int
    guidelines: str
    first_rank: str
    language: str


@dataclass(frozen=True, slots=True)
class Output(_Document):
    """An output by its row; who wrote it is not told."""

    row: int
    text: str
    rank: int | None


@dataclass(frozen=True, slots=True)
class Item(_Document):
    """An item as its judge sees it, with the sentences around it in its document ("" at the borders)."""

    key: str
    state: str
    source: str
    before: str
    after: str
    outputs: tuple[Output, ...]
    revision: int
    is_practice: bool
    url: str

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Self:
        outputs = tuple(Output.of(output) for output in document["outputs"])
        return super(Item, cls).of({**document, "outputs": outputs})
