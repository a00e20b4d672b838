"""Rules of the style sheets that a browser would drop without a word."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHEETS = sorted([*ROOT.glob("static/css/*.css"), *ROOT.glob("appraise_gec/present/css/*.css")])
# None takes a pseudo-element: :is() and :where() match nothing then, :not() and :has() void the whole rule.
PSEUDO_CLASS = re.compile(r":(?:is|where|not|has|matches|-webkit-any)\(")
PSEUDO_ELEMENT = re.compile(r"::[-\w]+|:(?:before|after|first-line|first-letter)\b")


def pseudo_elements_in_pseudo_classes(sheet: str) -> list[str]:
    """The arguments of :is() and its like that hold a pseudo-element, which is invalid there."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    return [
        argument
        for start in PSEUDO_CLASS.finditer(sheet)
        if PSEUDO_ELEMENT.search(argument := _until_closed(sheet, start.end()))
    ]


def _until_closed(text: str, start: int) -> str:
    depth = 1
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if not depth:
            return text[start:at]
    return text[start:]


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_no_pseudo_element_inside_of_a_pseudo_class(path: Path) -> None:
    assert not pseudo_elements_in_pseudo_classes(path.read_text(encoding="utf-8"))
