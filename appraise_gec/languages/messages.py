"""Find the messages of the site in its sources: Python, templates and scripts."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from django.template import Engine, Template
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

# Arguments that hold: the message, its plural, its context. None where the function has no such argument.
FUNCTIONS: dict[str, tuple[int, int | None, int | None]] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), (0, None, None)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (0, 1, None)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), (1, None, 0)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), (1, 2, 0)),
    # Of packages that know no Django: appraise_gec/words.py.
    "words": (0, None, None),
    "words_for_count": (0, 1, None),
    "words_in": (1, None, 0),
}
# Before the name of a function: what only managers read, in a file that judges share.
MANAGERS_PREFIX = "managers_"
STRING = r'"((?:[^"\\]|\\.)*)"'
IN_SCRIPT = re.compile(rf"\bgettext\(\s*{STRING}|\bngettext\(\s*{STRING},\s*{STRING}")


@dataclass(frozen=True, slots=True)
class Message:
    """A message in English. `plural` and `context` are "" where it has none."""

    text: str
    plural: str = ""
    context: str = ""


def messages_in(files: Iterable[Path], folder: Path, *, prefix: str = "") -> dict[Message, list[str]]:
    """Every message in these files, with the files that hold it as paths below `folder`, in their order.

    With `prefix`, those of Python alone whose functions are called with it before their names.
    """
    found: dict[Message, list[str]] = {}
    for file in files:
        name = file.relative_to(folder).as_posix()
        for message in messages_of(file, prefix):
            places = found.setdefault(message, [])
            if name not in places:
                places.append(name)
    return found


def messages_of(file: Path, prefix: str = "") -> list[Message]:
    """The messages of one source, in their order."""
    source = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return list(_of_python(source, prefix))
    if prefix:
        return []
    return list(_of_script(source) if file.suffix == ".js" else _of_template(source))


def _of_python(source: str, prefix: str) -> Iterator[Message]:
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        if not isinstance(call.func, ast.Name) or not call.func.id.startswith(prefix):
            continue
        function = FUNCTIONS.get(call.func.id.removeprefix(prefix))
        if function is None:
            continue
        text, plural, context = ("" if place is None else _literal(call, place) for place in function)
        if text:
            yield Message(text, plural, context)


def _literal(call: ast.Call, place: int) -> str:
    argument = call.args[place] if place < len(call.args) else None
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else ""


def _of_template(source: str) -> Iterator[Message]:
    template = Template(source, engine=Engine.get_default())
    for node in cast("list[TranslateNode]", template.nodelist.get_nodes_by_type(TranslateNode)):
        # As the tag itself looks it up.
        text = str(node.filter_expression.var.literal).replace("%", "%%")
        yield Message(text, "", _context(node))
    for block in cast("list[BlockTranslateNode]", template.nodelist.get_nodes_by_type(BlockTranslateNode)):
        text, _ = block.render_token_list(block.singular)
        plural = block.render_token_list(block.plural)[0] if block.plural else ""
        yield Message(text, plural, _context(block))


def _context(node: TranslateNode | BlockTranslateNode) -> str:
    return str(node.message_context.var) if node.message_context else ""


def _of_script(source: str) -> Iterator[Message]:
    for alone, singular, plural in IN_SCRIPT.findall(source):
        yield Message(_unescaped(alone or singular), _unescaped(plural))


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)
