"""Managing campaigns by program: from files to a report."""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from appraise_gec.client.documents import (
    Campaign,
    Invited,
    Judge,
    PersonalLink,
    Progress,
    Report,
)
from appraise_gec.client.errors import UnusableFileError
from appraise_gec.client.known_answers import KnownAnswersClient
from appraise_gec.client.metrics import MetricsClient
from appraise_gec.client.reports import ReportClient, WorkFailedError
from appraise_gec.client.texts import TextsClient
from appraise_gec.client.transport import Transport, Upload, save


class Client:
    """A person's campaigns on one site.

    Args:
        site: where the site is, such as `https://example.org`.
        token: of the account page; what it may do is its scope.
    """

    def __init__(self, site: str, token: str, *, timeout: float = 60.0, tries: int = 4) -> None:
        self.transport = Transport(site, f"Bearer {token}", timeout=timeout, tries=tries)

    def get(self, address: str, **query: Any) -> Any:
        """Any document of the API, by its address below `/api/v1/`."""
        return self.transport.ask("GET", address, query=query).document

    def post(self, address: str, document: Any = None) -> Any:
        """Send a document to any address of the API."""
        return self.transport.ask("POST", address, {} if document is None else document).document

    def patch(self, address: str, document: Any) -> Any:
        """Change fields of any document of the API."""
        return self.transport.ask("PATCH", address, document).document

    def delete(self, address: str, document: Any = None) -> None:
        """Delete what is at an address of the API."""
        self.transport.ask("DELETE", address, document)

    def campaigns(
        self, *, state: str | None = None, role: str | None = None, search: str | None = None
    ) -> Iterator[Campaign]:
        """The campaigns that the person manages or reads, newest first, from as many pages as there are."""
        rows = self.transport.pages("campaigns/", {"state": state, "role": role, "search": search})
        return (Campaign.of(row) for row in rows)

    def campaign(self, slug: str) -> "CampaignClient":
        """One campaign, by the last part of its address. Asks the site for nothing yet."""
        return CampaignClient(self.transport, slug)

    def create_campaign(
        self,
        title: str,
        source: Upload,
        outputs: Sequence[Upload],
        *,
        patience: float = 600.0,
        **details: Any,
    ) -> "CampaignClient":
        """Make a campaign of a source file and one output file per system.

        Args:
            title: of the campaign.
            source: UTF-8 text, one sentence per line.
            outputs: files of as many lines; a file's name is its system's.
            patience: seconds that large files may take.
            **details: further fields of the form, as `slug`, `documents` or `language`.

        Raises:
            UnusableFileError: something is wrong with the files; `problems` says where. Nothing was created.
            WorkFailedError: a worker could not make it.
        """
        files = [("source", source), *(("outputs", output) for output in outputs)]
        fields = {"title": title, **details}
        upload = self.transport.ask("POST", "campaign-uploads/", fields=fields, files=files).document
        upload = self._settled(upload, {"reading"}, patience)
        if upload["state"] == "unusable":
            fatal = [problem for problem in upload["problems"] if problem["fatal"]]
            detail = upload["error"] or "; ".join(f"{one['file']}: {one['message']}" for one in fatal)
            self.delete(upload["url"])
            raise UnusableFileError(
                422, {"title": "Files cannot be used", "detail": detail, "problems": fatal}
            )
        made = self.post(upload["create_url"])
        if "slug" not in made:
            made = self._settled(self.get(upload["url"]), {"reading", "creating", "ready"}, patience)
            if made["state"] != "created":
                raise WorkFailedError(made["error"] or "The campaign was not made.")
            made = self.get(made["campaign_url"])
        return CampaignClient(self.transport, made["slug"])

    def _settled(self, upload: dict[str, Any], working: set[str], patience: float) -> dict[str, Any]:
        until = time.monotonic() + patience
        while upload["state"] in working:
            if time.monotonic() > until:
                raise WorkFailedError(f"After {patience:.0f} s the files are still being worked on.")
            time.sleep(1.0)
            upload = self.get(upload["url"])
        return upload


