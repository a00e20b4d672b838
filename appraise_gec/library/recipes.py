"""What a result was made from, and the document that holds both."""

import json
from collections.abc import Mapping
from typing import Any

import appraise_gec
from appraise_gec.library.inputs import InputFiles
from rankings.formats.results import to_json


def recipe(
    command: str, inputs: InputFiles, settings: Mapping[str, Any], seed: int | None = None, **more: Any
) -> dict[str, Any]:
    """The recipe of a result: program, version, command, settings, seed and the SHA-256 of every input."""
    return {
        "program": "appraise-gec",
        "version": appraise_gec.__version__,
        "command": command,
        **more,
        "settings": dict(settings),
        "seed": seed,
        "inputs": inputs.hashes,
    }


def document_bytes(document: Mapping[str, Any]) -> bytes:
    """A JSON document as the same bytes wherever it is written. Non-finite numbers become null."""
    text = json.dumps(to_json(document), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    # Half a surrogate pair, which UTF-8 cannot hold, becomes its escape in JSON.
    return text.encode("utf-8", "backslashreplace")
