"""The data of a paper bundle: the rankings in every format there is, and their pairs, with every column."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from rankings.formats.edit_marks import COLUMNS as EDIT_COLUMNS
from rankings.formats.edit_marks import EditJudgment, write_edit_marks_csv, write_edit_marks_json
from rankings.formats.extent import Extent
from rankings.formats.judgments import FORMATS, judgment_pieces, write_judgments
from rankings.formats.pairs_tsv import expanded_pairs
from rankings.formats.records import JudgedOutput, Judgment
from rankings.formats.safe_cells import protect_cell

FOLDER = "data"
JUDGMENTS = f"{FOLDER}/judgments.json"
EDIT_MARKS = f"{FOLDER}/edit-marks.json"
ROWS_AT_ONCE = 5_000
JUDGMENTS_AT_ONCE = 1_000
Kind = Literal["text", "whole number", "number", "true or false"]
Content = bytes | Iterator[bytes]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a data file: what it means, and what kind of values it has."""

    name: str
    meaning: str
    kind: Kind = "text"


@dataclass(frozen=True, slots=True)
class DataFile:
    """A data file.

    Attributes:
        path: in the bundle.
        title: what people call it.
        media_type: of its contents.
        about: what a row, a line or an element is, in a sentence.
        columns: in their order; attributes and keys where the file is no table.
        has_header: whether its first line names the columns, separated by commas.
        write: its contents, whole or piece by piece.
    """

    path: str
    title: str
    media_type: str
    about: str
    columns: Sequence[Column]
    has_header: bool
    write: Callable[[], Content]


