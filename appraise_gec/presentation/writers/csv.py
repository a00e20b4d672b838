"""Tables as CSV: every number as exact as it was computed, and no cell that a spreadsheet would run."""

from typing import Any

from appraise_gec.presentation.tables import Table
from rankings.formats.safe_cells import write_csv


def write(table: Table) -> bytes:
    """UTF-8 with a line of keys."""
    return write_csv([_text(value) for value in row] for row in table.without("print").data())


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
