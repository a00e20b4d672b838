"""Storing what an archive holds: from an upload, or as a copy of a campaign."""

from collections import Counter
from operator import itemgetter
from typing import Any, ClassVar, cast

from django import forms
from django.core.files.base import File
from django.db import IntegrityError, transaction
from django.db.models import F, Max, Model

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.database import analyze_tables, insert_rows
from rankings.access import MANAGERS, Refused
from rankings.actions import Action, Done
from rankings.archive.contents import CAMPAIGN, Table, tables
from rankings.archive.reading import AS_MADE, Archive, Row, Tell, refusal
from rankings.archive.writing import archive_file
from rankings.corpus.upload import NamedCampaignForm
from rankings.formats.records import FormatError
from rankings.models import (
    Assignment,
    Campaign,
    EditMark,
    ItemOutput,
    ItemOutputSystem,
    Membership,
    RankedOutput,
    Upload,
)
from rankings.uploads import flow
from rankings.uploads.kinds import MIB, Applied, Preview, UploadForm, UploadKind, Waiting


def look_at(archive: Archive, tell: Tell = lambda share: None) -> dict[str, Any]:
    """The fields of the campaign, and under "rows" how many each file has. Raises FormatError."""
    facts: dict[str, Any] = {"rows": {table.name: 0 for table in tables()}}

    def keep(table: Table, rows: list[Row]) -> list[Any]:
        facts["rows"][table.name] += len(rows)
        if table is CAMPAIGN:
            facts.update(rows[0][1])
        return [None] * len(rows)

    archive.read(keep, tell)
    return facts


def store_archive(archive: Archive, owner: User, tell: Tell = lambda share: None, **changes: Any) -> Campaign:
    """Store it as a new campaign of `owner`, with `changes` in place of fields of the archive's campaign.

    Judges keep their names and are without accounts. Raises FormatError with the first problem.
    """
    with transaction.atomic():
        storing = _Storing({"created_by": owner, **changes})
        archive.read(storing.keep, tell)
        campaign = Campaign.objects.get(pk=storing.campaign.pk)
        Membership.objects.create(campaign=campaign, user=owner, role=Membership.Role.OWNER)
        analyze_tables({table.model for table in tables()})
        _check_positions(campaign)
    return campaign


class _Storing:
    campaign: Campaign

    def __init__(self, changes: dict[str, Any]) -> None:
        self.changes = changes

    def keep(self, table: Table, rows: list[Row]) -> list[Any]:
        """Insert rows. Returns their keys; of plain ones, to which no row refers, the lines."""
        try:
            with transaction.atomic():
                if not table.plain:
                    stored = table.model._default_manager.bulk_create(self._made(table, rows))
                    if table is CAMPAIGN:
                        self.campaign = stored[0]  # type: ignore[assignment]
                    return [row.pk for row in stored]
                values = itemgetter(*(field.attname for field in table.fields.values()))
                insert_rows(table.model, list(table.fields), (values(row) for _, row in rows))
        except IntegrityError:
            raise self._contradiction(table, rows) from None
        return [line for line, _ in rows]

    def _made(self, table: Table, rows: list[Row]) -> list[Model]:
        more: dict[str, Any] = {"campaign": self.campaign} if table.of == "campaign" else {}
        if table is CAMPAIGN:
            more = self.changes
        marks = {name: mark(self.campaign) for name, mark in table.marks.items()}
        return [
            table.model(
                **{**row, **more, **{name: mark if row[name] else "" for name, mark in marks.items()}}
            )
            for _, row in rows
        ]

    def _contradiction(self, table: Table, rows: list[Row]) -> FormatError:
        """The first row that the database does not take after those before it."""
        for (line, _), row in zip(rows, self._made(table, rows), strict=True):
            try:
                with transaction.atomic():
                    row.save(force_insert=True)
            except IntegrityError as error:
                text = str(error).partition("\n")[0]
                broken = [one.name for one in table.model._meta.constraints if one.name in text]
                rule = broken[0].replace("_", " ") if broken else text
                return refusal(table.file, f"The row contradicts the rule: {rule}. {AS_MADE}", line)
        return refusal(table.file, f"These rows contradict each other. {AS_MADE}", rows[0][0])


