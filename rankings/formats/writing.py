"""Judgments as a file in any known format."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import lru_cache
from pkgutil import resolve_name
from typing import NamedTuple

from rankings.formats.columns import Judgments
from rankings.formats.fields import MOMENT_WANTED, YEARS, split_systems
from rankings.formats.problems import quoted
from rankings.formats.records import LONGEST_SECONDS, FormatError, Judgment, Problem

PIECE_CHARACTERS = 65536


class JudgmentFormat(NamedTuple):
    """A file format for judgments.

    Attributes:
        title: what people call it.
        extension: ending of its files, with the dot.
        media_type: for a download.
        writer: the module, and its function that turns judgments into the text of a file, piece by piece.
        loses: what the files cannot hold; () where reading back gives everything, in XML to the microsecond.
    """

    title: str
    extension: str
    media_type: str
    writer: str
    loses: tuple[str, ...] = ()


_CSV, _TSV = "text/csv", "text/tab-separated-values"
_WMT = ("durations", "times of opening and submission", "versions of the guidelines", "result sets")
_PAIRS = (
    "skipped judgments",
    "judgments of fewer than two systems",
    "which systems had the same output",
    "which pairs belong to one ranking",
)
_RECORD = (*_WMT, "languages", "documents", "items")
_OF_PAIRS = ("judges and sentences", *_RECORD, *_PAIRS)
_RANKS = "ranks, except for their order"
FORMATS = {
    "xml": JudgmentFormat("Result XML (2015)", ".xml", "application/xml", "xml_writing:write_result_xml"),
    "csv": JudgmentFormat(
        "CSV, one row per judged output", ".csv", _CSV, "judgments_csv:write_judgments_csv"
    ),
    "json": JudgmentFormat("JSON", ".json", "application/json", "judgments_json:write_judgments_json"),
    "jsonl": JudgmentFormat(
        "JSON Lines", ".jsonl", "application/jsonl", "judgments_json:write_judgments_jsonl"
    ),
    "wmt-csv": JudgmentFormat(
        "WMT CSV, one row per ranking",
        ".wmt.csv",
        _CSV,
        "wmt_csv:write_wmt_csv",
        (*_WMT, "outputs of skipped judgments"),
    ),
    "wmt-pairs-csv": JudgmentFormat(
        "WMT CSV, expanded pairs", ".wmt-pairs.csv", _CSV, "wmt_csv:write_wmt_pairs_csv", (*_WMT, *_PAIRS)
    ),
    "pairs-tsv": JudgmentFormat(
        "Expanded pairs", ".pairs.tsv", _TSV, "pairs_tsv:write_pairs_tsv", (*_OF_PAIRS, _RANKS)
    ),
    "ranked-pairs-tsv": JudgmentFormat(
        "Expanded pairs with ranks", ".ranked-pairs.tsv", _TSV, "pairs_tsv:write_ranked_pairs_tsv", _OF_PAIRS
    ),
    "pair-labels": JudgmentFormat(
        "Pairs per judge", ".labels.csv", _CSV, "pairs_tsv:write_pair_labels", (*_RECORD, *_PAIRS, _RANKS)
    ),
}


def format_of(name: str) -> str:
    """The format that the ending of a file's name says, by its longest ending; "" where it says none."""
    ends = {one.extension: format for format, one in FORMATS.items()}
    return next((ends[end] for end in sorted(ends, key=len, reverse=True) if name.lower().endswith(end)), "")


def write_judgments(judgments: Iterable[Judgment], format: str) -> bytes:
    """The bytes of a file in one of `FORMATS`.

    Raises:
        FormatError: if a judgment cannot be written in this format (a separator inside of a name).
        ValueError: for an unknown format.
    """
    return b"".join(judgment_pieces(judgments, format))


def judgment_pieces(judgments: Iterable[Judgment], format: str) -> Iterator[bytes]:
    """The same, piece by piece.

    Raises:
        FormatError, ValueError: as `write_judgments`; a name that cannot be written, when its turn comes.
    """
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}; expected one of {', '.join(FORMATS)}")
    return in_pieces(resolve_name(f"rankings.formats.{FORMATS[format].writer}")(Judgments.of(judgments)))


def in_pieces(texts: Iterable[str]) -> Iterator[bytes]:
    waiting: list[str] = []
    size = 0
    for text in texts:
        waiting.append(text)
        size += len(text)
        if size >= PIECE_CHARACTERS:
            yield "".join(waiting).encode()
            waiting.clear()
            size = 0
    if waiting:
        yield "".join(waiting).encode()


@lru_cache(maxsize=1 << 14)
def join_systems(systems: tuple[str, ...], separator: str = " ") -> str:
    """Names of systems with the same output as one field.

    Raises:
        FormatError: if a name would not come back whole.
    """
    for system in systems:
        if split_systems(system) != (system,) or (separator != " " and separator in system):
            message = f"The system name {quoted(system)} cannot be written: it has a separator in it."
            raise FormatError(Problem("judgments", message))
    return separator.join(systems)


def format_duration(seconds: float) -> str:
    """`HH:MM:SS.ffffff`, without the fraction when it is zero, rounded to microseconds.

    Raises:
        ValueError: if `seconds` is negative or not finite.
    """
    if not 0 <= seconds < LONGEST_SECONDS:
        raise ValueError(f"a duration must lie between 0 and {LONGEST_SECONDS:,} seconds, not {seconds}")
    microseconds = round(seconds * 10**6)
    whole, fraction = divmod(microseconds, 10**6)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours:02d}:{minute:02d}:{second:02d}" + (f".{fraction:06d}" if fraction else "")


def format_moment(moment: datetime) -> str:
    """ISO 8601 in UTC, to the microsecond. Raises FormatError for a moment that could not be read back."""
    if moment.tzinfo is None or not YEARS[0] <= moment.year <= YEARS[1]:
        message = f"The time {quoted(str(moment))} cannot be written. {MOMENT_WANTED}"
        raise FormatError(Problem("judgments", message))
    return moment.astimezone(UTC).isoformat()