class CampaignClient:
    """One campaign."""

    def __init__(self, transport: Transport, slug: str) -> None:
        self.transport = transport
        self.slug = slug
        self.address = f"campaigns/{slug}/"

    def info(self) -> Campaign:
        """Title, state and role."""
        return Campaign.of(self._ask("GET"))

    def settings(self, **changes: Any) -> dict[str, Any]:
        """The settings, after `changes` to some of them."""
        return self._changed("settings/", changes)

    def plan(self, **changes: Any) -> dict[str, Any]:
        """The plan (judges per item, repetitions, checks), after `changes` to some of it."""
        return self._changed("plan/", changes)

    def sample(self, items: int, *, seed: int, dry_run: bool = False, **options: Any) -> dict[str, Any]:
        """Sample items. With `dry_run`, only say what that would give."""
        asked = {"items": items, "seed": seed, "dry_run": dry_run, **options}
        return dict(self._ask("POST", "items/", asked))

    def make_checks(self, number: int, kind: str = "damaged") -> int:
        """Make check items that need no person's answer; how many could be made."""
        return int(self._ask("POST", "checks/", {"number": number, "kind": kind})["made"])

    def add_judges(self, names: Sequence[str]) -> list[Invited]:
        """Add judges by the names that reports show, each with an invitation link."""
        added = self._ask("POST", "judges/", {"names": list(names)})
        return [Invited.of(judge) for judge in added["judges"]]

    def judges(self, standing: str | None = None) -> Iterator[Judge]:
        """The judges with their work."""
        rows = self.transport.pages(f"{self.address}judges/", {"standing": standing})
        return (Judge.of(row) for row in rows)

    def change_judge(self, number: int, **changes: Any) -> Judge:
        """Rename a judge (`name`), put one on hold or release one (`on_hold`), set a `quota`."""
        return Judge.of(self._ask("PATCH", f"judges/{number}/", changes))

    def personal_link(self, number: int, *, days: int = 30, one_device: bool = False) -> PersonalLink:
        """A new link with which the judge gets in without a password. An earlier one ends."""
        asked = {"days": days, "one_device": one_device}
        return PersonalLink.of(self._ask("POST", f"judges/{number}/personal-link/", asked))

    def open(self) -> None:
        """Let judges rank."""
        self._ask("POST", "state/", {"step": "open"})

    def close(self) -> None:
        """Take no more rankings."""
        self._ask("POST", "state/", {"step": "close"})

    @property
    def texts(self) -> TextsClient:
        """Its systems and sentences, and those that come later."""
        return TextsClient(self.transport, self.address)

    @property
    def known_answers(self) -> KnownAnswersClient:
        """Items whose answer is known."""
        return KnownAnswersClient(self.transport, self.address)

    @property
    def metrics(self) -> MetricsClient:
        """References and scores of metrics."""
        return MetricsClient(self.transport, self.address)

    def progress(self) -> Progress:
        """How far judging is."""
        return Progress.of(self._ask("GET", "progress/"))

    def judgments(self, target: Path | str | IO[bytes], format_name: str = "json") -> None:
        """Download the current rankings."""
        address = f"{self.address}judgments/"
        save(self.transport.ask("GET", address, query={"format": format_name}).content, target)

    def report(self, **options: Any) -> "ReportClient":
        """Ask for a report; an equal one that is there is given again. Options are in docs/api-calls.md."""
        return ReportClient(self.transport, Report.of(self._ask("POST", "reports/", options)))

    def reports(self, state: str | None = None) -> Iterator[Report]:
        """The reports, newest first, without recipe and result."""
        rows = self.transport.pages(f"{self.address}reports/", {"state": state})
        return (Report.of(row) for row in rows)

    def delete(self) -> None:
        """Delete the campaign for good."""
        self._ask("DELETE", "", {"title": self.slug})

    def _changed(self, address: str, changes: Mapping[str, Any]) -> dict[str, Any]:
        return dict(self._ask("PATCH", address, changes) if changes else self._ask("GET", address))

    def _ask(self, method: str, address: str = "", document: Any = None) -> Any:
        return self.transport.ask(method, f"{self.address}{address}", document).document
