"""The page of everything public in the library, made from signatures and docstrings."""

import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from typing import Any

from docsite.cells import code, prose, table

# Modules whose `__all__` is for notebooks and scripts (docs/library.md, docs/api.md).
FRONT_DOORS = ("appraise_gec", "rankings.analysis", "appraise_gec.client")
SECTIONS = ("Args", "Attributes", "Returns", "Yields", "Raises")
LONGEST_LINE = 88
# One entry of a section: a name, or several, and what it is.
ENTRY = re.compile(r"^(?P<names>[\w*][\w*., ]*?): (?P<says>.*)$", flags=re.DOTALL)


def page() -> str:
    """The page in Markdown."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    yield "# All functions of the library\n"
    yield "What to begin with is in [As a Python library](library.md).\n"
    for module in map(importlib.import_module, FRONT_DOORS):
        yield f"## {module.__name__}\n"
        yield f"{prose(_first_paragraph(module))}\n"
        for name in sorted(module.__all__, key=str.lower):
            yield from described(name, getattr(module, name), "###")


def described(name: str, thing: Any, level: str) -> Iterator[str]:
    """A function, class or constant: signature, what it does, arguments, errors, and methods below it."""
    yield f"{level} {name}\n"
    documented = inspect.isclass(thing) or inspect.isroutine(thing)
    if documented:
        yield "\n".join(("```python", signature(name, thing), "```", ""))
        yield from documentation(inspect.getdoc(thing) or "")
    else:
        yield f"{prose(_kind(thing))}\n"
    if inspect.isclass(thing):
        for method, function in vars(thing).items():
            member = function.__func__ if isinstance(function, classmethod | staticmethod) else function
            if not method.startswith("_") and inspect.isfunction(member) and member.__doc__:
                yield from described(f"{name}.{method}", member, f"{level}#")


def signature(name: str, thing: Any) -> str:
    """As it is called, an argument to a line where one line would be long."""
    try:
        found = inspect.signature(thing)
    except ValueError:  # a class without an own way of being made
        return name
    parameters = [one for one in found.parameters.values() if one.name not in {"self", "cls"}]
    shown = found.replace(parameters=parameters)
    if inspect.isclass(thing):
        shown = shown.replace(return_annotation=inspect.Signature.empty)
    line = _short(f"{name}{shown}")
    if len(line) <= LONGEST_LINE:
        return line
    each = [_short(str(one)) for one in parameters]
    kinds = [one.kind for one in parameters]
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        each.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    end = _short(str(shown.replace(parameters=[]))).removeprefix("()")
    return "\n".join((f"{name}(", *(f"    {one}," for one in each), f"){end}"))


def _short(text: str) -> str:
    """Types without the modules that define them."""
    text = re.sub(r"\b(?:[a-z_]\w*\.)+(?=[A-Za-z])", "", text).replace("~", "")
    return re.sub(r"Optional\[(Literal\[[^]]*\])\]", r"\1 | None", re.sub(r"-> '(\w+)'", r"-> \1", text))


def documentation(docstring: str) -> Iterator[str]:
    """Paragraphs, and the sections of a docstring as tables."""
    for block in re.split(rf"\n(?=(?:{'|'.join(SECTIONS)}):\n)", docstring):
        title, _, rest = block.partition(":\n")
        if title not in SECTIONS:
            yield from _text(block)
        else:
            entries = list(_entries(textwrap.dedent(rest)))
            yield f"{title.replace('Args', 'Arguments')}:\n"
            if all(names for names, _ in entries):
                yield from table(("name", "meaning"), ((code(names), prose(says)) for names, says in entries))
            else:
                yield f"{prose(' '.join(rest.split()))}\n"


def _text(block: str) -> Iterator[str]:
    """Paragraphs of a docstring; what is indented is an example, what begins with a star a list."""
    for paragraph in re.split(r"\n\s*\n", block.strip()):
        lines = paragraph.splitlines()
        if all(line.startswith("    ") for line in lines):
            yield "\n".join(("```", *(line[4:] for line in lines), "```", ""))
        elif any(line.startswith("* ") for line in lines):
            yield "\n".join(prose(line).replace("\\* ", "* ", 1) for line in lines) + "\n"
        else:
            yield f"{prose(' '.join(paragraph.split()))}\n"


def _entries(section: str) -> Iterator[tuple[str, str]]:
    """Names with what they are; no names where the section is prose."""
    for part in re.split(r"\n(?=\S)", section.strip()):
        found = ENTRY.match(part)
        yield (found["names"], " ".join(found["says"].split())) if found else ("", part)


def _first_paragraph(module: Any) -> str:
    return " ".join((inspect.getdoc(module) or "").split("\n\n")[0].split())


def _kind(thing: Any) -> str:
    """What a constant is: its names, where it has some."""
    if isinstance(thing, dict):
        return f"A table of: {', '.join(code(str(name)) for name in thing)}."
    return f"A constant: {code(repr(thing))}."