_JUDGE = Column("judge", "pseudonym of the judge")
_SENTENCE = Column("sentence", "identifier of the source sentence, as a rule its number from 0")
_ITEM = Column("item", "number of the sampled item; empty where it is not known")
_SECONDS = Column("seconds", "time from opening the item to the answer, in seconds", "number")
_ACTIVE = Column("active_seconds", "the same without pauses; empty where nobody measured it", "number")
_SKIPPED = Column("skipped", "whether the judge gave no ranking", "true or false")
_LEFT_OUT = "always empty in this archive"
_RANK = Column("rank", "rank of the output, 1 is the best; ties and gaps are allowed", "whole number")
_RECORD = (
    Column("judgment", "number of the ranking in this file, from 1; its rows share it", "whole number"),
    _JUDGE,
    _SENTENCE,
    _ITEM,
    Column("document", _LEFT_OUT),
    Column("result_set", _LEFT_OUT),
    Column("source_language", "language of the source"),
    Column("target_language", "language of the outputs"),
    _SECONDS,
    _SKIPPED,
    _ACTIVE,
    Column("opened_at", _LEFT_OUT),
    Column("submitted_at", _LEFT_OUT),
    Column("guidelines_version", _LEFT_OUT),
    Column("systems", "systems that gave this output, separated by spaces"),
    _RANK,
)
_WMT = (
    Column("srclang", "language of the source"),
    Column("trglang", "language of the outputs"),
    Column("srcIndex", _SENTENCE.meaning),
    Column("documentId", "-1: left out"),
    Column("segmentId", _ITEM.meaning),
    Column("judgeId", _JUDGE.meaning),
    Column("systemKNumber", "for K = 1, 2 and so on: -1, a number that this program does not use"),
    Column("systemKId", "systems that gave the output in slot K, joined by +; -1 for an empty slot"),
    Column("systemKrank", "rank of the output in slot K; -1 in a ranking that was skipped"),
)
# Formats whose lines stand for themselves, with the number of lines of their header: written block by block.
# Pairs of a large campaign take many times the memory of its rankings.
_BLOCKWISE = {"jsonl": 0, "wmt-pairs-csv": 1, "pairs-tsv": 0, "ranked-pairs-tsv": 0, "pair-labels": 0}
_SIGN = Column("sign", "< where the first system is better, > where the second is, = for a tie")
_FORMATS: dict[str, tuple[str, Sequence[Column], bool]] = {
    "xml": (
        "A ranking-item element is a ranking, with a translation element for each distinct output.",
        (
            Column("user", _JUDGE.meaning),
            Column("src-id", _SENTENCE.meaning),
            Column("id", "number of the sampled item; that of the result set on its element"),
            Column("doc-id", _LEFT_OUT),
            Column("duration", "time from opening the item to the answer, hours:minutes:seconds"),
            Column("active-duration", "the same without pauses"),
            Column("skipped", _SKIPPED.meaning),
            Column("source-language", "language of the source, on the result set"),
            Column("target-language", "language of the outputs, on the result set"),
            Column("system", "systems that gave this output, separated by spaces"),
            Column("rank", _RANK.meaning),
        ),
        False,
    ),
    "csv": ("A row is one distinct output of a ranking.", _RECORD, True),
    "json": (
        "An element of `judgments` is a ranking, with its distinct outputs. `--verify` reads this file.",
        (Column("outputs", "list of distinct outputs, each with `systems` and `rank`"), *_RECORD[1:]),
        False,
    ),
    "jsonl": (
        "A line is a ranking, with its distinct outputs.",
        (Column("outputs", "list of distinct outputs, each with `systems` and `rank`"), *_RECORD[1:]),
        False,
    ),
    "wmt-csv": ("A row is a ranking, as in the files of the WMT campaigns.", _WMT, True),
    "wmt-pairs-csv": ("A row is a pair of systems, in the columns of the WMT campaigns.", _WMT, True),
    "pairs-tsv": (
        "A line is a pair of systems, without a header; the columns in their order are:",
        (Column("first", "a system"), Column("second", "another system"), _SIGN),
        False,
    ),
    "ranked-pairs-tsv": (
        "A line is a pair of systems, without a header; the columns in their order are:",
        (
            Column("first", "a system"),
            Column("second", "another system"),
            Column("first_rank", "rank of the first", "whole number"),
            Column("second_rank", "rank of the second", "whole number"),
        ),
        False,
    ),
    "pair-labels": (
        "A line is a pair of systems of one judge, `judge,sentence.K.L,FIRST<SECOND`, without a header:",
        (
            _JUDGE,
            Column("sentence.K.L", "the sentence, and the numbers of the two systems, from 1"),
            Column("comparison", "the two systems with <, > or = between them; < if the first is better"),
        ),
        False,
    ),
}
_PAIR = (
    Column("judgment", "number of the ranking, as in judgments.csv", "whole number"),
    _JUDGE,
    _SENTENCE,
    _ITEM,
)
_BETTER = Column("better", "first, second or tie")
UNEXPANDED = (
    *_PAIR,
    Column("first", "systems that gave the first output, separated by spaces"),
    Column("second", "systems that gave the second output, separated by spaces"),
    Column("first_rank", "rank of the first output", "whole number"),
    Column("second_rank", "rank of the second output", "whole number"),
    _BETTER,
)
EXPANDED = (
    *_PAIR,
    Column("first", "a system"),
    Column("second", "another system"),
    Column("first_rank", "rank of the output of the first", "whole number"),
    Column("second_rank", "rank of the output of the second", "whole number"),
    _BETTER,
)


