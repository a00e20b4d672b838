"""The document about formats says what the readers do."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from rankings.formats.judgments import FORMATS, detect_format, read_judgments
from rankings.formats.judgments_csv import COLUMNS
from rankings.formats.limits import DEFAULT_LIMITS, MIB
from rankings.formats.sampler_tsv import read_sampler_tsv
from rankings.formats.uploads import FORBIDDEN_IN_NAMES

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs/formats-in-detail.md").read_text(encoding="utf-8")


def section(title):
    return re.split(r"^##+ ", DOCUMENT.split(title, 1)[1], flags=re.MULTILINE)[0]


def block(title, language=""):
    return section(title).split(f"```{language}\n")[1].split("```")[0]


def test_every_format_is_in_the_table_with_what_it_holds():
    rows = re.findall(r"^\| (`.*`) \| (yes|no) \|", section("## Judgments"), flags=re.MULTILINE)
    table = {name: holds == "yes" for names, holds in rows for name in re.findall("`(.*?)`", names)}
    assert table == {name: not one.loses for name, one in FORMATS.items()}


@pytest.mark.parametrize(("title", "language"), [("### Result XML", "xml"), ("### JSON and", "json")])
def test_examples_are_read_as_the_format_they_show(title, language):
    example = block(title, language).encode()
    assert detect_format(example) == language
    first = read_judgments(example, "example")[0]
    assert (first.judge, first.sentence, first.seconds) == ("judge1", "17", 41.5)
    assert first.outputs[0].systems == ("SYS1", "SYS4")


def test_example_of_pairs_is_read():
    for line in block("### Pairs").splitlines():
        example, format = re.split(r" {2,}", line)
        assert format in FORMATS
        (one,) = read_judgments(example.encode(), "example")
        assert [output.rank for output in one.outputs] in ([1, 2], [1, 3])


def test_example_of_a_sample_is_read():
    (one,) = read_sampler_tsv(block("## Tasks and samples").encode(), "example")
    assert one.sentence == 17 and one.outputs.texts[2] == ""


def test_columns_limits_and_forbidden_characters_are_the_real_ones():
    columns = re.findall(r"`(\w+)`", section("### CSV").split("Columns:")[1].split("A judgment without")[0])
    assert [name for name in columns if name not in ("true", "false")] == list(COLUMNS)
    for limit in ("files", "lines", "line_characters", "judgments", "xml_elements", "problems"):
        assert f"{getattr(DEFAULT_LIMITS, limit):,}" in DOCUMENT, limit
    assert f"{DEFAULT_LIMITS.file_bytes // MIB} MiB a file" in DOCUMENT
    assert f"{DEFAULT_LIMITS.total_bytes // MIB} MiB an upload" in DOCUMENT
    assert f"`{' '.join(FORBIDDEN_IN_NAMES)}`".replace(" ", "") in DOCUMENT.replace(" ", "")


def test_every_limit_is_described_where_it_stands():
    described = type(DEFAULT_LIMITS).__doc__ or ""
    assert all(
        f"        {one.name}: " in described or f"    {one.name}: " in described
        for one in fields(DEFAULT_LIMITS)
    )
