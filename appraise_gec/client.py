"""A client of the API, for programs that run campaigns and for those that judge.

Addresses and documents are those of the API (docs/api.md). Needs nothing but Python's own library.
"""

import json
import mimetypes
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

Upload = Path | str | tuple[str, bytes]
"""A file by its path, or its name and content."""

PASSING = frozenset({429, 502, 503, 504})
NOT_DONE = frozenset({429, 503})
WORKING = frozenset({"queued", "running", "reading", "storing", "being-made"})
LONGEST_WAIT = 60.0


class UnreachableError(Exception):
    """The site did not answer, or not as an API does."""


class WorkFailedError(Exception):
    """A job of the site failed, or is not done after the time that the program gave it."""


class ApiError(Exception):
    """The site refused a request.

    Attributes:
        status: of the answer; 404 where there is nothing that this person may see, 409 where a rule does not
            allow it, 422 where a file cannot be used.
        problem: what the site sent (RFC 9457): `type`, `title`, `detail`; `errors` by field, `reasons` in
            sentences, `problems` of files with file and line.
        retry_after: seconds until another try makes sense; None where the site does not say.
    """

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None) -> None:
        self.status = status
        self.problem = problem
        self.retry_after = retry_after
        fields = "; ".join(f"{name}: {reasons}" for name, reasons in problem.get("errors", {}).items())
        files = "; ".join(f"{one['file']}: {one['message']}" for one in problem.get("problems", ()))
        super().__init__(f"{status} {problem.get('title')}: {fields or files or problem.get('detail')}")


