"""A document of sections with tables and drawings, for writers that make one file of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from appraise_gec.presentation.charts import Chart
from appraise_gec.presentation.tables import Table


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading within a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph; `tone` says how it stands out."""

    text: str
    tone: str = ""  # "", "lead", "notice" or "warning"


@dataclass(frozen=True, slots=True)
class Terms:
    """Words with what belongs to each: an explanation, a value, or the link of the section it is about.

    Attributes:
        pairs: words and what belongs to them.
        links: by words, the key of a section.
        exact: whether the values are exact strings, such as a SHA-256 or a call.
    """

    pairs: Sequence[tuple[str, str]]
    links: Mapping[str, str] = field(default_factory=dict)
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Numbers:
    """Large numbers: label, value, and a smaller remark."""

    tiles: Sequence[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class Shown:
    """A table; `files` are the addresses of its files by their names, such as `{"CSV": "tables/x.csv"}`."""

    table: Table
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart.

    Attributes:
        chart: what it shows.
        caption: below it.
        files: addresses of files by their names.
    """

    chart: Chart
    caption: str
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Links:
    """Links to other files: texts and addresses."""

    pairs: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Exact:
    """Lines to be copied as they are."""

    text: str


@dataclass(frozen=True, slots=True)
class Folded:
    """Blocks that readers unfold by a title; on paper they stand there."""

    title: str
    blocks: "Sequence[Block]"


Block = Heading | Prose | Terms | Numbers | Shown | Drawing | Links | Exact | Folded


@dataclass(frozen=True, slots=True)
class Part:
    """A section: its key in addresses, its heading and its content."""

    key: str
    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Document:
    """A whole document.

    Attributes:
        title: what it is called.
        origin: a sentence on how it was made.
        parts: its sections.
        program: its maker, named at the end.
    """

    title: str
    origin: str
    parts: Sequence[Part]
    program: str
