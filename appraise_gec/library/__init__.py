"""The front door for notebooks and scripts: files or data frames in, results that show themselves out.

`from appraise_gec import rank` and its neighbours lead here (docs/library.md). Names and arguments keep their
meaning from version to version; the change log announces every change. Without Django, settings or database.
"""

from importlib import import_module
from typing import Any

# The module of each, in the order of the help.
MODULES = {
    "stats": "analyses",
    "agreement": "analyses",
    "rank": "ranking",
    "head_to_head": "analyses",
    "validate": "analyses",
    "judges": "analyses",
    "plan": "analyses",
    "sample": "sample",
    "convert": "convert",
    "score": "metrics",
    "correlate": "metrics",
    "maege": "metrics",
    "report": "report",
    "reproduce": "reproduce",
    "Evaluation": "judgments",
    "read_judgments": "judgments",
    "Finding": "finding",
}
COMMANDS = tuple(name for name, module in MODULES.items() if module not in ("judgments", "finding"))


def named(name: str) -> Any:
    """What is called so, from its module, which is loaded now."""
    return getattr(import_module(f"{__name__}.{MODULES[name]}"), name)
