"""Catalogs of translations as files: .po for people, .mo for Django, modules for scripts.

Written here rather than by the gettext programs, which not every machine has; the formats are theirs
(GNU gettext manual, "The Format of PO Files" and "The Format of GNU MO Files").
"""

import ast
import json
import re
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from appraise_gec.languages.messages import Message

MAGIC = 0x950412DE
CONTEXT_END, FORM_END = "\x04", "\x00"
FORMS = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+);")


@dataclass(slots=True)
class Catalog:
    """The translations of one language: a form for each message, or one per plural form.

    `plural_rule` is the value of the header "Plural-Forms"; `fuzzy` are messages whose translation somebody
    has marked as unsure.
    """

    plural_rule: str
    entries: dict[Message, tuple[str, ...]] = field(default_factory=dict)
    fuzzy: set[Message] = field(default_factory=set)

    @property
    def forms(self) -> int:
        """How many plural forms the language has."""
        found = FORMS.search(self.plural_rule)
        if found is None:
            raise ValueError(f"no plural rule: {self.plural_rule}")
        return int(found[1])


def read_po(text: str) -> Catalog:
    """Read a .po file. Raises ValueError, with the line, for what is none."""
    entries: dict[Message, tuple[str, ...]] = {}
    fuzzy: set[Message] = set()
    rule = ""
    for block, line in _blocks(text):
        parts, is_fuzzy = _parts(block, line)
        if "msgid" not in parts:
            continue
        translated = tuple(parts[name] for name in sorted(parts) if name.startswith("msgstr"))
        if not parts["msgid"]:
            header = dict(row.split(": ", 1) for row in translated[0].splitlines() if ": " in row)
            rule = header.get("Plural-Forms", "")
            continue
        message = Message(parts["msgid"], parts.get("msgid_plural", ""), parts.get("msgctxt", ""))
        entries[message] = translated
        if is_fuzzy:
            fuzzy.add(message)
    return Catalog(rule, entries, fuzzy)


def write_po(catalog: Catalog, language: str, places: Mapping[Message, Iterable[str]]) -> str:
    """The .po file, with the sources of each message above it."""
    header = "".join(
        f"{name}: {value}\n"
        for name, value in (
            ("Project-Id-Version", "Appraise GEC"),
            ("Language", language),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=UTF-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", catalog.plural_rule),
        )
    )
    blocks = ['msgid ""\nmsgstr ""\n' + "\n".join(_quoted(row) for row in header.splitlines(keepends=True))]
    for message, translated in catalog.entries.items():
        rows = [f"#: {place}" for place in places.get(message, ())]
        if message in catalog.fuzzy:
            rows.append("#, fuzzy")
        if message.context:
            rows.append(f"msgctxt {_quoted(message.context)}")
        rows.append(f"msgid {_quoted(message.text)}")
        if message.plural:
            rows.append(f"msgid_plural {_quoted(message.plural)}")
            rows += [f"msgstr[{number}] {_quoted(form)}" for number, form in enumerate(translated)]
        else:
            rows.append(f"msgstr {_quoted(translated[0])}")
        blocks.append("\n".join(rows))
    return "\n\n".join(blocks) + "\n"


def write_mo(catalog: Catalog) -> bytes:
    """The .mo file, which Django reads: complete translations that nobody has marked as unsure."""
    texts = {"": f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {catalog.plural_rule}\n"}
    for message, translated in catalog.entries.items():
        if not all(translated) or message in catalog.fuzzy:
            continue
        name = f"{message.context}{CONTEXT_END}" if message.context else ""
        name += f"{message.text}{FORM_END}{message.plural}" if message.plural else message.text
        texts[name] = FORM_END.join(translated)
    pairs = sorted((name.encode(), text.encode()) for name, text in texts.items())
    start = 28 + 16 * len(pairs)
    index, data = [], b""
    for column in (0, 1):
        for pair in pairs:
            index += [len(pair[column]), start + len(data)]
            data += pair[column] + b"\0"
    head = struct.pack("<7I", MAGIC, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, start)
    return head + struct.pack(f"<{len(index)}I", *index) + data


def write_script(catalog: Catalog, wanted: Iterable[Message]) -> str:
    """A module that gives the scripts their words (static/js/language.js)."""
    words: dict[str, str | tuple[str, ...]] = {}
    for message in wanted:
        translated = catalog.entries.get(message, ())
        if translated and all(translated) and message not in catalog.fuzzy:
            words[message.text] = translated if message.plural else translated[0]
    rows = "".join(f"  {_json(text)}: {_json(form)},\n" for text, form in words.items())
    found = FORMS.search(catalog.plural_rule)
    if found is None:
        raise ValueError(f"no plural rule: {catalog.plural_rule}")
    return (
        "// Made from the catalog of this language by `manage.py translations`.\n"
        'import { useCatalog } from "../language.js";\n\n'
        f"useCatalog({{\n{rows}}}, (n) => {found[2].strip()});\n"
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _quoted(text: str) -> str:
    for character, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(character, escaped)
    return f'"{text}"'


def _blocks(text: str) -> Iterable[tuple[list[str], int]]:
    block: list[str] = []
    start = 1
    for number, row in enumerate([*text.splitlines(), ""], 1):
        if row.strip():
            start = number if not block else start
            block.append(row.strip())
        elif block:
            yield block, start
            block = []


def _parts(block: list[str], line: int) -> tuple[dict[str, str], bool]:
    parts: dict[str, str] = {}
    name = ""
    is_fuzzy = False
    for number, row in enumerate(block, line):
        if row.startswith("#"):
            is_fuzzy = is_fuzzy or (row.startswith("#,") and "fuzzy" in row)
            continue
        quoted = row
        if not row.startswith('"'):
            name, _, quoted = row.partition(" ")
            parts[name] = ""
        try:
            parts[name] += ast.literal_eval(quoted.strip())
        except (SyntaxError, ValueError, KeyError, TypeError) as error:
            raise ValueError(f"line {number}: this is no text in quotes: {row}") from error
    return parts, is_fuzzy