def _check_positions(campaign: Campaign) -> None:
    """What no constraint says: outputs belong to the item that is meant, and places of outputs exist."""
    for name, rows, item in (
        ("item-output-systems", ItemOutputSystem.objects.filter(item__campaign=campaign), "item"),
        ("ranks", RankedOutput.objects.filter(ranking__judge__campaign=campaign), "ranking__item"),
        ("edit-marks", EditMark.objects.filter(ranking__judge__campaign=campaign), "ranking__item"),
    ):
        if rows.exclude(output__item=F(item)).exists():
            raise refusal(f"{name}.jsonl", f"output: expected outputs of the same item. {AS_MADE}")
    last = campaign.sentences.aggregate(last=Max("index"))["last"]
    if campaign.sentences.count() != (-1 if last is None else last) + 1:
        raise refusal("sentences.jsonl", f"index: expected every number from 0 on. {AS_MADE}")
    items = ItemOutput.objects.filter(item__campaign=campaign).order_by().values_list("item", flat=True)
    outputs = Counter(items)
    orders = Assignment.objects.filter(item__campaign=campaign).values_list("item", "order")
    if any(order and sorted(order) != list(range(outputs[item])) for item, order in orders):
        raise refusal("assignments.jsonl", f"order: expected every position of an output once. {AS_MADE}")
    for key, expected in campaign.items.exclude(expected={}).values_list("pk", "expected"):
        positions = [position for pairs in expected.values() for pair in pairs for position in pair]
        if not all(0 <= position < outputs[key] for position in positions):
            raise refusal("items.jsonl", f"expected: there is no such output. {AS_MADE}")


class Copying(Action):
    """Make a draft that the person owns."""

    name, title, happened = "campaign.copy", "Copy the campaign", "Campaign copied"
    roles = MANAGERS
    explanation = (
        "The copy is a draft with the same sentences, systems and outputs, settings, training and check "
        "items, guidelines and survey. It has no sampled items, judges, rankings or results; its team is you."
    )
    form = NamedCampaignForm
    changes = False
    tab: ClassVar[str] = "settings"

    def obstacles(self) -> list[str]:
        return [] if self.actor.can_create_campaigns() else ["You may not make campaigns on this site."]

    def initial(self) -> dict[str, Any]:
        return {"title": f"Copy of {self.campaign.title}"[:200]}

    def run(self, *_: Any, **wanted: Any) -> Done:
        with archive_file(self.campaign, names=True, as_copy=True) as content:
            file = File(content, f"{self.campaign.slug}.campaign.zip")
            staged, _form = flow.stage(WholeCampaign(), self.actor, None, wanted, {"file": file})
        upload = flow.confirm(cast("Upload", staged))
        if upload.leads_to:
            return Done("The copy is made. Next: sample its items.", None, upload.leads_to)
        return Done("The copy is being read. Confirm it then.", None, flow.address_of(upload))


COUNTED = ("sentences", "systems", "items", "judges", "rankings")


class ArchiveForm(UploadForm, NamedCampaignForm):
    """The file, and what the campaign is called here."""

    field_order = ("file", "title", "slug")
    file = forms.FileField(
        label="File of a whole campaign",
        help_text="As this site or another one gave it (Settings, Download).",
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )
    title = forms.CharField(
        max_length=200, required=False, label="Title", help_text="As in the file, if left empty."
    )

    def clean_slug(self) -> str:
        return super().clean_slug() if self.cleaned_data["slug"] else ""


class WholeCampaign(UploadKind):
    """A new campaign of the file of a whole one."""

    name = "archive"
    title = "Campaign from a file"
    button = "Create the campaign"
    lead = "Nothing is created yet: next you see what is in the file."
    form = ArchiveForm
    template = "uploads/archive.html"
    most_in_a_request = MIB // 4  # packed; some 10,000 rankings

    def read(self, upload: Waiting) -> Preview:
        (file,) = upload.files("file")
        with file.open() as content:
            archive = Archive(content, file.name)
            facts = look_at(archive, upload.progress)
        counts = [[name.capitalize(), facts["rows"][name]] for name in COUNTED]
        about = {"program": archive.about.program, "made_at": f"{archive.about.made_at:%Y-%m-%d %H:%M %Z}"}
        return Preview([], {"title": facts["title"], "counts": counts, "names": archive.about.names, **about})

    def apply(self, upload: Waiting) -> Applied:
        (file,) = upload.files("file")
        with file.open() as content:
            archive = Archive(content, file.name)
            title = upload.values["title"] or (flow.facts_of(upload.row) or {}).get("title")
            named = NamedCampaignForm({"title": title, "slug": upload.values["slug"]})
            if not named.is_valid():
                raise Refused(*(str(reason) for reasons in named.errors.values() for reason in reasons))
            campaign = store_archive(archive, upload.owner, upload.progress, **named.cleaned_data)
        record_event(upload.owner, "archive.import", campaign.pk, file=file.name)
        return Applied(campaign.get_absolute_url(), "The campaign is created.", campaign)
