"""Requests over HTTP: signed in, with JSON or files, repeated where that can do no harm."""

import json
import mimetypes
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import IO, Any

from appraise_gec.client.errors import UnreachableError, error_of

Upload = Path | str | tuple[str, bytes]
"""A file by its path, or its name and content."""

PASSING = frozenset({429, 502, 503, 504})
LONGEST_WAIT = 60.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What the site answered: `document` is its JSON, None where there is none."""

    status: int
    headers: Message
    content: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.content) if self.content else None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect could lead the token elsewhere; the API has none for right addresses."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Transport:
    """Asks one site for one person.

    Args:
        site: where the site is, such as `https://example.org`.
        authorization: the header that says who asks.
        timeout: seconds that an answer may take.
        tries: how often a request is sent at most. Each POST has an Idempotency-Key, so that it counts once.
    """

    def __init__(self, site: str, authorization: str, *, timeout: float = 60.0, tries: int = 4) -> None:
        parts = urllib.parse.urlsplit(site)
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            raise ValueError(f"expected the address of a site, such as https://example.org, found {site!r}")
        self.site = f"{parts.scheme}://{parts.netloc}"
        self.root = f"{self.site}{parts.path.rstrip('/')}/api/v1/"
        self._authorization = authorization
        self._timeout = timeout
        self._tries = tries
        self._opener = urllib.request.build_opener(_NoRedirects)

    def ask(
        self,
        method: str,
        address: str,
        document: Any = None,
        *,
        query: Mapping[str, Any] | None = None,
        fields: Mapping[str, Any] | None = None,
        files: Sequence[tuple[str, Upload]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send one request, and wait for its answer.

        Args:
            method: of HTTP.
            address: below `/api/v1/`, or a whole address that the site has given.
            document: to be sent as JSON.
            query: what follows the question mark; None is left out.
            fields, files: of a form, which is sent instead of JSON.
            headers: further ones.

        Raises:
            ApiError: the site refused.
            UnreachableError: it did not answer.
        """
        url = self._url(address, query)
        sent = {
            "Authorization": self._authorization,
            "Accept": "application/json, */*;q=0.5",
            **(headers or {}),
        }
        body = None
        if fields is not None or files:
            body, sent["Content-Type"] = _form(fields or {}, files)
        elif document is not None:
            body, sent["Content-Type"] = json.dumps(document).encode(), "application/json"
        if method == "POST":
            sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
        for number in range(1, self._tries + 1):
            request = urllib.request.Request(url, data=body, headers=sent, method=method)  # noqa: S310
            try:
                return self._send(request)
            except _Refused as refused:
                wait = refused.retry_after if refused.retry_after is not None else 0.5 * 2**number
                if refused.status not in PASSING or number == self._tries or wait > LONGEST_WAIT:
                    raise error_of(refused.status, refused.problem, refused.retry_after) from None
            except OSError as error:
                wait = 0.5 * 2**number
                if number == self._tries or method not in {"GET", "HEAD", "POST"}:
                    raise UnreachableError(f"{self.site} does not answer: {error}") from error
            time.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def pages(self, address: str, query: Mapping[str, Any] | None = None) -> Iterator[Any]:
        """The rows of a list, page by page."""
        document = self.ask("GET", address, query=query).document
        while True:
            yield from document["results"]
            if document["next"] is None:
                return
            document = self.ask("GET", document["next"]).document

    def _url(self, address: str, query: Mapping[str, Any] | None) -> str:
        url = urllib.parse.urljoin(self.root, address)
        # The token goes to its own site alone.
        if not url.startswith(f"{self.site}/"):
            raise ValueError(f"{address} is not an address of {self.site}")
        told = {name: value for name, value in (query or {}).items() if value is not None}
        return f"{url}?{urllib.parse.urlencode(told)}" if told else url

    def _send(self, request: urllib.request.Request) -> Answer:
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            with error:
                raise _Refused(error) from None


class _Refused(Exception):  # noqa: N818 - caught in this module
    def __init__(self, error: urllib.error.HTTPError) -> None:
        self.status = error.code
        content = error.read()
        try:
            found = json.loads(content)
        except ValueError:
            found = None
        usual = {"title": str(error.reason), "detail": content[:200].decode("utf-8", "replace")}
        self.problem: dict[str, Any] = found if isinstance(found, dict) else usual
        told = error.headers.get("Retry-After", "")
        self.retry_after = float(told) if told.isdecimal() else None
        super().__init__(self.status)


def _form(fields: Mapping[str, Any], files: Sequence[tuple[str, Upload]]) -> tuple[bytes, str]:
    """A form with files as the body of a request, and its content type."""
    border = uuid.uuid4().hex
    pieces: list[bytes] = []
    for name, value in fields.items():
        text = {True: "true", False: "false"}.get(value, value) if isinstance(value, bool) else value
        pieces.append(_piece(border, name, str(text).encode()))
    for name, upload in files:
        file_name, content = (
            upload if isinstance(upload, tuple) else (Path(upload).name, Path(upload).read_bytes())
        )
        pieces.append(_piece(border, name, content, file_name))
    pieces.append(f"--{border}--\r\n".encode())
    return b"".join(pieces), f"multipart/form-data; boundary={border}"


def _piece(border: str, name: str, content: bytes, file_name: str = "") -> bytes:
    head = f'--{border}\r\nContent-Disposition: form-data; name="{_quoted(name)}"'
    if file_name:
        kind = mimetypes.guess_type(file_name)[0] or "application/octet-stream"
        head += f'; filename="{_quoted(file_name)}"\r\nContent-Type: {kind}'
    return f"{head}\r\n\r\n".encode() + content + b"\r\n"


def _quoted(text: str) -> str:
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def save(content: bytes, target: Path | str | IO[bytes]) -> None:
    """Write a download to a path or an open file."""
    if isinstance(target, Path | str):
        Path(target).write_bytes(content)
    else:
        target.write(content)
