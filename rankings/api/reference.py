"""The description of the API as pages show it: calls by group, with their fields in tables."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Schema = Mapping[str, Any]

METHODS = ("get", "post", "patch", "put", "delete")
PREFIX = "/api/v1/"
NO_GROUP = {"root", "openapi.yaml"}
DEEPEST = 4


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a document. Fields of fields have dots in their names, those of the rows of a list `[]`."""

    name: str
    kind: str
    is_required: bool
    about: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call answers: status, content type, and the fields of its document."""

    status: str
    content_type: str
    about: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A method of an address."""

    anchor: str
    method: str
    path: str
    summary: str
    is_for_judges: bool
    parameters: tuple[Field, ...]
    sends: str
    fields: tuple[Field, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Calls about one subject."""

    key: str
    title: str
    calls: list[Call] = field(default_factory=list)


def groups_of(document: Mapping[str, Any]) -> dict[str, Group]:
    """The calls of an OpenAPI document by group: those about all campaigns first, then by name."""
    found: dict[str, Group] = {}
    schemas = document.get("components", {}).get("schemas", {})
    for path, operations in document["paths"].items():
        for method in METHODS:
            if method not in operations:
                continue
            tag = operations[method]["tags"][0]
            key = "start" if tag in NO_GROUP else tag
            group = found.setdefault(key, Group(key, key.replace("-", " ").capitalize()))
            group.calls.append(_call(path, method, operations[method], schemas))
    first = ("start", "campaigns", "uploads")
    order = sorted(found, key=lambda key: (first.index(key) if key in first else len(first), key))
    return {key: found[key] for key in order}


def _call(path: str, method: str, operation: Schema, schemas: Schema) -> Call:
    sends = ""
    fields: tuple[Field, ...] = ()
    for sends, content in operation.get("requestBody", {}).get("content", {}).items():  # noqa: B007
        fields = tuple(_fields(content.get("schema", {}), schemas))
        break
    answers = []
    for status, response in operation["responses"].items():
        if status == "default":
            continue  # problem details, everywhere the same
        contents = response.get("content", {}) or {"": {}}
        for content_type, content in contents.items():
            rows = tuple(_fields(content.get("schema", {}), schemas))
            answers.append(Answer(status, content_type, response.get("description", ""), rows))
    parameters = tuple(
        Field(one["name"], _kind(one["schema"], schemas), one.get("required", False), _about(one))
        for one in operation.get("parameters", ())
        if one["in"] != "path"
    )
    return Call(
        anchor=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        is_for_judges=any("personalLink" in one for one in operation.get("security", ())),
        parameters=parameters,
        sends=sends,
        fields=fields,
        answers=tuple(sorted(answers, key=lambda one: (one.status, one.content_type))),
    )


def _fields(schema: Schema, schemas: Schema, before: str = "", depth: int = 0) -> Iterator[Field]:
    """The fields of an object, or of the objects of a list, with those inside them."""
    schema = _resolved(schema, schemas)
    if schema.get("type") == "array":
        yield from _fields(schema.get("items", {}), schemas, f"{before}[]", depth)
        return
    required = set(schema.get("required", ()))
    for name, described in schema.get("properties", {}).items():
        full = f"{before}.{name}" if before else name
        yield Field(full, _kind(described, schemas), name in required, _about(described))
        if depth < DEEPEST:
            yield from _fields(described, schemas, full, depth + 1)


def _resolved(schema: Schema, schemas: Schema) -> Schema:
    """The schema behind references, and the one that is meant where null is the other choice."""
    while True:
        if "$ref" in schema:
            schema = schemas[schema["$ref"].rpartition("/")[2]]
            continue
        several = schema.get("allOf") or schema.get("oneOf") or schema.get("anyOf")
        if not several:
            return schema
        meant = [one for one in several if one.get("type") != "null"]
        if len(meant) != 1:
            return schema
        schema = meant[0]


def _kind(schema: Schema, schemas: Schema) -> str:
    """What a value may be, in words."""
    whole = _resolved(schema, schemas)
    types = whole.get("type", "any value")
    types = [types] if isinstance(types, str) else list(types)
    may_be_null = "null" in types or any(
        one.get("type") == "null" for one in schema.get("oneOf", ()) or schema.get("anyOf", ())
    )
    words = " or ".join(one for one in types if one != "null")
    values = list(whole.get("enum", ()))
    for one in () if values else whole.get("oneOf", ()):
        values += _resolved(one, schemas).get("enum", ())
    if values:
        words = "one of " + ", ".join('""' if one == "" else str(one) for one in values if one is not None)
    elif words == "array":
        words = f"list of: {_kind(whole.get('items', {}), schemas)}"
    elif "format" in whole and words == "string":
        words = f"string ({whole['format']})"
    words += _bounds(whole)
    return f"{words}, or null" if may_be_null else words


def _bounds(schema: Schema) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    told = []
    if least is not None and most is not None:
        told.append(f"{least} to {most}")
    elif least is not None:
        told.append(f"at least {least}")
    elif most is not None:
        told.append(f"at most {most}")
    if "maxLength" in schema:
        told.append(f"at most {schema['maxLength']} characters")
    if "default" in schema:
        told.append(f"default {json.dumps(schema['default'])}")
    return f"; {'; '.join(told)}" if told else ""


def _about(schema: Schema) -> str:
    title, description = schema.get("title", ""), schema.get("description", "")
    return ". ".join(part.rstrip(".") for part in (title, description) if part)
