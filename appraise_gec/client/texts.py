"""Systems and sentences that come later, by program."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from appraise_gec.client.documents import System
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
        """The systems by name, retired ones last."""
        return (System.of(row) for row in self.transport.pages(f"{self.address}systems/"))

    def add_system(self, outputs: Upload, *, name: str = "", patience: float = 600.0) -> System:
        """Add a system. Items that nobody has seen are drawn anew with it.

        Args:
            outputs: its file, with a line for every sentence.
            name: that of the file if left out.
            patience: seconds that large files may take.

        Raises:
            UnusableFileError: something is wrong with the file; nothing was changed.
            WorkFailedError: a worker could not do it.
        """
        fields = {"change": "add", **({"name": name} if name else {})}
        kept = self._change(fields, [("outputs", outputs)], patience)
        return System.of(self.transport.ask("GET", kept["system_url"]).document)

    def add_sentences(
        self, source: Upload, outputs: Sequence[Upload], *, patience: float = 600.0, **details: Any
    ) -> None:
        """Add sentences with the outputs of all systems. Raises as `add_system`.

        Args:
            source: only the sentences to be added.
            outputs: one file per system, of as many lines; a file's name is its system's.
            patience: seconds that large files may take.
            **details: `documents`, where documents end.
        """
        files = [("source", source), *(("outputs", output) for output in outputs)]
        self._change({"change": "sentences", **details}, files, patience)

    def rename(self, system: System, name: str) -> System:
        """Another name for a system, everywhere but in reports that are there already."""
        return System.of(self.transport.ask("PATCH", system.url, {"name": name}).document)

    def retire(self, system: System) -> System:
        """Take a system out of new items and metrics, for good."""
        return System.of(self.transport.ask("PATCH", system.url, {"retired": True}).document)

    def _change(
        self,
        fields: dict[str, Any],
        files: Sequence[tuple[str, Upload]],
        patience: float,
    ) -> dict[str, Any]:
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
            kept = self._settled(ask("POST", kept["url"], {}).document, until)
        if kept["state"] != "stored":
            raise WorkFailedError(kept["error"] or f"The change was not made: the files are {kept['state']}.")
        return kept

    def _settled(self, kept: dict[str, Any], until: float) -> dict[str, Any]:
        while kept["state"] in WORKING:
            if time.monotonic() > until:
                raise WorkFailedError("The files are still being worked on.")
            time.sleep(1.0)
            kept = self.transport.ask("GET", kept["url"]).document
        return kept
