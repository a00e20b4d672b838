"""The page of all addresses of the API, made from its OpenAPI description."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import yaml

from docsite.cells import code, prose, table

METHODS = ("get", "post", "put", "patch", "delete")
Document = dict[str, Any]


def page(description: str) -> str:
    """The page in Markdown.

    Args:
        description: an OpenAPI 3 document in YAML.
    """
    return "\n".join(_page(yaml.safe_load(description))) + "\n"


def _page(document: Document) -> Iterator[str]:
    yield "# All addresses of the API\n"
    yield "How programs sign in, and examples of every kind of request, are in [The API](api.md).\n"
    errors = {_held(document, one["responses"].get("default", {})) for one in _operations(document)}
    (error,) = errors if len(errors) == 1 else ("",)
    if error:
        yield f"Every address answers errors in the same way: {error}\n"
    calls = [
        ((operation.get("tags") or ["other"])[0], address, method, operation)
        for address, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]
    for tag, group in groupby(sorted(calls, key=itemgetter(0)), key=itemgetter(0)):
        yield f"## {tag.capitalize()}\n"
        for _, address, method, operation in group:
            yield from _call(document, address, method, operation, error)
    yield "## What is sent and answered\n"
    for name, schema in sorted(document.get("components", {}).get("schemas", {}).items()):
        yield f"### {name}\n"
        yield from _schema(schema)


def _operations(document: Document) -> Iterator[Document]:
    for methods in document["paths"].values():
        yield from (operation for method, operation in methods.items() if method in METHODS)


def _call(document: Document, address: str, method: str, operation: Document, error: str) -> Iterator[str]:
    yield f"### {method.upper()} {code(address)}\n"
    said = operation.get("summary", "")
    if said:
        yield f"{prose(said)}.\n" if said[-1].isalnum() else f"{prose(said)}\n"
    parameters = (_resolved(document, one) for one in operation.get("parameters", ()))
    yield from table(
        ("parameter", "in", "meaning"),
        (
            (code(one["name"]), one["in"], _type(one.get("schema", {}), one.get("description", "")))
            for one in parameters
        ),
    )
    body = operation.get("requestBody", {}).get("content", {})
    for kind, media in body.items():
        yield f"Takes {code(kind)}: {_type(media.get('schema', {}))}\n"
    answers = [
        ("otherwise" if status == "default" else str(status), _held(document, answer))
        for status, answer in operation["responses"].items()
    ]
    yield from table(("answer", "holds"), (row for row in answers if row != ("otherwise", error)))


def _held(document: Document, answer: Document) -> str:
    """What an answer holds, for each media type."""
    found = _resolved(document, answer)
    held = [
        f"{code(kind)}: {_type(media.get('schema', {}))}" for kind, media in found.get("content", {}).items()
    ]
    return "; ".join(held) or prose(found.get("description", "")) or "nothing"


def _schema(schema: Document) -> Iterator[str]:
    if schema.get("description"):
        yield f"{prose(' '.join(schema['description'].split()))}\n"
    fields = schema.get("properties", {})
    if not fields:
        yield f"{_type({key: value for key, value in schema.items() if key != 'description'})}\n"
    required = set(schema.get("required", ()))
    yield from table(
        ("field", "required", "holds"),
        (
            (code(name), "yes" if name in required else "", _type(one, one.get("description", "")))
            for name, one in fields.items()
        ),
    )


def _type(schema: Document | bool, says: str = "") -> str:
    """What a value is, in words; names of schemas lead to their section."""
    return ". ".join(part for part in (_kind(schema), prose(" ".join(says.split()))) if part)


def _kind(schema: Document | bool) -> str:
    if isinstance(schema, bool) or not schema:
        return "anything"
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for choice, word in (("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")):
        if choice in schema:
            return word.join(dict.fromkeys(map(_kind, schema[choice])))
    if "enum" in schema:
        return "one of " + ", ".join(code(str(value)) for value in schema["enum"])
    if "const" in schema:
        return code(str(schema["const"]))
    kinds = schema.get("type", "anything")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    return " or ".join(_plain(schema, kind) for kind in kinds)


def _plain(schema: Document, kind: str) -> str:
    if kind == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    named = f"{kind} ({schema['format']})" if "format" in schema and kind != "null" else kind
    least, most = schema.get("minimum"), schema.get("maximum")
    bounds = [f"at least {least}"] if least is not None else []
    bounds += [f"at most {most}"] if most is not None else []
    return ", ".join([named, *bounds]) if kind in {"integer", "number"} else named


def _resolved(document: Document, thing: Document) -> Document:
    """What a reference names, or the thing itself."""
    if "$ref" not in thing:
        return thing
    found: Any = document
    for part in thing["$ref"].removeprefix("#/").split("/"):
        found = found[part]
    return dict(found)
