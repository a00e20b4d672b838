"""The description of the API: the OpenAPI document, as the repository keeps it, and the page made of it."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from rest_framework.request import Request

from rankings.api.base import ApiView
from rankings.api.documents import ANY, documented

KEPT_AT = Path("docs") / "openapi.yaml"
DEEPEST = 3
Schema = Mapping[str, Any]


@cache
def current_document() -> dict[str, Any]:
    """What describes the views as they are, in English whoever asks first."""
    generator: Any = SchemaGenerator  # drf-spectacular has types for its users, not for itself
    with override("en"):
        described = generator().get_schema(request=None, public=True)
        # Titles of fields would otherwise be said in the language of whoever reads them first.
        document: dict[str, Any] = json.loads(json.dumps(described, default=str))
    return document


@cache
def current_schema() -> bytes:
    """The same as the file that the repository keeps."""
    renderer: Any = OpenApiYamlRenderer
    document: bytes = renderer().render(current_document(), renderer_context={})
    return document


class OpenApi(ApiView):
    """The description of this API for programs (OpenAPI 3.1)."""

    gives_file = True

    authentication_classes: list[Any] = []
    permission_classes: list[Any] = []
    throttle_classes: list[Any] = []

    @documented("This document", ANY, media_types=("application/yaml",))
    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(current_schema(), content_type="application/yaml; charset=utf-8")


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """All calls by group, with what they take and answer; for anybody, as it says no more than the source."""
    return render(request, "api/reference.html", {"groups": _groups()})


@cache
def _groups() -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, operations in current_document()["paths"].items():
        for method, operation in operations.items():
            call = {
                "id": operation["operationId"],
                "method": method.upper(),
                "path": path,
                "summary": operation.get("summary", ""),
                "parameters": [
                    (one["name"], _kind(one["schema"]), one.get("description", ""))
                    for one in operation.get("parameters", ())
                    if one["in"] != "path"
                ],
                "sends": list(_fields(_content(operation.get("requestBody", {})))),
                "answers": [
                    (status, list(_fields(_content(answer))))
                    for status, answer in operation["responses"].items()
                    if status != "default"  # problem details, everywhere the same
                ],
            }
            title = operation["tags"][0].replace("-", " ").capitalize()
            groups.setdefault(title, []).append(call)
    return dict(sorted(groups.items()))


def _content(described: Schema) -> Schema:
    """The schema of what is sent or answered; of several content types the first one's."""
    contents: list[Schema] = [*described.get("content", {}).values(), {}]
    found: Schema = contents[0].get("schema", {})
    return found


def _fields(schema: Schema, before: str = "", depth: int = 0) -> Iterator[tuple[str, str, str]]:
    """Name, kind and meaning of the fields of an object, or of the objects of a list, with those inside."""
    schema = _meant(schema)
    if schema.get("type") == "array":
        yield from _fields(schema.get("items", {}), f"{before}[]", depth)
    for name, described in schema.get("properties", {}).items():
        full = f"{before}.{name}" if before else name
        about = ". ".join(filter(None, (described.get("title", ""), described.get("description", ""))))
        needed = "required: " if name in schema.get("required", ()) and depth == 0 else ""
        yield full, needed + _kind(described), about
        if depth < DEEPEST:
            yield from _fields(described, full, depth + 1)


def _meant(schema: Schema) -> Schema:
    """The schema behind references, and the one that is meant where null is the other choice."""
    while True:
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            schema = current_document()["components"]["schemas"][name]
            continue
        several = schema.get("allOf") or schema.get("oneOf") or schema.get("anyOf") or ()
        meant = [one for one in several if one.get("type") != "null"]
        if len(meant) != 1:
            return schema
        schema = meant[0]


def _kind(schema: Schema) -> str:
    """What a value may be, in words."""
    whole = _meant(schema)
    types = whole.get("type", "any value")
    words = types if isinstance(types, str) else " or ".join(types)
    if "enum" in whole:
        words = "one of " + ", ".join(json.dumps(one) for one in whole["enum"])
    elif words == "array":
        words = f"list of {_kind(whole.get('items', {}))}"
    limits = {"minimum": "from", "maximum": "to", "maxLength": "characters at most", "default": "default"}
    told = [f"{said} {json.dumps(whole[name])}" for name, said in limits.items() if name in whole]
    return "; ".join([words, *told])
