"""Tables as CSV: every number as exact as it was computed, and no cell that a spreadsheet would run."""

from itertools import islice
from typing import Any

from appraise_gec.present.safe_cells import write_csv
from appraise_gec.present.table import Table


def write(table: Table, *, with_keys: bool = True) -> bytes:
    """UTF-8, with a line of keys unless this continues a file."""
    rows = table.data()
    return write_csv([_text(value) for value in row] for row in islice(rows, 0 if with_keys else 1, None))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
