"""Automatic metrics by program: references, and scores that the site computes or takes over."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from appraise_gec.client.documents import References, Scores
from appraise_gec.client.reports import WorkFailedError
from appraise_gec.client.transport import Transport, Upload


class MetricsClient:
    """The references and scores of one campaign."""

    def __init__(self, transport: Transport, address: str) -> None:
        self.transport = transport
        self.address = address

    def references(self) -> Iterator[References]:
        """Gold edits and reference texts, by name."""
        return (References.of(row) for row in self.transport.pages(f"{self.address}references/"))

    def add_references(self, files: Sequence[Upload], *, name: str = "") -> References:
        """Add gold edits (M2 files) or reference texts (plain files, one for each annotator).

        Args:
            files: of one kind.
            name: how tables call them; the names of the files if left out.

        Raises:
            UnusableFileError: something is wrong with the files; nothing was stored.
        """
        fields = {"name": name} if name else {}
        sent = [("uploads", file) for file in files]
        stored = self.transport.ask("POST", f"{self.address}references/", fields=fields, files=sent).document
        return References.of(stored["references"])

    def remove_references(self, references: References) -> None:
        """Remove references. Scores that were made from them stay."""
        self.transport.ask("DELETE", references.url)

    def scores(self) -> Iterator[Scores]:
        """The scores of all metrics, newest first, without recipe and result."""
        return (Scores.of(row) for row in self.transport.pages(f"{self.address}metrics/"))

    def compute(
        self,
        metric: str,
        *,
        references: str = "",
        annotator: int | None = None,
        patience: float = 3600.0,
        **settings: Any,
    ) -> Scores:
        """Have a metric computed, and wait for its scores; equal ones that are there are given again.

        Args:
            metric: as `appraise-gec score --help` names it.
            references: name of those to compare with.
            annotator: one of them alone.
            patience: seconds to wait.
            **settings: of the metric.

        Raises:
            WorkFailedError: it could not be computed, or takes longer.
        """
        asked = {"metric": metric, "references": references, "annotator": annotator, "settings": settings}
        until = time.monotonic() + patience
        found = self.transport.ask("POST", f"{self.address}metrics/", asked).document
        while found["state"] in {"queued", "running"}:
            if time.monotonic() > until:
                raise WorkFailedError(f"After {patience:.0f} s the scores are not computed.")
            time.sleep(1.0)
            found = self.transport.ask("GET", found["url"]).document
        if found["state"] != "done":
            raise WorkFailedError(found["error"] or f"The scores are {found['state']}.")
        return Scores.of(self.transport.ask("GET", found["url"]).document)

    def import_scores(self, table: Upload) -> list[Scores]:
        """Take over scores that were computed elsewhere: CSV with system, metric and score.

        Raises:
            UnusableFileError: something is wrong with the table; nothing was stored.
        """
        address = f"{self.address}metrics/files/"
        stored = self.transport.ask("POST", address, files=[("file", table)]).document["stored"]
        return [Scores.of(row) for row in stored]

    def remove_scores(self, scores: Scores) -> None:
        """Delete scores."""
        self.transport.ask("DELETE", scores.url)
