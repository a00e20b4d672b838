"""What an archive says, into the database: a new campaign in one transaction, or nothing."""

from collections import Counter
from operator import itemgetter
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Max, Model

from appraise_gec.accounts.models import User
from appraise_gec.bulk_rows import analyze_tables, insert_rows
from rankings.archive.contents import CAMPAIGN, Table, tables
from rankings.archive.reading import AS_MADE, Archive, Row, Tell, refusal
from rankings.formats.records import FormatError
from rankings.models import (
    Assignment,
    Campaign,
    EditMark,
    ItemOutput,
    ItemOutputSystem,
    Membership,
    RankedOutput,
)


def look_at(archive: Archive, tell: Tell = lambda share: None) -> dict[str, Any]:
    """The fields of the campaign, and under "rows" how many each file has. Stores nothing.

    Raises:
        FormatError: with the first problem.
    """
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

    Judges keep their names and are without accounts.

    Raises:
        FormatError: with the first problem; nothing is stored.
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
