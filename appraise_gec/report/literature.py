"""What the methods of a report are taken from: the entries of `references.bib`."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

SOFTWARE_KEY = "appraise-gec"
LIBRARIES = {
    "numpy": ("NumPy", "harris-etal-2020-numpy"),
    "scipy": ("SciPy", "virtanen-etal-2020-scipy"),
    "numba": ("Numba", "lam-etal-2015-numba"),
}
_ENTRY = re.compile(r"^@\w+\{([^,]+),\n.*?^\}\n", re.MULTILINE | re.DOTALL)
_FIELD = r"^  {} = \{{(.*)\}},$"


def bibtex(keys: Iterable[str], version: str) -> str:
    """The entries of these keys, in this order, each once; the program is in `version`.

    Raises:
        KeyError: nothing has one of the keys.
    """
    entries = _entries()
    return "\n".join(entries[key] for key in dict.fromkeys(keys)).replace("VERSION", version)


def cited(key: str) -> str:
    """`Grundkiewicz et al., 2015`, as a text without a list of references gives it. Raises KeyError."""
    entry = _entries()[key]
    names = [_surname(name) for name in _field(entry, "author").split(" and ")]
    who = f"{names[0]} et al." if len(names) > 2 else " and ".join(names)
    return f"{who}, {_field(entry, 'year')}"


def _surname(name: str) -> str:
    return name.strip("{}") if name.startswith("{") else name.partition(",")[0]


def _field(entry: str, name: str) -> str:
    found = re.search(_FIELD.format(name), entry, re.MULTILINE)
    return found[1] if found else ""


@cache
def _entries() -> dict[str, str]:
    text = files("appraise_gec.report").joinpath("references.bib").read_text(encoding="utf-8")
    return {found[1]: found[0] for found in _ENTRY.finditer(text)}
