"""Commands as people call them, on made-up judgments and on the published ones."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from appraise_gec.cli import main
from rankings.formats.records import JudgedOutput, Judgment
from rankings.formats.writing import write_judgments

Call = Callable[..., Result]
Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def call() -> Call:
    """Call `appraise-gec` with words."""

    def run(*words: object, stdin: bytes | None = None) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words], input=stdin)

    return run


@pytest.fixture
def ask(call: Call) -> Ask:
    """The JSON document of a call that has to succeed."""

    def run(*words: object, stdin: bytes | None = None) -> dict[str, Any]:
        ended = call(*words, "--json", stdin=stdin)
        assert ended.exit_code == 0, ended.stderr
        document: dict[str, Any] = json.loads(ended.stdout)
        assert set(document) == {"recipe", "result"}
        return document

    return run


@pytest.fixture
def published(shared: Path) -> Path:
    """The judgments of 2015."""
    return shared / "data" / "gjg15" / "judgments.xml"


@pytest.fixture
def outputs(shared: Path) -> Path:
    """The folder with the outputs that were judged in 2015."""
    return shared / "data" / "gjg15" / "outputs"


@pytest.fixture
def store(tmp_path: Path) -> Callable[..., Path]:
    """Write judgments to a file: `store("a.xml", judgments)`, in the format that the ending names."""

    def write(name: str, judgments: list[Judgment], format: str | None = None) -> Path:
        path = tmp_path / name
        path.write_bytes(write_judgments(judgments, format or path.suffix[1:]))
        return path

    return write


def judged(judge: str, sentence: int, *outputs: tuple[str, int]) -> Judgment:
    """A ranking: `judged("a", 3, ("A B", 1), ("C", 2))`, where A and B have the same output."""
    answer = tuple(JudgedOutput(tuple(names.split()), rank) for names, rank in outputs)
    return Judgment(judge, str(sentence), answer, item=str(sentence))


@pytest.fixture
def few() -> list[Judgment]:
    """Two judges on six sentences; A is best, B and C change places."""
    made = []
    for sentence in range(6):
        second = 2 + sentence % 2
        made.append(judged("ann", sentence, ("A", 1), ("B", second), ("C", 5 - second)))
        made.append(judged("bob", sentence, ("A B", 1), ("C", 2)))
    return made