def data_files(judgments: Sequence[Judgment], edits: Sequence[EditJudgment]) -> Iterator[DataFile]:
    """Every data file of a bundle, in the order of the archive. Nothing is written before it is asked for."""
    for name, chosen in FORMATS.items():
        about, columns, has_header = _FORMATS[name]
        yield DataFile(
            f"{FOLDER}/judgments{chosen.extension}",
            chosen.title,
            chosen.media_type,
            about,
            columns,
            has_header,
            lambda name=name: _written(name, judgments),  # type: ignore[misc]
        )
    yield DataFile(
        f"{FOLDER}/pairs-unexpanded.csv",
        "Unexpanded pairs",
        "text/csv",
        "A row is a pair of distinct outputs of one ranking.",
        UNEXPANDED,
        True,
        lambda: _csv_pieces(UNEXPANDED, _unexpanded(judgments)),
    )
    yield DataFile(
        f"{FOLDER}/pairs-expanded.csv",
        "Expanded pairs",
        "text/csv",
        "A row is a pair of systems of one ranking. Systems with the same output are tied.",
        EXPANDED,
        True,
        lambda: _csv_pieces(EXPANDED, _expanded(judgments)),
    )
    if not edits:
        return
    numbers = {"start", "end"}
    columns = [
        Column(name, meaning, "whole number" if name in numbers else "text")
        for name, meaning in EDIT_COLUMNS.items()
    ]
    about = "One edit that a judge could mark, marked or not."
    writers = (("csv", "text/csv", write_edit_marks_csv), ("json", "application/json", write_edit_marks_json))
    for extension, media_type, write in writers:
        yield DataFile(
            f"{FOLDER}/edit-marks.{extension}",
            f"Marks on single edits, {extension.upper()}",
            media_type,
            f"{'A row' if extension == 'csv' else 'An element of `edits`'} is {about[0].lower()}{about[1:]}",
            columns,
            extension == "csv",
            lambda write=write: write(edits),  # type: ignore[misc]
        )


def _written(name: str, judgments: Sequence[Judgment]) -> Content:
    """Judgments in a format. Raises FormatError where it cannot hold them, before anything is written."""
    if name not in _BLOCKWISE:
        return write_judgments(judgments, name)
    # Of all judgments: a block may lack systems, and these have the same number in every block.
    extent = Extent.of(judgments)
    # Every name stands in one of these, and none has more than a pair.
    probes = [replace(one, outputs=one.outputs[:2]) for one in judgments]
    probes += [
        replace(one, skipped=False, outputs=tuple(JudgedOutput((system,), 1) for system in extent.systems))
        for one in judgments[:1]
    ]
    for _ in _block_by_block(name, probes, extent):
        pass
    return _block_by_block(name, judgments, extent)


def _block_by_block(name: str, judgments: Sequence[Judgment], extent: Extent) -> Iterator[bytes]:
    for number, block in enumerate(_blocks(judgments)):
        content = b"".join(judgment_pieces(block, name, extent))
        yield content.split(b"\n", 1)[1] if number and _BLOCKWISE[name] else content


def _blocks(judgments: Sequence[Judgment]) -> Iterator[Sequence[Judgment]]:
    """Some thousand at a time, and one block where there are none."""
    for start in range(0, max(1, len(judgments)), JUDGMENTS_AT_ONCE):
        yield judgments[start : start + JUDGMENTS_AT_ONCE]


def _unexpanded(judgments: Iterable[Judgment]) -> Iterator[list[str]]:
    for number, one in enumerate(judgments, start=1):
        if one.skipped:
            continue
        for first, second in combinations(one.outputs, 2):
            names = [" ".join(output.systems) for output in (first, second)]
            yield [*_head(number, one), *names, *_ranks(first.rank, second.rank)]


def _expanded(judgments: Iterable[Judgment]) -> Iterator[list[str]]:
    for number, one in enumerate(judgments, start=1):
        for first, first_rank, second, second_rank in expanded_pairs(one):
            yield [*_head(number, one), first, second, *_ranks(first_rank, second_rank)]


def _head(number: int, one: Judgment) -> list[str]:
    return [str(number), one.judge, one.sentence, one.item]


def _ranks(first: int, second: int) -> list[str]:
    better = "first" if first < second else "second" if first > second else "tie"
    return [str(first), str(second), better]


def _csv_pieces(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> Iterator[bytes]:
    """CSV as `rankings.formats.safe_cells.write_csv` writes it, some thousand rows at a time."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([column.name for column in columns])
    for number, row in enumerate(rows, start=1):
        writer.writerow([protect_cell(cell) for cell in row])
        if number % ROWS_AT_ONCE == 0:
            yield text.getvalue().encode()
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode()
