"""The codebook of a bundle: every file and column in words, from the description that writes them."""

from collections.abc import Sequence

from rankings.bundles.description import (
    FORMAT_VERSION,
    PEOPLE_FILE,
    Table,
    all_tables,
    kind_name,
    models_left_out,
)
from rankings.bundles.people import PEOPLE_COLUMNS

COLUMNS = ("column", "kind", "unit", "meaning")
CONVENTIONS = f"""\
* All files are UTF-8. Files that end in `.csv` are CSV as in RFC 4180: commas, lines that end in CR LF, a
  header. An empty cell is "none", or an empty text. A cell that a spreadsheet would take for a formula has an
  apostrophe before it, and so has one that begins with such an apostrophe; take the first one off.
* Files that end in `.jsonl` hold one JSON object a line.
* `id` numbers the rows of a file from 1, in the order in which they were made. Other columns refer to rows
  by it.
* Times are ISO 8601 in UTC. Positions and numbers of sentences count from 0. Ranks count from 1; 1 is best.
* `manifest.json` has the version of this format ({FORMAT_VERSION}), the version of the program, and of every
  file its SHA-256, its bytes and its rows.
* In a bundle with pseudonyms judges are called judge-1, judge-2 and so on, and nobody else is named: columns
  with the id of a person are empty. Names of people and e-mail addresses are replaced in what people wrote.
  Texts of the corpus (sentences, outputs, documents, systems, references) are as they were.
"""


def codebook() -> str:
    """The file README.md of every bundle, in Markdown."""
    return (
        "# A campaign of Appraise GEC\n\nEverything of one campaign. Any installation of the program can "
        "import the archive as it is; other programs can read the files.\n\n## How to read the files\n\n"
        f"{CONVENTIONS}\n{codebook_tables()}"
    )


def codebook_tables() -> str:
    """Every file with its columns, and what is left out, in Markdown."""
    parts = ["## Files\n", _people()]
    parts += [_table(table) for table in all_tables()]
    parts.append("## What is left out\n")
    parts.append(_rows(("what", "why"), _left_out()))
    return "\n".join(parts)


def _table(table: Table) -> str:
    rows = [("`id`", "whole number", "", "number of the row, from 1")]
    rows += [
        (f"`{name}`", kind_name(table, name), column.unit, column.meaning)
        for name, column in table.columns.items()
    ]
    note = " Left out of bundles with pseudonyms." if table.only_in_full else ""
    return f"### `{table.file}`\n\n{table.about}{note}\n\n{_rows(COLUMNS, rows)}"


def _people() -> str:
    rows = [("`id`", "whole number", "", "number of the row, from 1")]
    rows += [(f"`{name}`", "text", "", meaning) for name, meaning in PEOPLE_COLUMNS.items()]
    about = (
        "An account that the campaign names. No passwords and no rights. No rows in bundles with pseudonyms."
    )
    return f"### `{PEOPLE_FILE}`\n\n{about}\n\n{_rows(COLUMNS, rows)}"


def _left_out() -> list[tuple[str, str]]:
    fields = [
        (f"`{name}` of `{table.file}`", reason)
        for table in all_tables()
        for name, reason in table.left_out.items()
    ]
    return fields + [
        (f"rows of `{label.partition('.')[2]}`", reason) for label, reason in models_left_out().items()
    ]


def _rows(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [header, tuple("---" for _ in header), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
