"""Valid files that are damaged, for readers that must refuse them in words."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

MOST_DAMAGES = 6
HOSTILE = (
    *(b"", b"\x00", b"\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\n\n\n", b"\t", b"\x1a"),
    *(b'"', b"'", b",", b";", b"|", b"|||", b"<", b">", b"&", b"]]>", b"{", b"}", b"[", b"]", b":", b"="),
    *(
        b"-1",
        b"0",
        b"1e400",
        b"NaN",
        b"Infinity",
        b"9" * 30,
        b"0.1",
        b"1_000",
        b" 1",
        b"+1",
        b"true",
        b"null",
    ),
    *(text.encode() for text in ("²", "٣", "\u2028", "\u202e", "e\u0301", "😀", "[a→b|False]", "|True]")),
    *(b"\xed\xa0\x80", b"\\ud800", b"\\u0000", b"&#0;", b"&#x110000;", b"&a;", b"<![CDATA[", b"<?x?>"),
    *(b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"=1+1", b"@x", b"INPUT", b"[EMPTY]", b"S "),
    *(b"A 0 1|||X|||y|||REQUIRED|||-NONE-|||0", b"x" * 2000, b"[" * 500, b'{"a":' * 200, b"<a>" * 200),
)
ENCODINGS = ("utf-16", "utf-16-le", "latin-1", "utf-8-sig", "utf-32")


@st.composite
def damaged(draw: Any, files: Sequence[bytes]) -> bytes:
    """One of the files: bytes overwritten, inserted, doubled, cut off, or encoded otherwise."""
    data: bytes = draw(st.sampled_from(files))
    for _ in range(draw(st.integers(0, MOST_DAMAGES))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from((0, 1, 2, 5, 20, 100))))
        piece = draw(st.sampled_from((*HOSTILE, data[start:end] * 2)) | st.binary(max_size=2))
        rest = b"" if draw(st.integers(0, 9)) == 0 else data[end:]
        data = data[:start] + piece + rest
    if draw(st.integers(0, 19)) == 0:
        data = data.decode("utf-8", "replace").encode(draw(st.sampled_from(ENCODINGS)), "replace")
    return data
