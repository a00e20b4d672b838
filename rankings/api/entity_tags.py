"""Entity tags: a program asks again at no cost, and does not overwrite what it has not seen."""

import hashlib
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import parse_etags
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from appraise_gec.problems import problem_answer
from rankings.api.problems import Changed

_Answer = TypeVar("_Answer", bound=HttpResponseBase)
OTHERWISE = "What is here has another tag than If-Match asks for. Leave that header out to read it."


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
        return _unless_known(known, rendered, tag)

    response.add_post_render_callback(with_tag)


def tagged(request: Request, response: HttpResponseBase, tag: str) -> HttpResponseBase:
    """The answer with its tag, or 304 for a program that has it already."""
    response["ETag"] = tag
    return _unless_known(request._request, response, tag)


def _unless_known(request: HttpRequest, response: _Answer, tag: str) -> _Answer | HttpResponse:
    """304 for a program that has the answer already, and a problem where it asked for another state (412)."""
    answer: HttpResponse | None = get_conditional_response(request, etag=tag, response=response)  # type: ignore[arg-type]
    if answer is None:
        return response
    if answer.status_code == Changed.status_code:
        return problem_answer(Changed.status_code, OTHERWISE)
    return answer


def refuse_when_changed(request: Request, document: Any) -> None:
    """Raise `Changed` where the request is meant for another state than `document`, by If-Match."""
    wanted = parse_etags(request.headers.get("If-Match", ""))
    if wanted and wanted != ["*"] and tag_of_document(document) not in wanted:
        raise Changed
