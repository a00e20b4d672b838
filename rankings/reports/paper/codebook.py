"""The codebook of a paper bundle: every file, and every column of it in words."""

from collections.abc import Iterable, Mapping, Sequence

from appraise_gec.presentation.tables import Column as TableColumn
from appraise_gec.presentation.tables import Kind, Table
from rankings.reports.paper.data_files import DataFile

KINDS = {
    Kind.NAME: "name",
    Kind.TEXT: "text",
    Kind.COUNT: "whole number",
    Kind.RANK: "whole number",
    Kind.SCORE: "number",
    Kind.FRACTION: "number from -1 to 1",
    Kind.SHARE: "number from 0 to 1",
    Kind.P_VALUE: "number from 0 to 1",
    Kind.INTERVAL: "number",
    Kind.SHARE_INTERVAL: "number",
    Kind.RANK_RANGE: "whole number",
    Kind.TIME: "time",
    Kind.YES_NO: "yes or no",
}
CONVENTIONS = """\
* All files are UTF-8. Files that end in `.csv` are as RFC 4180 has them: commas, lines that end in CR LF, a
  header. An empty cell means that a value is not known or not defined. A cell that a spreadsheet would take
  for a formula has an apostrophe before it; so has one that begins with such an apostrophe.
* Ranks count from 1, the best. Sentences count from 0 unless the rankings came with other identifiers.
* Judges are called judge-1, judge-2 and so on, the same one everywhere. Times of day, documents and names of
  result sets are left out.
"""
MASKED = """\
* Systems are called System-A, System-B and so on, the same one everywhere. Letters follow the share of
  comparisons that a system wins, the best first. INPUT is the source without any change.
"""


def codebook(
    files: Iterable[DataFile], left_out: Mapping[str, str], tables: Iterable[Table], *, masked: bool
) -> str:
    """CODEBOOK.md, in Markdown.

    Args:
        files: the data files of the bundle.
        left_out: by the path of a data file that the bundle does not hold, why.
        tables: of the report; those without rows have no files.
        masked: whether systems have pseudonyms, too.
    """
    parts = [
        "# Codebook\n\nEvery data file and every table of this archive, with each of its columns.\n\n"
        f"{CONVENTIONS}{MASKED if masked else ''}\n## Data\n"
    ]
    parts += [_data_file(file) for file in files]
    if left_out:
        reasons = "".join(f"* `{path}`: {reason}\n" for path, reason in left_out.items())
        parts.append(f"### Formats that cannot hold these rankings\n\n{reasons}")
    parts.append(
        "## Tables\n\nEach is there as CSV and JSON with the columns below, and as LaTeX and Markdown for "
        "print. A matrix has a column for each of its names.\n"
    )
    parts += [_table(table) for table in tables if table.rows]
    return "\n".join(parts)


def _data_file(file: DataFile) -> str:
    rows = [(f"`{column.name}`", column.kind, column.meaning) for column in file.columns]
    return f"### `{file.path}`\n\n{file.title}. {file.about}\n\n{_rows(rows)}"


def _table(table: Table) -> str:
    columns = [column for column in table.columns if column.where != "print"]
    rows = [row for column in columns for row in _column(column)]
    return f"### `tables/{table.key}.csv`\n\n{table.title}.\n\n{_rows(rows)}"


def _column(column: TableColumn) -> list[tuple[str, str, str]]:
    meaning = column.help or (f"for {column.heading}" if column.named else column.heading)
    kind = KINDS[column.kind]
    keys = column.keys
    if len(keys) == 1:
        return [(f"`{keys[0]}`", kind, meaning)]
    ends = ("lower end", "upper end")
    return [(f"`{key}`", kind, f"{end}: {meaning}") for key, end in zip(keys, ends, strict=True)]


def _rows(rows: Sequence[tuple[str, str, str]]) -> str:
    lines = [("column", "kind", "meaning"), ("---", "---", "---"), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
