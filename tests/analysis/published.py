"""The published judgments, and the numbers that the original scripts print for them, as tests want them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from rankings.formats.columns import Judgments
from rankings.formats.judgments import read_judgments
from rankings.formats.records import Judgment


@cache
def published_judgments(shared: Path) -> tuple[Judgment, ...]:
    file = shared / "data" / "gjg15" / "judgments.xml"
    return tuple(read_judgments(file.read_bytes(), file.name))


@cache
def published_table(shared: Path) -> Judgments:
    return Judgments.of(published_judgments(shared))


@cache
def expected_numbers(shared: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((shared / "expected" / "gjg15.json").read_text())
    return loaded
