"""Make the campaign that a TOML file describes, by the upload and the actions of the site."""

import io
import tomllib
from pathlib import Path
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.http import Http404
from django.urls import get_resolver

from rankings.access import Refused
from rankings.actions import ACTIONS, Action, Done
from rankings.corpus.upload import NewCampaignForm, slug_of
from rankings.models import Campaign
from rankings.people.judges import user_named

KEYS = {"title": str, "slug": str, "manager": str, "guidelines": str, "judges": list, "open": bool}
TABLES = ("texts", "settings", "plan", "sample")
EXPECTED = {str: "a text", list: "a list of names", bool: "true or false", dict: "a table"}


class Command(BaseCommand):
    help = (
        "Make the campaign that a TOML file describes (docs/campaigns.md). Again with the same file, it adds "
        "what is missing; once judging is open, it changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--site", default="", metavar="ADDRESS", help="of the site, for the judges' links"
        )

    def handle(self, *args: Any, file: Path, site: str, **options: Any) -> None:
        get_resolver().url_patterns  # noqa: B018 - the site's addresses load its actions
        self.file, self.site = file, site.rstrip("/")
        told = self._read()
        title, manager = told["title"], told.get("manager", "manager")
        slug = told.get("slug", slug_of(title)).lower()
        try:
            self.manager = user_named(manager)
        except Refused as refusal:
            raise self._wrong("manager", str(refusal)) from None
        if not Campaign.objects.filter(slug=slug).exists():
            self._upload({"title": title, "slug": slug, **told.get("texts", {})})
        try:
            campaign = ACTIONS["campaign.edit"].opened(self.manager, slug).campaign
        except (Http404, PermissionDenied):
            raise self._wrong("slug", f"{manager} does not manage the campaign {slug}.") from None
        if campaign.state == Campaign.State.DRAFT:
            with transaction.atomic():
                links = self._bring(campaign, told)
            for link in links:
                self.stdout.write(f"{link['name']}: {link['link']}")
        self.stdout.write(f"Campaign: {self.site}{campaign.get_absolute_url()}")

    def _read(self) -> dict[str, Any]:
        """What the file holds; only keys that it may have, of the right types."""
        try:
            told = tomllib.loads(self.file.read_text(encoding="utf-8"))
        except OSError as error:
            raise CommandError(f"{self.file}: cannot be read: {error.strerror}.", returncode=2) from None
        except ValueError as error:
            raise CommandError(f"{self.file}: this is no TOML in UTF-8: {error}", returncode=2) from None
        known = KEYS | dict.fromkeys(TABLES, dict)
        for key, value in told.items():
            if key not in known:
                raise self._wrong(key, f"there is no such key. There are: {', '.join(known)}.")
            if not isinstance(value, known[key]):
                raise self._wrong(key, f"expected {EXPECTED[known[key]]}.")
        if not told.get("title"):
            raise self._wrong("title", "expected the title of the campaign.")
        return told

    def _upload(self, fields: dict[str, Any]) -> None:
        """The texts, as the command `upload` takes them."""
        files = {
            name for name, field in NewCampaignForm.base_fields.items() if hasattr(field, "allow_empty_file")
        }
        words = [
            f"{name}={self.file.parent / str(one) if name in files else one}"
            for name, value in fields.items()
            for one in (value if isinstance(value, list) else [value])
        ]
        problems = io.StringIO()
        try:
            call_command(
                "upload",
                "campaign",
                *words,
                owner=self.manager.get_username(),
                stdout=io.StringIO(),
                stderr=problems,
            )
        except CommandError as error:
            raise self._wrong("texts", *problems.getvalue().splitlines(), str(error)) from None
        self.stderr.write(problems.getvalue(), ending="")

    def _bring(self, campaign: Campaign, told: dict[str, Any]) -> list[dict[str, Any]]:
        """Settings, plan, sample and judges of a draft, each if it is not there. Returns links of judges."""
        settings = dict(told.get("settings", {}))
        if path := told.get("guidelines"):
            try:
                settings["guidelines"] = (self.file.parent / path).read_text(encoding="utf-8")
            except (OSError, ValueError) as error:
                raise self._wrong("guidelines", f"expected a file of text: {error}") from None
        if settings:
            self._do("settings", "campaign.edit", campaign, settings)
        if "plan" in told:
            self._do("plan", "plan.edit", campaign, told["plan"])
        if "sample" in told and not campaign.items.exists():
            self._do("sample", "items.draw", campaign, told["sample"])
        there = set(campaign.judges.values_list("name", flat=True))
        names = [str(name) for name in told.get("judges", []) if str(name) not in there]
        added = self._do("judges", "judge.add", campaign, {"people": "\n".join(names)}) if names else Done("")
        if told.get("open"):
            self._do("open", "campaign.open", campaign, {})
        return list(added.gives.get("links", []))

    def _do(self, key: str, name: str, campaign: Campaign, sent: dict[str, Any]) -> Done:
        """An action with the fields that the file names; the rest as its page would show it."""
        action: Action = ACTIONS[name].opened(self.manager, campaign.slug, site=self.site)
        for field in sent:
            if field not in action.shown():
                known = ", ".join(action.shown())
                raise self._wrong(f"{key}.{field}", f"there is no such key. There are: {known}.")
        form: Any = action.fill_in(sent)
        if not form.is_valid():
            wrong = [f"{field}: {reason}" for field, reasons in form.errors.items() for reason in reasons]
            raise self._wrong(key, *wrong)
        try:
            return action.do(**form.cleaned_data)
        except Refused as refusal:
            raise self._wrong(key, *refusal.reasons) from None

    def _wrong(self, key: str, *reasons: str) -> CommandError:
        return CommandError("\n".join(f"{self.file}: {key}: {reason}" for reason in reasons), returncode=2)
