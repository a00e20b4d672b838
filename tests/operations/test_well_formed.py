"""What no page can read is refused before it reaches one, and a form leads back to this site alone."""

from collections.abc import Callable

import pytest
from django.test import Client, RequestFactory
from rest_framework.exceptions import ParseError

from appraise_gec.redirects import safe_next
from rankings.api.parsers import DEEPEST, StrictJSONParser
from rankings.corpus.forms import NewCampaignForm


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


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("/judge/essays/", "/judge/essays/"),
        ("/judge/?a=b#c", "/judge/?a=b#c"),
        ("http://testserver/judge/", "http://testserver/judge/"),
        ("NaN", None),
        ("home", None),
        ("jobs:status", None),
        ("", None),
        ("judge/", None),
        ("?page=2", None),
        ("//evil.example/", None),
        ("https://evil.example/", None),
        ("javascript:alert(1)", None),
        ("//[", None),
        ("/" + "x" * 3000, None),
    ],
)
def test_a_form_leads_back_to_a_path_of_this_site_alone(told: str, expected: str | None):
    assert safe_next(RequestFactory().post("/", {"next": told})) == expected
    assert safe_next(RequestFactory().get("/", {"next": told})) == expected


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


@pytest.mark.parametrize("charset", ["hex", "rot13", "undefined", "idna", "no-such-thing"])
def test_a_codec_that_is_no_encoding_of_text_is_refused_by_the_server(db: None, charset: str):
    """Asked of the WSGI application: the client of tests makes its requests in another way."""
    from appraise_gec.wsgi import application

    kind = f"text/plain; charset={charset}"
    environ = RequestFactory().get("/sign-in/?next=a").environ
    answered: list[str] = []

    def start_response(status: str, headers: object, exc_info: object = None) -> Callable[[bytes], object]:
        answered.append(status)
        return len

    application(environ | {"CONTENT_TYPE": kind}, start_response)
    assert answered[0].startswith("415")


@pytest.mark.parametrize("field", ["source", "outputs", "documents_file"])
def test_a_form_of_files_has_nothing_to_clear(field: str):
    form = NewCampaignForm({f"{field}-clear": "on"}, {}, kept={"source", "output"})
    form.is_valid()
    assert not form.cleaned_data.get(field)
    assert form.cleaned_data.get(field) is not False
    assert all(value is not False for value in form.cleaned_data.get(field) or [])
