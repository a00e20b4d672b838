"""Damaged files never end a reader in anything but its refusal, with a message, within seconds."""

import io
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.references.m2_file import read_m2
from metrics.references.plain import read_references
from rankings.access import Refused
from rankings.formats.corpus import read_corpus
from rankings.formats.judgments import read_judgments
from rankings.formats.records import FormatError, JudgedOutput, Judgment
from rankings.formats.uploads import read_upload
from rankings.formats.writing import FORMATS, write_judgments
from tests.damaged import damaged

SLOWEST_SECONDS = 5.0
TEXT = "He go home .\nThey was here .\n\nI like tea .\nShe said “ yes ” .\n".encode()
LINES = TEXT.replace(b"\n\n", b"\n")
M2 = b"""\
S He go home .
A 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S They was here .
A 1 2|||R:VERB|||were|||REQUIRED|||-NONE-|||0
A 2 2|||M:ADV|||all|||REQUIRED|||-NONE-|||0
"""


def judged() -> list[Judgment]:
    outputs = [
        (JudgedOutput(("ALPHA",), 1), JudgedOutput(("BETA", "GAMMA"), 2), JudgedOutput(("INPUT",), 2)),
        (JudgedOutput(("BETA",), 3), JudgedOutput(("ALPHA", "INPUT"), 1)),
    ]
    at = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
    about = {"document": "essay-1", "result_set": "set", "seconds": 12.5, "active_seconds": 11.25}
    return [
        Judgment(judge, str(n), ranked, str(n), **about, opened_at=at, submitted_at=at, guidelines_version=2)  # type: ignore[arg-type]
        for judge in ("ann", "bob")
        for n, ranked in enumerate(outputs)
    ]


def archive() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in (("source.txt", TEXT), ("outputs/ALPHA.txt", TEXT), ("__MACOSX/x", b"x")):
            made.writestr(name, content)
    return stream.getvalue()


def keep_judgments(data: bytes) -> object:
    """Whatever can be read can be kept, and read again, as JSON."""
    read = read_judgments(data, "judgments")
    again = read_judgments(write_judgments(read, "json"), "judgments.json") if read else read
    assert Counter(again) == Counter(read)
    return read


# Valid files to begin with, and the reader.
READERS: dict[str, tuple[Sequence[bytes], Callable[[bytes], object]]] = {
    "judgments": ([write_judgments(judged(), name) for name in FORMATS], keep_judgments),
    "texts": (
        [TEXT],
        lambda data: read_corpus(("s.txt", data), {"A": ("A.txt", TEXT), "B": ("B.txt", data)}),
    ),
    "outputs": (
        [LINES],
        lambda data: read_corpus(("s.txt", LINES), {"A": ("A", data)}, ("documents", data)),
    ),
    "archives": ([archive()], lambda data: read_upload([("upload.zip", data)])),
    "gold": ([M2], lambda data: read_m2(data, "gold.m2")),
    "references": (
        [TEXT, LINES],
        lambda data: read_references([("one", data), ("two", data)], LINES.decode().splitlines()),
    ),
}


@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
def test_no_damaged_file_ends_in_a_foreign_exception(name: str, data: st.DataObject) -> None:
    files, read = READERS[name]
    given_to_it = data.draw(damaged(files))
    began = time.monotonic()
    try:
        read(given_to_it)
    except (FormatError, Refused) as refusal:
        assert str(refusal).strip()
    assert time.monotonic() - began < SLOWEST_SECONDS


@pytest.mark.parametrize("name", READERS)
def test_files_that_are_not_damaged_are_understood(name: str) -> None:
    files, read = READERS[name]
    for content in files:
        problems = getattr(read(content), "problems", ())
        assert not any(problem.fatal for problem in problems)
