"""How the files of a bundle are described: once, for writing, checking, storing, the codebook and its tests.

A table is one file of a bundle and one model. Its columns are the model's fields under their names, except
for those left out, each with a reason. Applications describe their models in a module `bundle_tables`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Protocol

from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.module_loading import autodiscover_modules

if TYPE_CHECKING:
    from rankings.models import Campaign

FORMAT = "appraise-gec campaign bundle"
FORMAT_VERSION = 1
PEOPLE_FILE = "people.csv"

# How people are hidden where a bundle is made with pseudonyms:
# judge: the column is a judge's name. words: text that people wrote or named, in which names are replaced.
# document: JSON that names judges under known keys. detail: JSON of the history.
Privacy = Literal["", "judge", "words", "document", "detail"]

KIND_NAMES: "dict[type[models.Field[Any, Any]], str]" = {
    models.CharField: "text",
    models.TextField: "text",
    models.SlugField: "text",
    models.URLField: "text",
    models.FloatField: "number",
    models.BooleanField: "true or false",
    models.DateTimeField: "time",
    models.UUIDField: "UUID",
    models.JSONField: "JSON",
    models.BigIntegerField: "whole number",
    models.PositiveIntegerField: "whole number",
    models.PositiveSmallIntegerField: "whole number",
    models.PositiveBigIntegerField: "whole number",
}


class Origin(Protocol):
    """Where rows of a bundle come from."""

    @property
    def campaign(self) -> "Campaign": ...

    def number_of(self, model: str, key: int | None) -> int | None:
        """The id, in the bundle, of a row with this key; None where the bundle does not hold it."""


class Destination(Protocol):
    """Where rows of a bundle go."""

    @property
    def campaign(self) -> "Campaign": ...

    def key_of(self, model: str, number: int) -> int:
        """The key of the row that had this id in the bundle."""


@dataclass(frozen=True, slots=True)
class Column:
    """What a column says, in words for the codebook.

    Attributes:
        meaning: in a few words.
        unit: of a number.
        privacy: how a bundle with pseudonyms hides people in it.
        shape: of JSON: a type as for `from_json`.
        check: raises ValueError for a value that the site could not use.
    """

    meaning: str
    unit: str = ""
    privacy: Privacy = ""
    shape: Any = None
    check: Callable[[Any], object] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """One file of a bundle.

    Attributes:
        name: of the file, without its ending.
        model: its label, such as "rankings.Sentence".
        about: what a row is.
        columns: by the name of the field.
        of: how a row leads to its campaign, such as "item__campaign"; "" for the campaign itself.
        left_out: reasons by the name of the field.
        documents: whether it is JSON Lines, for rows with large JSON documents, in place of CSV.
        only: filter of the rows that are exported.
        order: of rows; the keys of rows by default, which is the order in which they were made.
        only_in_full: whether rows are people, and so left out of a bundle with pseudonyms.
        at_end: whether rows name rows of any other table in their JSON.
        attached: field with a zip archive, whose files are written beside the table; its column `files`
            lists them.
        derived: kinds of the columns that are no fields of the same name.
        derive: gives the derived columns of a row, from the row's fields in `reads` and where it comes from.
        reads: fields that are read for `derive` alone.
        restore: gives the fields behind the derived columns, from a row's columns and where it goes.
        made_anew: for fields that are left out but need a value: functions without arguments.
    """

    name: str
    model: str
    about: str
    columns: Mapping[str, Column]
    of: str = "campaign"
    left_out: Mapping[str, str] = field(default_factory=dict)
    documents: bool = False
    only: Q = field(default_factory=Q)
    order: tuple[Any, ...] = ("pk",)
    only_in_full: bool = False
    at_end: bool = False
    attached: str = ""
    derived: Mapping[str, str] = field(default_factory=dict)
    reads: tuple[str, ...] = ()
    derive: "Callable[[Mapping[str, Any], Origin], Mapping[str, Any]] | None" = None
    restore: "Callable[[Mapping[str, Any], Destination], Mapping[str, Any]] | None" = None
    made_anew: Mapping[str, Callable[[], Any]] = field(default_factory=dict)

    @property
    def file(self) -> str:
        return f"{self.name}.{'jsonl' if self.documents else 'csv'}"

    @property
    def rows_model(self) -> type[models.Model]:
        return apps.get_model(self.model)

    @property
    def header(self) -> list[str]:
        return ["id", *self.columns]

    @property
    def fields(self) -> dict[str, "models.Field[Any, Any]"]:
        """The model's fields behind the columns, in their order; derived columns have none."""
        return {
            name: self.rows_model._meta.get_field(name)  # type: ignore[misc]
            for name in self.columns
            if name not in self.derived
        }


_registered: dict[str, Table] = {}
# Models with a relation to a campaign that a bundle leaves out whole, each with the reason.
_models_left_out: dict[str, str] = {}


def describe(*tables: Table) -> None:
    """Add tables, after those that their rows refer to."""
    for table in tables:
        _registered[table.name] = table
    all_tables.cache_clear()
    table_of_model.cache_clear()


def leave_out(reasons: Mapping[str, str]) -> None:
    """Name models that no bundle holds, by label, each with the reason."""
    _models_left_out.update(reasons)


@cache
def all_tables() -> tuple[Table, ...]:
    """Every table, after those that its rows refer to."""
    autodiscover_modules("bundle_tables")
    return tuple(sorted(_registered.values(), key=lambda table: table.at_end))


def models_left_out() -> dict[str, str]:
    """Reasons by the label of each model that no bundle holds."""
    all_tables()
    return dict(_models_left_out)


@cache
def table_of_model(label: str) -> Table | None:
    """The table that holds rows of a model."""
    return next((table for table in all_tables() if table.model == label), None)


def refers_to(field: "models.Field[Any, Any]") -> str:
    """The label of the model that a field refers to; "" where it is no reference."""
    target = field.related_model
    if target is None or isinstance(target, str):
        return ""
    return str(target._meta.label)


def is_person(field: "models.Field[Any, Any]") -> bool:
    """Whether the field refers to an account."""
    return refers_to(field) == settings.AUTH_USER_MODEL


def kind_name(table: Table, name: str) -> str:
    """What a column holds, in the words of the codebook."""
    if name in table.derived:
        return table.derived[name]
    field = table.fields[name]
    if is_person(field):
        return f"id in {PEOPLE_FILE}"
    if target := refers_to(field):
        owner = table_of_model(target)
        if owner is None:
            raise LookupError(f"{table.name}.{name} refers to {target}, which no table holds")
        return f"id in {owner.file}"
    return KIND_NAMES[type(field)]
