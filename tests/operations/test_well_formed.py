"""What no page can read is refused before it reaches one, and a form leads back to this site alone."""

import pytest
from django.test import Client
from rest_framework.exceptions import ParseError

from rankings.api.parsers import DEEPEST, StrictJSONParser


@pytest.mark.parametrize(
    ("address", "status"),
    [("/join/%00/", 404), ("/join/a%00b/", 404), ("/sign-in/?next=%00", 400), ("/api/v1/%00/", 404)],
)
def test_nul_in_an_address_is_refused(db: None, address: str, status: int):
    answer = Client(raise_request_exception=False).get(address)
    assert answer.status_code == status


@pytest.mark.parametrize("charset", ["utf-16", "latin-1", "utf-7"])
def test_texts_in_other_encodings_are_refused(db: None, charset: str):
    client = Client(raise_request_exception=False)
    answer = client.generic("GET", "/sign-in/?next=a", b"x", f"text/plain; charset={charset}")
    assert answer.status_code == 415
    assert client.generic("GET", "/sign-in/", b"x", 'text/plain; charset="UTF-8"').status_code == 200


def test_a_session_that_no_database_can_look_up_is_none(db: None):
    cookie = 'appraise_gec_session="' + "\\000" * 9 + '"'
    assert Client(raise_request_exception=False).get("/", HTTP_COOKIE=cookie).status_code == 200


def parse(body: bytes):
    from io import BytesIO

    return StrictJSONParser().parse(BytesIO(body))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"[" * 3000 + b"]" * 3000, "nested deeper"),
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "nested deeper"),
        (b'{"a":' * 3000 + b"1" + b"}" * 3000, "nested deeper"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b"[-Infinity]", "Infinity is not a number"),
        (b"[1e400]", "too large"),
        (b'["a\\u0000"]', "NUL"),
        (b'{"\\u0000": 1}', "NUL"),
        (b'["\\ud800"]', "surrogate"),
        (b"\xff", "utf-8"),
        (b"", "JSON parse error"),
        (b"9" * 5000, "JSON parse error"),
    ],
)
def test_json_that_cannot_be_kept_is_refused(body: bytes, said: str):
    with pytest.raises(ParseError, match=said):
        parse(body)


def test_json_as_deep_as_allowed_is_read():
    assert parse(b"[" * DEEPEST + b"]" * DEEPEST)
    assert parse('{"a": ["ä", 1.5, null, "\\ud83d\\ude00"]}'.encode()) == {"a": ["ä", 1.5, None, "😀"]}
