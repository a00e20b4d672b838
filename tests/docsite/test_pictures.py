"""Every picture that a document shows exists, and was made by a program that can make it again."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from benchmarks import statistics_growth
from docsite.diagrams import DIAGRAMS
from docsite.screenshots import IMAGES, NOTED, SHOTS
from tests.conftest import CHECKOUT

# What benchmarks/statistics_growth.py writes; its figures are measured, so they are not made again here.
MEASURED = {"growth-pairs.svg", "growth-systems.svg", "growth.csv", "growth-agreement.csv"}
SHOWN = re.compile(r"!\[(?P<says>[^]]*)\]\((?P<path>[^)]+)\)")
LARGEST = 80_000


def documents() -> list[Path]:
    return [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").glob("*.md"))]


def shown() -> dict[Path, list[Path]]:
    """The pictures of each document; each says in words what it shows."""
    pictures = {}
    for document in documents():
        found = SHOWN.findall(document.read_text(encoding="utf-8"))
        assert all(says.strip() for says, _ in found), document
        pictures[document] = [(document.parent / path).resolve() for _, path in found]
    return pictures


def test_every_picture_of_a_document_exists() -> None:
    missing = {str(path) for paths in shown().values() for path in paths if not path.is_file()}
    assert not missing


def test_every_picture_is_shown_and_made_by_a_program() -> None:
    there = {path.name for path in IMAGES.iterdir()}
    assert there == {*SHOTS, *DIAGRAMS, *MEASURED, NOTED.name}
    used = {path.name for paths in shown().values() for path in paths}
    assert used == {name for name in there if name.endswith((".png", ".svg"))}
    assert statistics_growth.IMAGES == IMAGES


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_diagram_is_as_its_program_draws_it(name: str) -> None:
    drawn = DIAGRAMS[name]()
    assert (IMAGES / name).read_text(encoding="utf-8") == drawn, "python -m docsite.diagrams draws it anew"


def test_screenshots_are_those_that_the_program_took() -> None:
    noted = json.loads(NOTED.read_text(encoding="utf-8"))
    found = {name: hashlib.sha256((IMAGES / name).read_bytes()).hexdigest() for name in SHOTS}
    assert found == noted, "python -m docsite.screenshots takes them anew"


@pytest.mark.parametrize("name", SHOTS)
def test_a_screenshot_is_small(name: str) -> None:
    assert (IMAGES / name).stat().st_size < LARGEST
