"""From the tables and rows of each release to those of today, one migration after the other.

`releases/` holds backups of the demo, made with each release's own code. Before every migration after those
of 0.2.0, tables without rows get one. What a migration does to rows stands in CHANGES; all other values stay.
"""

import base64
import copy
import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from pytest_django.plugin import DjangoDbBlocker

from appraise_gec.backup.archive import Reader
from appraise_gec.backup.restoring import load, restore
from appraise_gec.backup.tables import newest, read_rows, tables_at
from tests.operations.elsewhere import empty_database
from tests.operations.filling import fill

RELEASES = Path(__file__).parent / "releases"
Name = tuple[str, str]
# Of every table, by key, the values by column.
Rows = dict[str, dict[Any, dict[str, Any]]]


def errant_settings(rows: Rows) -> None:
    for run in rows["metrics_metricrun"].values():
        if (run["metric"], run["origin"]) == ("errant", "computed"):
            run["settings"]["reference_edits"] = "extracted"


def tokens_of_before(rows: Rows) -> None:
    """Hashed into the site's own table, which has one row already, and their own table dropped."""
    (token,) = rows.pop("authtoken_token").values()
    hashed = hashlib.sha256(token["key"].encode()).hexdigest()
    number = max(rows["accounts_apitoken"]) + 1
    rows["accounts_apitoken"][number] = {
        "user_id": token["user_id"],
        "secret_hash": hashed,
        "scope": "compute",
    }


def staged_parts(rows: Rows) -> None:
    """The archive of an upload goes into a row of a table that is new."""
    ((key, upload),) = rows["rankings_stagedupload"].items()
    content = upload.pop("content")
    upload["size"] = len(base64.b64decode(content))
    rows["rankings_stagedpart"] = {1: {"upload_id": key, "number": 0, "content": content}}


# What migrations are meant to do to rows: changes a copy of the rows before into what is expected after it.
CHANGES: dict[Name, Callable[[Rows], None]] = {
    ("accounts", "0005_tokens_of_before"): tokens_of_before,
    ("metrics", "0003_errant_reference_edits"): errant_settings,
    ("rankings", "0013_staged_parts"): staged_parts,
}


def rows_of(connection: BaseDatabaseWrapper) -> Rows:
    loader = MigrationLoader(connection)
    rows: Rows = {}
    for table in tables_at(loader, newest(loader, sorted(loader.applied_migrations))):
        names = [column.name for column in table.columns]
        documents = table.of_kind("json")
        rows[table.name] = {}
        with transaction.atomic(using=connection.alias):
            for row in read_rows(connection, table):
                for place in documents:
                    row[place] = None if row[place] is None else json.loads(row[place])
                values = dict(zip(names, row, strict=True))
                rows[table.name][values[table.key]] = values
    return rows


def lost(before: Rows, after: Rows) -> list[str]:
    """What of the rows before a migration is not there after it."""
    missing = [table for table in before if table not in after]
    for table in before.keys() & after.keys():
        for key, values in before[table].items():
            now = after[table].get(key)
            if now is None:
                missing.append(f"{table} {key}")
                continue
            missing += [
                f"{table} {key}: {column} was {value!r} and is {now.get(column)!r}"
                for column, value in values.items()
                if column not in now or now[column] != value
            ]
    return missing


class Upgrade:
    """A database on its way through the migrations."""

    def __init__(self, alias: str) -> None:
        self.alias = alias
        self.connection = connections[alias]
        self.steps: list[Name] = []
        self.problems: dict[Name, list[str]] = {}

    def step(self, executor: MigrationExecutor, name: Name) -> None:
        before = rows_of(self.connection)
        executor.migrate([name])
        expected = copy.deepcopy(before)
        CHANGES.get(name, lambda rows: None)(expected)
        if name in CHANGES and expected == before:
            self.problems[name] = ["no row is there that it would change"]
        if missing := lost(expected, rows_of(self.connection)):
            self.problems[name] = missing
        self.steps.append(name)

    def plan(self, targets: list[Name]) -> Iterator[tuple[MigrationExecutor, Name]]:
        executor = MigrationExecutor(self.connection)
        plan = executor.migration_plan(newest(executor.loader, targets))
        assert not any(is_backwards for _, is_backwards in plan)
        names = [(migration.app_label, migration.name) for migration, _ in plan]
        for name in names:
            yield MigrationExecutor(self.connection), name


def state_of(release: str) -> list[Name]:
    with (RELEASES / f"{release}.tar").open("rb") as file:
        return [(app, name) for app, name in Reader(file).about.migrations]


@pytest.fixture(scope="module")
def upgrade(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[Upgrade]:
    """One way through all migrations, because it takes seconds: from 0.1.0 to 0.2.0, and on with its rows."""
    folder = tmp_path_factory.mktemp("upgrade")
    with django_db_blocker.unblock(), empty_database(folder) as alias:
        upgrade = Upgrade(alias)
        with (RELEASES / "0.1.0.tar").open("rb") as file:
            restore(alias, file, put_aside=False, up_to_date=False, say=print)
        for executor, name in upgrade.plan(state_of("0.2.0")):
            upgrade.step(executor, name)

        loader = MigrationLoader(upgrade.connection)
        assert sorted(loader.applied_migrations) == sorted(state_of("0.2.0"))
        with (RELEASES / "0.2.0.tar").open("rb") as file:
            tables = tables_at(loader, newest(loader, state_of("0.2.0")))
            load(upgrade.connection, Reader(file), tables, print)
        apps = loader.project_state(newest(loader, state_of("0.2.0"))).apps
        rows = apps.get_model("metrics", "MetricRun").objects.using(alias)
        campaign = apps.get_model("rankings", "Campaign").objects.using(alias).get()
        rows.create(campaign=campaign, metric="errant", origin="computed", settings={"beta": 0.5})
        for executor, name in upgrade.plan(list(loader.graph.nodes)):
            applied = sorted(executor.loader.applied_migrations)
            before = executor.loader.project_state(newest(executor.loader, applied)).apps
            if unfilled := fill(before, alias):
                upgrade.problems[name] = [f"give tests.operations.filling a row for {unfilled}"]
                break
            upgrade.step(executor, name)
        yield upgrade


@pytest.mark.operations
def test_no_migration_since_the_first_release_loses_anything(upgrade: Upgrade) -> None:
    assert not upgrade.problems, json.dumps(
        {str(name): lines for name, lines in upgrade.problems.items()}, indent=1
    )
    assert {("rankings", "0008_report_ranking_runs"), *CHANGES} <= set(upgrade.steps)
    assert ("rankings", "0009_adaptive_judging") in upgrade.steps


def test_what_a_migration_loses_is_noticed() -> None:
    before: Rows = {"a": {1: {"text": "x", "other": 2}, 2: {"text": "y", "other": 3}}, "b": {}}
    after = copy.deepcopy(before)
    assert lost(before, after) == []
    after["a"][1] |= {"text": "changed", "new": None}
    del after["a"][2], after["b"]
    assert lost(before, after) == ["b", "a 1: text was 'x' and is 'changed'", "a 2"]
    del after["a"][1]["other"]
    assert "a 1: other was 2 and is None" in lost(before, after)
