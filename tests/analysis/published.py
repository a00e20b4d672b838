"""The published judgments, and the numbers that the original scripts print for them, as tests want them."""

import json
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from rankings.analysis.judgments import JudgmentTable
from rankings.formats.records import JudgedOutput, Judgment


@cache
def published_judgments(shared: Path) -> tuple[Judgment, ...]:
    root = ET.parse(shared / "data" / "gjg15" / "judgments.xml").getroot()
    return tuple(
        Judgment(
            judge=item.get("user", ""),
            sentence=item.get("src-id", ""),
            outputs=tuple(
                JudgedOutput(tuple(output.get("system", "").split()), int(output.get("rank", "0")))
                for output in item.iter("translation")
            ),
            skipped=item.find("translation") is None,
        )
        for item in root.iter("ranking-item")
    )


@cache
def published_table(shared: Path) -> JudgmentTable:
    return JudgmentTable.from_judgments(published_judgments(shared))


@cache
def expected_numbers(shared: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((shared / "expected" / "gjg15.json").read_text())
    return loaded
