"""The CoNLL-2014 data and what the original programs print on them, read once."""

import json
from pathlib import Path
from typing import Any

import pytest

from metrics.references.edits import Gold, annotator_texts
from metrics.references.m2_file import read_m2
from metrics.scorers.scorer import Material

GOLD_FILES = (
    "official-2014.0",
    "official-2014.1",
    "official-2014.combined",
    "official-2014.combined-withalt",
)


@pytest.fixture(scope="session")
def outputs(shared: Path) -> dict[str, tuple[str, ...]]:
    """Every system's lines."""
    folder = shared / "data" / "gjg15" / "outputs"
    return {
        path.name: tuple(path.read_text(encoding="utf-8").split("\n")[:-1])
        for path in sorted(folder.iterdir())
    }


@pytest.fixture(scope="session")
def gold(shared: Path) -> dict[str, Gold]:
    """The four gold files by name."""
    folder = shared / "data" / "conll14"
    return {name: read_m2((folder / f"{name}.m2").read_bytes(), f"{name}.m2") for name in GOLD_FILES}


@pytest.fixture(scope="session")
def expected(shared: Path) -> dict[str, Any]:
    """What the originals print."""
    values: dict[str, Any] = json.loads((shared / "expected" / "metrics.json").read_text(encoding="utf-8"))
    return values


@pytest.fixture(scope="session")
def material(gold: dict[str, Gold], outputs: dict[str, tuple[str, ...]]) -> Material:
    """The source with the texts of both annotators."""
    references = (annotator_texts(gold[f"official-2014.{annotator}"], 0) for annotator in (0, 1))
    return Material(outputs["INPUT"], references=tuple(zip(*references, strict=True)))
