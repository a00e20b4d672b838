"""What an archive of a campaign holds: a file of JSON lines for each of these models.

The columns of a file are the fields of its model. Accounts, jobs and secrets are never among them: of the
references to other rows only those to rows of the archive are written, and keys in addresses are made anew.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from django.db.models import F, Field, ForeignKey, Model, OrderBy, Q, UUIDField
from django.utils.module_loading import autodiscover_modules

from rankings import models
from rankings.survey.questions import Answer, Question

Shown = Callable[[dict[str, Any]], Any]


@dataclass(frozen=True)
class Table:
    """One file of an archive: the rows of one model that belong to a campaign, by way of `of`.

    Other files name a row by its field `by`, or by its line, from 1. `in_copy` are the rows with which a copy
    of the campaign begins, without the fields `not_in_copy`. `names` are texts that may name judges, `notes`
    what stands in place of what people wrote where nothing may name people. `shapes` are types of JSON where
    a list or an object says too little; `marks` fields that say whether something was made from what is there
    now. No row refers to `plain` ones, which are whole numbers and texts: they are inserted faster.
    """

    name: str
    model: type[Model]
    of: str = "campaign"
    by: str = ""
    only: Q = field(default_factory=Q)
    in_copy: Q | None = None
    not_in_copy: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    notes: Mapping[str, Shown] = field(default_factory=dict)
    shapes: Mapping[str, Any] = field(default_factory=dict)
    marks: Mapping[str, Callable[[models.Campaign], str]] = field(default_factory=dict)
    order: tuple[str | OrderBy, ...] = ("pk",)
    plain: bool = False

    @property
    def file(self) -> str:
        return f"{self.name}.jsonl"

    @cached_property
    def fields(self) -> "dict[str, Field[Any, Any]]":
        """The fields that are written, by name."""
        known = {table.model for table in tables()}
        return {
            one.name: one
            for one in self.model._meta.concrete_fields
            if not (
                one.primary_key
                or one.name in self.without
                or (isinstance(one, ForeignKey) and one.related_model not in known)
                or (isinstance(one, UUIDField) and one.unique)
            )
        }

    @cached_property
    def needed(self) -> frozenset[str]:
        """The fields that every row must have."""
        return frozenset(
            name
            for name, field in self.fields.items()
            if self.plain or name in self.marks or not (field.has_default() or field.null or field.blank)
        )


def nothing(_row: dict[str, Any]) -> str:
    """In place of a note."""
    return ""


def _chosen(row: dict[str, Any]) -> dict[str, Any]:
    """Answers to a survey without those in the judge's own words."""
    own = {question["key"] for question in row["asked"] if question["kind"] == "text"}
    return {key: answer for key, answer in row["answers"].items() if key not in own}


KNOWN = {"purpose__in": (models.Item.Purpose.CHECK, models.Item.Purpose.TRAINING), "retired_at": None}
_OF_KNOWN = {f"item__{name}": value for name, value in KNOWN.items()}
CAMPAIGN = Table(
    "campaign",
    models.Campaign,
    of="pk",
    in_copy=Q(),
    not_in_copy=("state", "seed", "guidelines_version", "opened_at", "closed_at"),
    without=("created_at", "archived_at"),
    shapes={"survey": list[Question]},
)
_tables: list[Table] = [
    CAMPAIGN,
    Table("files", models.CampaignFile, in_copy=~Q(kind=models.CampaignFile.Kind.JUDGMENTS), names=("name",)),
    Table("guidelines", models.GuidelinesRevision),
    Table("documents", models.Document, by="position", in_copy=Q()),
    Table("sentences", models.Sentence, by="index", in_copy=Q()),
    Table(
        "systems",
        models.System,
        by="name",
        in_copy=Q(retired_at=None),
        not_in_copy=("rankings_before",),
    ),
    Table("outputs", models.Output, of="system__campaign", in_copy=Q(system__retired_at=None), plain=True),
    Table("judges", models.Judge, by="name", without=("crowd_id",)),
    Table("result-sets", models.ResultSet, names=("name",)),
    # Repetitions come after what they repeat.
    Table(
        "items",
        models.Item,
        in_copy=Q(**KNOWN),
        names=("explanation",),
        shapes={"expected": dict[Literal["before", "equal"], list[tuple[int, int]]]},
        order=(F("original").asc(nulls_first=True), "pk"),
    ),
    Table("item-outputs", models.ItemOutput, of="item__campaign", in_copy=Q(**_OF_KNOWN)),
    Table(
        "item-output-systems",
        models.ItemOutputSystem,
        of="item__campaign",
        in_copy=Q(system__retired_at=None, **_OF_KNOWN),
        plain=True,
    ),
    # What judges have finished, with the order in which they saw the outputs; nothing that is lent.
    Table(
        "assignments",
        models.Assignment,
        of="item__campaign",
        only=~Q(state=models.Assignment.State.LENT),
        without=("draft", "draft_revision", "draft_writer"),
        shapes={"order": list[int]},
    ),
    Table(
        "rankings",
        models.Ranking,
        of="judge__campaign",
        without=("submission",),
        names=("source_label", "source_document"),
        notes=dict.fromkeys(("flag_note", "flag_answer", "discard_reason"), nothing),
    ),
    Table("ranks", models.RankedOutput, of="ranking__judge__campaign", plain=True),
    Table("edit-marks", models.EditMark, of="ranking__judge__campaign"),
    Table(
        "survey-answers",
        models.SurveyAnswer,
        of="judge__campaign",
        notes={"answers": _chosen},
        shapes={"asked": list[Question], "answers": dict[str, Answer]},
    ),
]


def add_tables(*more: Table) -> None:
    """Let archives hold models of another application; its module `archive` calls this."""
    _tables.extend(more)


def tables() -> list[Table]:
    """Every table, after those that its rows refer to."""
    autodiscover_modules("archive")
    return _tables
