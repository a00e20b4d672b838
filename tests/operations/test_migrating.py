"""Two processes that migrate one database at once, and a migration that fails, on both databases."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg2
import pytest

from tests.conftest import CHECKOUT
from tests.servers import postgres

pytestmark = pytest.mark.operations
SECONDS = 180
MIGRATE = [sys.executable, "manage.py", "migrate", "--noinput"]


@pytest.fixture(scope="module")
def postgres_server() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def environment(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """What a process needs that works on a new, empty database."""
    values = {"PATH": os.environ["PATH"], "APPRAISE_GEC_VAR": str(tmp_path)}
    if request.param == "postgres":
        url: str = request.getfixturevalue("postgres_server")
        execute(url, "DROP DATABASE IF EXISTS migrating", "CREATE DATABASE migrating")
        values["DATABASE_URL"] = url.removesuffix("/postgres") + "/migrating"
    else:
        values["DATABASE_URL"] = f"sqlite:///{tmp_path}/site.sqlite3"
    return values


def execute(url: str, *statements: str) -> None:
    if url.startswith("sqlite:///"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
            for statement in statements:
                file.execute(statement)
        return
    connection = psycopg2.connect(url)
    connection.autocommit = True
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
    connection.close()


def start(environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        MIGRATE,
        cwd=CHECKOUT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_the_second_waits_and_finds_nothing_left_to_do(environment: dict[str, str]) -> None:
    both = [start(environment) for _ in range(2)]
    outputs = [process.communicate(timeout=SECONDS) for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    (first, _), (second, told) = sorted(outputs, key=lambda output: "No migrations to apply." in output[0])
    assert first.count(" OK\n") > 10
    assert "No migrations to apply." in second
    assert told.strip() == ""


def test_the_error_of_a_failing_change_is_shown(environment: dict[str, str]) -> None:
    execute(environment["DATABASE_URL"], "CREATE TABLE accounts_user (id integer)")
    process = start(environment)
    _, told = process.communicate(timeout=SECONDS)
    assert process.returncode != 0
    assert "accounts_user" in told
    assert "already exists" in told
    assert "./run manage migrate" not in told


def test_data_of_another_version_are_left_as_they_are(environment: dict[str, str]) -> None:
    execute(
        environment["DATABASE_URL"],
        "CREATE TABLE django_migrations "
        "(id integer PRIMARY KEY, app varchar(255), name varchar(255), applied timestamp)",
        "INSERT INTO django_migrations VALUES (1, 'rankings', '0027_of_another_version', CURRENT_TIMESTAMP)",
    )
    process = start(environment)
    _, told = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert "another version of Appraise GEC" in told
    assert "Traceback" not in told
    execute(environment["DATABASE_URL"], "CREATE TABLE rankings_campaign (id integer)")  # no table was made
