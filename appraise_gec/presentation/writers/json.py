"""Tables as JSON: the same values as in CSV, each under its key."""

import json

from appraise_gec.presentation.tables import Table
from rankings.formats.json_form import to_json


def write(table: Table) -> bytes:
    """Title, rows and notes in UTF-8; what is undefined is null."""
    keys, *rows = table.without("print").data()
    document = {
        "table": table.key,
        "title": table.title,
        "source": table.source,
        "rows": [dict(zip(keys, row, strict=True)) for row in rows],
        "notes": list(table.notes),
        "reason": table.reason,
    }
    text = json.dumps(to_json(document), ensure_ascii=False, indent=1, allow_nan=False)
    # Half a surrogate pair, which UTF-8 cannot hold, becomes its escape in JSON.
    return f"{text}\n".encode("utf-8", "backslashreplace")
