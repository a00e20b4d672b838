"""The document about formats says what the readers do."""

import re
from pathlib import Path

import pytest

from rankings.formats.judgments import detect_format, read_judgments
from rankings.formats.writing import FORMATS

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs/formats.md").read_text(encoding="utf-8")


def section(title):
    return re.split(r"^##+ ", DOCUMENT.split(title, 1)[1], flags=re.MULTILINE)[0]


def block(title, language=""):
    return section(title).split(f"```{language}\n")[1].split("```")[0]


@pytest.mark.parametrize(("title", "language"), [("### Result XML", "xml"), ("### JSON and", "json")])
def test_examples_are_read_as_the_format_they_show(title, language):
    example = block(title, language).encode()
    assert detect_format(example) == language
    first = next(iter(read_judgments(example, "example")))
    assert (first.judge, first.sentence, first.seconds) == ("judge1", "17", 41.5)
    assert first.outputs[0].systems == ("SYS1", "SYS4")


def test_example_of_pairs_is_read():
    for line in block("### Pairs").splitlines():
        example, format = re.split(r" {2,}", line)
        assert format in FORMATS
        (one,) = read_judgments(example.encode(), "example")
        assert [output.rank for output in one.outputs] in ([1, 2], [1, 3])
