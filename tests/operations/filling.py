"""A row in every empty table, at any state of the migrations: values by the types of the fields."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import IntegrityError, models, transaction

NOW = datetime(2026, 5, 17, 9, 30, 15, 123456, tzinfo=UTC)
# What constraints ask for and types do not tell: by table, the values of some fields.
NEEDED: dict[str, dict[str, Any]] = {
    "rankings_invitation": {"expires_at": NOW + timedelta(days=36_500)},
    "rankings_teaminvitation": {"expires_at": NOW + timedelta(days=36_500)},
}


def fill(apps: Any, alias: str) -> list[str]:
    """One row in each table that has none. Returns the tables that could not be filled, with the reason."""
    waiting = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and not model._base_manager.using(alias).exists()
    ]
    failed: dict[str, str] = {}
    # A row that needs another one is tried again when that one is there.
    while True:
        left = [model for model in waiting if not _filled(model, alias, failed)]
        if not left or len(left) == len(waiting):
            return [f"{model._meta.db_table}: {failed[model._meta.db_table]}" for model in left]
        waiting = left


def _filled(model: Any, alias: str, failed: dict[str, str]) -> bool:
    for bare in (False, True):
        try:
            with transaction.atomic(using=alias):
                model._base_manager.using(alias).create(**_values(model, alias, bare=bare))
        except (IntegrityError, LookupError) as error:
            failed[model._meta.db_table] = str(error).strip()
        else:
            return True
    return False


def _values(model: Any, alias: str, *, bare: bool) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for place, field in enumerate(model._meta.local_concrete_fields):
        if isinstance(field, models.AutoField) or (
            bare and (field.null or field.has_default() or field.blank)
        ):
            continue
        # Later fields get later times: many rows end after they begin.
        is_time = isinstance(field, models.DateTimeField)
        values[field.attname] = NOW + timedelta(hours=place) if is_time else _value(field, alias)
    return {**values, **NEEDED.get(model._meta.db_table, {})}


def _value(field: Any, alias: str) -> Any:
    if field.remote_field:
        row = field.remote_field.model._base_manager.using(alias).first()
        if row is None and not field.null:
            raise LookupError(f"no row of {field.remote_field.model._meta.db_table} to refer to")
        return getattr(row, field.target_field.attname) if row else None
    if field.choices:
        return field.flatchoices[0][0]
    if field.has_default() and field.get_default() not in ({}, [], "", None):
        return field.get_default()
    made: dict[str, Any] = {
        "BooleanField": True,
        "UUIDField": uuid.UUID(int=7),
        "BinaryField": b"\x00\xff\\x",
        "JSONField": {"b": [1, 2.5, None], "a": "café\n\\t"},
        "FloatField": 0.5,
        "GenericIPAddressField": "192.0.2.7",
    }
    kind = field.get_internal_type()
    if "Integer" in kind:
        return 1
    return made[kind] if kind in made else "filled"[: field.max_length]
