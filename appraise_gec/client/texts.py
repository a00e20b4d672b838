"""Systems and sentences that come later, by program."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from appraise_gec.client.documents import System, TextChange
from appraise_gec.client.errors import UnusableFileError
from appraise_gec.client.reports import WorkFailedError
from appraise_gec.client.transport import Transport, Upload

WORKING = frozenset({"reading", "storing"})


class TextsClient:
    """The systems and sentences of one campaign. What judges have seen stays as it is (docs/campaigns.md)."""

    def __init__(self, transport: Transport, address: str) -> None:
        self.transport = transport
        self.address = address

    def systems(self) -> Iterator[System]:
        """The systems by name, those whose outputs were replaced last."""
        return (System.of(row) for row in self.transport.pages(f"{self.address}systems/"))

    def add_system(
        self, outputs: Upload, *, name: str = "", rebuild: bool = False, patience: float = 600.0
    ) -> TextChange:
        """Add a system.

        Args:
            outputs: its file, with a line for every sentence.
            name: that of the file if left out.
            rebuild: also show it in items that nobody has seen.
            patience: seconds that large files may take.

        Raises:
            UnusableFileError: something is wrong with the file; nothing was changed.
            WorkFailedError: a worker could not do it.
        """
        fields = {"change": "add", **({"name": name} if name else {})}
        return self._change(fields, [("outputs", outputs)], {"rebuild": rebuild}, patience)

    def replace_system(
        self, system: System, outputs: Upload, *, discard: bool = False, patience: float = 600.0
    ) -> TextChange:
        """Give a system other outputs; `discard` rankings of those that differ. Raises as `add_system`."""
        fields = {"change": "replace", "system": system.number}
        return self._change(fields, [("outputs", outputs)], {"discard": discard}, patience)

    def add_sentences(
        self, source: Upload, outputs: Sequence[Upload], *, patience: float = 600.0, **details: Any
    ) -> TextChange:
        """Add sentences with the outputs of all systems. Raises as `add_system`.

        Args:
            source: only the sentences to be added.
            outputs: one file per system, of as many lines; a file's name is its system's.
            patience: seconds that large files may take.
            **details: `documents`, where documents end.
        """
        files = [("source", source), *(("outputs", output) for output in outputs)]
        return self._change({"change": "sentences", **details}, files, {}, patience)

    def rename(self, system: System, name: str) -> System:
        """Another name for a system, everywhere but in reports that are there already."""
        return System.of(self.transport.ask("PATCH", system.url, {"name": name}).document)

    def catch_up(self, system: System, items: int, *, seed: int | None = None) -> int:
        """Sample items that all show one system; how many were added."""
        asked = {"items": items, **({} if seed is None else {"seed": seed})}
        return int(self.transport.ask("POST", f"{system.url}catch-up/", asked).document["made"])

    def changes(self) -> Iterator[TextChange]:
        """The changes so far, the latest first."""
        return (TextChange.of(row) for row in self.transport.pages(f"{self.address}text-changes/"))

    def undo(self, change: TextChange) -> TextChange:
        """Take a change back. Raises ConflictError where judges have seen something of it."""
        return TextChange.of(self.transport.ask("POST", change.url, {}).document)

    def _change(
        self,
        fields: dict[str, Any],
        files: Sequence[tuple[str, Upload]],
        choices: dict[str, bool],
        patience: float,
    ) -> TextChange:
        until = time.monotonic() + patience
        ask = self.transport.ask
        kept = ask("POST", f"{self.address}text-uploads/", fields=fields, files=files).document
        kept = self._settled(kept, until)
        if kept["state"] == "unusable":
            ask("DELETE", kept["url"])
            fatal = [one for one in kept["problems"] if one["fatal"]]
            detail = kept["error"] or "; ".join(f"{one['file']}: {one['message']}" for one in fatal)
            raise UnusableFileError(
                422, {"title": "Files cannot be used", "detail": detail, "problems": fatal}
            )
        if kept["state"] == "ready":
            kept = self._settled(ask("POST", kept["url"], choices).document, until)
        if kept["change_url"] is None:
            raise WorkFailedError(kept["error"] or f"The change was not made: the files are {kept['state']}.")
        return TextChange.of(ask("GET", kept["change_url"]).document)

    def _settled(self, kept: dict[str, Any], until: float) -> dict[str, Any]:
        while kept["state"] in WORKING:
            if time.monotonic() > until:
                raise WorkFailedError("The files are still being worked on.")
            time.sleep(1.0)
            kept = self.transport.ask("GET", kept["url"]).document
        return kept
