"""The front door for notebooks and scripts: files or data frames in, results that show themselves out.

`from appraise_gec import rank` and its neighbours lead here (docs/library.md). Names and arguments keep their
meaning from version to version; the change log announces every change. Without Django, settings or database.
"""

from importlib import import_module
from typing import Any

# By module, in the order of the help.
NAMES = {
    "analyses": ("stats", "agreement", "rank", "head_to_head", "validate", "judges", "plan"),
    "sample": ("sample",),
    "convert": ("convert",),
    "metrics": ("score", "correlate", "maege"),
    "report": ("report",),
    "reproduce": ("reproduce",),
    "judgments": ("Evaluation", "read_judgments"),
    "finding": ("Finding",),
}
MODULES = {name: module for module, names in NAMES.items() for name in names}
COMMANDS = tuple(name for name, module in MODULES.items() if module not in ("judgments", "finding"))


def named(name: str) -> Any:
    """What is called so, from its module, which is loaded now."""
    return getattr(import_module(f"{__name__}.{MODULES[name]}"), name)
