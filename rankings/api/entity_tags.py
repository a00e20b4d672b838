"""Entity tags: a program asks again at no cost, and does not overwrite what it has not seen."""

import hashlib
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import parse_etags
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from rankings.api.problems import Changed


def tag_of(content: bytes) -> str:
    """The strong tag of an answer: as long as no byte changes."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def tag_of_document(document: Any) -> str:
    """The tag that the answer with this document has."""
    return tag_of(JSONRenderer().render(document))


def add_tag(request: Request, response: Response) -> None:
    """Give a rendered answer its tag; to a program that has it already, 304 goes instead."""
    known = request._request

    def with_tag(rendered: Response) -> HttpResponse:
        tag = tag_of(rendered.content)
        rendered["ETag"] = tag
        answer = get_conditional_response(known, etag=tag, response=rendered)
        return answer if answer is not None else rendered

    response.add_post_render_callback(with_tag)


def tagged(request: Request, response: HttpResponseBase, tag: str) -> HttpResponseBase:
    """The answer with its tag, or 304 for a program that has it already."""
    response["ETag"] = tag
    answer: HttpResponseBase | None = get_conditional_response(request._request, etag=tag, response=response)  # type: ignore[arg-type]
    return response if answer is None else answer


def refuse_when_changed(request: Request, document: Any) -> None:
    """Raise `Changed` where the request is meant for another state than `document`, by If-Match."""
    wanted = parse_etags(request.headers.get("If-Match", ""))
    if wanted and wanted != ["*"] and tag_of_document(document) not in wanted:
        raise Changed