class Client:
    """Asks one site for one person.

    Args:
        site: where the site is, such as `https://example.org`.
        token: of the person's account page; what it may do is its scope.
        timeout: seconds that an answer may take.
        tries: how often a request is sent at most; a POST only where the site says that it has not been done.
    """

    def __init__(self, site: str, token: str, *, timeout: float = 60.0, tries: int = 4) -> None:
        parts = urllib.parse.urlsplit(site)
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            raise ValueError(f"expected the address of a site, such as https://example.org, found {site!r}")
        self.site = f"{parts.scheme}://{parts.netloc}"
        self.root = f"{self.site}{parts.path.rstrip('/')}/api/v1/"
        self._authorization = f"Bearer {token}"
        self._timeout = timeout
        self._tries = tries
        self._opener = urllib.request.build_opener(_NoRedirects)

    def get(self, address: str, **query: Any) -> Any:
        """A document by its address: below `/api/v1/`, or a whole one that the site has given."""
        return _document(self._ask("GET", address, query=query))

    def pages(self, address: str, **query: Any) -> Iterator[Any]:
        """The rows of a list, from as many pages as there are."""
        document = self.get(address, **query)
        while True:
            yield from document["results"]
            if document["next"] is None:
                return
            document = self.get(document["next"])

    def post(self, address: str, document: Any = None) -> Any:
        """Send a document; what the site answers."""
        return _document(self._ask("POST", address, {} if document is None else document))

    def patch(self, address: str, document: Any) -> Any:
        """Change fields of a document."""
        return _document(self._ask("PATCH", address, document))

    def delete(self, address: str, **query: Any) -> None:
        """Delete what is at an address."""
        self._ask("DELETE", address, query=query)

    def upload(self, address: str, files: Sequence[tuple[str, Upload]], **fields: Any) -> Any:
        """Send a form with files, each under the name of its field; what the site answers."""
        return _document(self._ask("POST", address, form=_form(fields, files)))

    def download(self, address: str, target: Path | str, **query: Any) -> None:
        """Save a file of the site."""
        Path(target).write_bytes(self._ask("GET", address, query=query))

    def wait(self, document: Any, *, patience: float = 3600.0, every: float = 1.0) -> Any:
        """Ask for a document until the site no longer works on it, by its `url`; the document then.

        Raises:
            WorkFailedError: the work failed or was cancelled, or takes more than `patience` seconds.
        """
        until = time.monotonic() + patience
        while document["state"] in WORKING:
            if time.monotonic() > until:
                raise WorkFailedError(f"After {patience:.0f} s {document['url']} is not done.")
            time.sleep(every)
            document = self.get(document["url"])
        if document["state"] in {"failed", "cancelled"}:
            raise WorkFailedError(document.get("error") or f"The work is {document['state']}.")
        return document

    def create_campaign(self, title: str, source: Upload, outputs: Sequence[Upload], **details: Any) -> Any:
        """Make a campaign of a source file and one output file per system; the campaign's document.

        Args:
            title: of the campaign.
            source: UTF-8 text, one sentence per line.
            outputs: files of as many lines; a file's name is its system's.
            **details: further fields of the form, as `slug`, `documents` or `language`.

        Raises:
            ApiError: with status 422 where something is wrong with the files. Nothing was created.
            WorkFailedError: a worker could not make it.
        """
        files = [("source", source), *(("outputs", output) for output in outputs)]
        read = self.wait(self.upload("uploads/", files, kind="campaign", title=title, **details))
        if read["state"] == "unusable":
            self.delete(read["url"])
            fatal = [problem for problem in read["problems"] if problem["fatal"]]
            problem = {"title": "Files cannot be used", "errors": read["errors"], "problems": fatal}
            raise ApiError(422, problem, None)
        return self.get(self.wait(self.post(read["url"]))["campaign_url"])

    def items(self, campaign: str) -> Iterator[Any]:
        """For a judge: one item after the other; rank, flag or postpone it before you ask for the next.

        POST to its `url`: `{"ranks": [1, 2, 2]}`, `{"flag_reason": "broken"}` or `{"later": true}`.
        """
        while (item := self.post(f"judging/{campaign}/")["item"]) is not None:
            yield item

    def _ask(
        self,
        method: str,
        address: str,
        document: Any = None,
        *,
        query: Mapping[str, Any] | None = None,
        form: tuple[bytes, str] | None = None,
    ) -> bytes:
        """Send a request, again where that can do no harm, and wait for its answer."""
        url = self._url(address, query)
        sent = {"Authorization": self._authorization, "Accept": "application/json, */*;q=0.5"}
        body = None
        if form is not None:
            body, sent["Content-Type"] = form
        elif document is not None:
            body, sent["Content-Type"] = json.dumps(document).encode(), "application/json"
        for number in range(1, self._tries + 1):
            request = urllib.request.Request(url, data=body, headers=sent, method=method)  # noqa: S310
            try:
                return self._send(request)
            except ApiError as refused:
                wait = refused.retry_after if refused.retry_after is not None else 0.5 * 2**number
                if (
                    refused.status not in (PASSING if method == "GET" else NOT_DONE)
                    or number == self._tries
                    or wait > LONGEST_WAIT
                ):
                    raise
            except OSError as error:
                wait = 0.5 * 2**number
                if number == self._tries or method != "GET":
                    raise UnreachableError(f"{self.site} does not answer: {error}") from error
            time.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _url(self, address: str, query: Mapping[str, Any] | None) -> str:
        url = urllib.parse.urljoin(self.root, address)
        # The token goes to its own site alone.
        if not url.startswith(f"{self.site}/"):
            raise ValueError(f"{address} is not an address of {self.site}")
        told = {name: value for name, value in (query or {}).items() if value is not None}
        return f"{url}?{urllib.parse.urlencode(told)}" if told else url

    def _send(self, request: urllib.request.Request) -> bytes:
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                content = error.read()
            try:
                found = json.loads(content)
            except ValueError:
                found = None
            usual = {"title": str(error.reason), "detail": content[:200].decode("utf-8", "replace")}
            told = error.headers.get("Retry-After", "")
            retry_after = float(told) if told.isdecimal() else None
            raise ApiError(error.code, found if isinstance(found, dict) else usual, retry_after) from None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect could lead the token elsewhere; the API has none for right addresses."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def _document(content: bytes) -> Any:
    return json.loads(content) if content else None


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
