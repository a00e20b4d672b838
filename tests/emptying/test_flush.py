"""What is left when a test that could not be rolled back has ended."""

from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command, get_commands
from django.core.management.commands import flush as of_django

from tests.emptying.management.commands import flush
from tests.factories import make_campaign, make_items

# As Django calls it after such a test.
OPTIONS: dict[str, Any] = {"verbosity": 0, "interactive": False, "reset_sequences": False}


def row_counts() -> dict[str, int]:
    """The number of rows of every table that has some."""
    counts = {}
    for model in apps.get_models(include_auto_created=True):
        if count := model._base_manager.count():
            counts[model._meta.db_table] = count
    return counts


@pytest.mark.django_db(transaction=True)
def test_it_ends_as_django_would_leave_it() -> None:
    assert get_commands()["flush"] == "tests.emptying"
    make_items(make_campaign("essays"))
    call_command(flush.Command(), database="default", **OPTIONS)
    left = row_counts()
    assert set(left) == flush.KEPT
    make_items(make_campaign("essays"))
    assert set(row_counts()) > flush.KEPT
    call_command(of_django.Command(), database="default", **OPTIONS)
    assert row_counts() == left
