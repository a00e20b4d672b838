"""What may stand beside the report in its archive: computed from the same judgments and data of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from appraise_gec.present.blocks import Section
from appraise_gec.present.table import Table


@dataclass(frozen=True, slots=True)
class Companion:
    """Such a part, whoever computes it.

    Attributes:
        key: of its result in report.json.
        result: as JSON values.
        tables: those of it that have rows.
        part: its section on the page.
        data: files that it is computed from, beside the judgments, by their paths.
    """

    key: str
    result: Any
    tables: Sequence[Table]
    part: Section
    data: Mapping[str, bytes] = field(default_factory=dict)
