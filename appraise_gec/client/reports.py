"""Reports by program: followed, named, saved, published."""

import time
from pathlib import Path
from typing import IO, Any

from appraise_gec.client.documents import Archive, PublicLink, Report, ReportFile
from appraise_gec.client.transport import Transport, save


class WorkFailedError(Exception):
    """Work on the site has failed, was cancelled, or took longer than this program waits."""


class ReportClient:
    """One report."""

    def __init__(self, transport: Transport, report: Report) -> None:
        self.transport = transport
        self.report = report

    def wait(self, patience: float = 3600.0, *, every: float = 2.0) -> Report:
        """Wait until the report is done, and give it with recipe and result.

        Raises WorkFailedError when it fails, or is not done after `patience` seconds.
        """
        until = time.monotonic() + patience
        while True:
            self.report = Report.of(self.transport.ask("GET", self.report.url).document)
            if self.report.state == "done":
                return self.report
            if self.report.state not in {"queued", "running"}:
                raise WorkFailedError(self.report.error or f"The report is {self.report.state}.")
            if time.monotonic() > until:
                raise WorkFailedError(f"After {patience:.0f} s the report is not done: {self.report.message}")
            time.sleep(every)

    def cancel(self) -> None:
        """Stop the work on it. Raises ConflictError when it is done meanwhile."""
        self.transport.ask("DELETE", self.report.url)

    def files(self) -> list[ReportFile]:
        """What can be downloaded of a finished report."""
        return [
            ReportFile.of(file) for file in self.transport.ask("GET", f"{self.report.url}files/").document
        ]

    def download(self, file: ReportFile, target: Path | str | IO[bytes]) -> None:
        """Save one of the files."""
        save(self.transport.ask("GET", file.url).content, target)

    def change(self, **changes: Any) -> Report:
        """Give it a `name`."""
        self.report = Report.of(self.transport.ask("PATCH", self.report.url, changes).document)
        return self.report

    def delete(self) -> None:
        """Delete a report that is done. The rankings stay."""
        self.transport.ask("DELETE", self.report.url, query={"finished": "true"})

    def archive(self, target: Path | str | IO[bytes], *, patience: float = 3600.0, **wish: Any) -> Archive:
        """Have `paper.zip` made, and save it.

        Args:
            target: a path or an open file.
            patience: seconds to wait.
            **wish: `title`.

        Raises:
            WorkFailedError: it could not be made, or takes longer.
        """
        asked = self.transport.ask("POST", f"{self.report.url}archives/", wish).document
        made = Archive.of(self._waited(asked, {"queued", "running"}, patience, "archive"))
        if made.file_url is None:
            raise WorkFailedError(made.error or f"The archive is {made.state}.")
        save(self.transport.ask("GET", made.file_url).content, target)
        return made

    def publish(self, *, patience: float = 3600.0, **wish: Any) -> PublicLink:
        """Make a public page, and wait until it is there.

        Args:
            patience: seconds to wait.
            **wish: `title`.

        Raises:
            WorkFailedError: it could not be made, or takes longer.
        """
        asked = self.transport.ask("POST", self._link, wish).document
        asked["url"] = self._link
        made = PublicLink.of(self._waited(asked, {"being-made"}, patience, "public page"))
        if made.public_url is None:
            raise WorkFailedError(f"The public page is {made.state}.")
        return made

    def revoke(self) -> None:
        """Close the public page for good."""
        self.transport.ask("DELETE", self._link)

    @property
    def _link(self) -> str:
        return f"{self.report.url}public-link/"

    def _waited(self, document: Any, working: set[str], patience: float, what: str) -> Any:
        until, url = time.monotonic() + patience, document["url"]
        while document["state"] in working:
            if time.monotonic() > until:
                raise WorkFailedError(f"After {patience:.0f} s the {what} is not made.")
            time.sleep(1.0)
            document = self.transport.ask("GET", url).document
        return document
