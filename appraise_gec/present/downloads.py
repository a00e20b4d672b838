"""Files that leave the site: to be kept, or drawings to be shown in a page."""

from collections.abc import Iterable
from typing import TypeVar

from django.http import HttpResponse, StreamingHttpResponse
from django.utils.http import content_disposition_header

from appraise_gec.present.files import CONTENT_TYPES, TABLE_FILES
from appraise_gec.present.table import Table

# A drawing needs its own inline styles when somebody opens it by itself; it may do nothing else.
FIGURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
Response = TypeVar("Response", HttpResponse, StreamingHttpResponse)


def download(content: bytes, content_type: str, name: str, *, attached: bool = True) -> HttpResponse:
    """A file to keep, or with `attached=False` to be shown, under this name when it is kept."""
    return _named(HttpResponse(content, content_type=content_type), name, attached=attached)


def streamed_download(pieces: Iterable[bytes], content_type: str, name: str) -> StreamingHttpResponse:
    """A file to keep that is too long to be held in memory."""
    return _named(StreamingHttpResponse(pieces, content_type=content_type), name, attached=True)


def table_file(table: Table, name: str, extension: str) -> HttpResponse:
    """A table as a file of one of `TABLE_FILES`."""
    _, write = TABLE_FILES[extension]
    return download(write(table), CONTENT_TYPES[extension], f"{name}.{extension}")


def _named(response: Response, name: str, *, attached: bool) -> Response:
    response["Content-Disposition"] = content_disposition_header(attached, name) or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    return response
