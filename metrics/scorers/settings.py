"""Settings: declared by the types of a dataclass's fields, with bounds and words; checked by msgspec."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from metrics.scorers.scorer import SettingError

WORDS = {"yes": True, "true": True, "no": False, "false": False}
KINDS = {bool: "yes or no", int: "a whole number", float: "a number", str: "a text"}


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting.

    Attributes:
        name: of the field.
        title: for people, where its name in words does not do.
        default: the value when nothing is given.
        help: what it does, in one short sentence.
        choices: the allowed values, if they are few texts.
        least, most: bounds of numbers.
        type: of the field, with its bounds.
        expected: what values it may have, in words.
    """

    name: str
    title: str
    default: Any
    help: str
    choices: tuple[str, ...]
    least: float | None
    most: float | None
    type: Any
    expected: str

    def check(self, value: object) -> Any:
        """The value, of the setting's type. Raises SettingError, which names what is allowed."""
        try:
            return msgspec.convert(value, self.type)
        except msgspec.ValidationError:
            raise SettingError(f"{self.name} = {value!r}: expected {self.expected}") from None

    def read(self, text: str) -> Any:
        """The value that a text stands for. Raises SettingError."""
        kind = type(self.default)
        try:
            value = WORDS[text.lower()] if kind is bool else kind(text)
        except (KeyError, ValueError):
            raise SettingError(f"{self.name} = {text!r}: expected {self.expected}") from None
        return self.check(value)


@cache
def settings_of(declared: type[Any]) -> Mapping[str, Setting]:
    """The settings of a metric, or of another dataclass, by name."""
    hints = get_type_hints(declared, include_extras=True)
    return {one.name: _setting(one.name, one.default, hints[one.name]) for one in fields(declared)}


def _setting(name: str, default: Any, hint: Any) -> Setting:
    kind, *extras = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    metas = [extra for extra in extras if isinstance(extra, msgspec.Meta)]
    choices = tuple(get_args(kind)) if get_origin(kind) is Literal else ()
    expected = f"one of {', '.join(choices)}" if choices else KINDS.get(type(default), "names")
    for meta in metas:
        if meta.ge is not None:
            expected += f" from {meta.ge} to {meta.le}"
        if meta.gt is not None:
            expected += f" above {meta.gt}, at most {meta.le}"
        if meta.examples:
            expected += f" such as {meta.examples[0]}"
    said = {
        key: next((getattr(meta, key) for meta in metas if getattr(meta, key) is not None), None)
        for key in ("title", "description", "ge", "le")
    }
    words = str(said["title"] or ""), default, str(said["description"] or "")
    return Setting(name, *words, choices, said["ge"], said["le"], hint, expected)
