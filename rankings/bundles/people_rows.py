"""What `people.csv` of a bundle must say."""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from appraise_gec.accounts.models import User
from rankings.bundles.values import at_most, usable_text
from rankings.formats.problems import Findings, quoted

FIELDS = {"user_name": "username", "first_name": "first_name", "last_name": "last_name", "email": "email"}

USER_NAME = "expected a user name of letters, digits and @ . + - _"


def check_people(
    rows: Iterator[tuple[int, dict[str, Any]]], findings: Findings, *, are_allowed: bool
) -> list[str]:
    """Note what is wrong with people. Returns their user names."""
    names: list[str] = []
    seen: set[str] = set()
    for line, row in rows:
        names.append(row["user_name"])
        if not are_allowed:
            findings.error("Expected nobody in a bundle with pseudonyms.", line, kind="nobody")
        if row["id"] != str(len(names)):
            message = f"id: expected {len(names)}, not {quoted(row['id'])}. Rows stand in their order."
            findings.error(message, line)
        for column, reason in _problems(row):
            message = f"{column}: {reason}, not {quoted(row[column])}."
            findings.error(message, line)
        if row["user_name"].casefold() in seen:
            message = f"user_name: expected one that no other line has, not {quoted(row['user_name'])}."
            findings.error(message, line)
        seen.add(row["user_name"].casefold())
    return names


def _problems(row: dict[str, str]) -> Iterator[tuple[str, str]]:
    for column, name in FIELDS.items():
        field = {field.name: field for field in User._meta.concrete_fields}[name]
        try:
            text = usable_text(row[column])
            if field.max_length is not None and len(text) > field.max_length:
                yield column, at_most(field.max_length)
                continue
            field.run_validators(text)
            if column == "email" and text:
                validate_email(text)
            if column == "user_name" and not text:
                yield column, USER_NAME
        except ValidationError:
            yield column, "expected an e-mail address" if column == "email" else USER_NAME
        except ValueError as error:
            yield column, str(error)
