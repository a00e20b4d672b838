"""The way back after an upgrade, by the commands that docs/operations.md gives, taken out of the page."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.conftest import CHECKOUT
from tests.servers import choose_programs, postgres

pytestmark = pytest.mark.operations
PAGE = (CHECKOUT / "docs" / "operations.md").read_text(encoding="utf-8")

# What the page's commands find in place of Docker: the programs and the database of the container "postgres".
# What they print comes through a pipe, as from a container: pg_dump writes another file when it can seek.
# `up` keeps what was restored, then does what the service "migrate" does.
DOCKER = """#!/bin/bash
set -euo pipefail
case "$*" in
    "compose exec -T postgres "*) shift 4; "$@" | cat ;;
    "compose stop web worker worker-long") ;;
    "compose up --build -d")
        pg_dump -U appraise appraise > restored.sql
        cd "$CHECKOUT" && exec "$PYTHON" manage.py migrate --noinput ;;
    *) echo "not known here: docker $*" >&2; exit 64 ;;
esac
"""
# A site of an earlier version, with a person and a campaign in it.
EARLIER = """
import django; django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
executor = MigrationExecutor(connection)
earlier = {"rankings": "0006_judging_screen", "accounts": "0002_initial", "metrics": "0001_initial"}
targets = [(app, earlier.get(app, name)) for app, name in executor.loader.graph.leaf_nodes()]
executor.migrate(targets)
apps = executor.loader.project_state(targets).apps
person = apps.get_model("accounts", "User").objects.create(username="earlier", may_create_campaigns=True)
campaign = apps.get_model("rankings", "Campaign").objects.create(slug="earlier", title="Earlier")
apps.get_model("rankings", "Membership").objects.create(campaign=campaign, user=person, role="owner")
"""
# In one process with what follows, because each start of Django takes time.
MIGRATE = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", interactive=False, verbosity=0)
"""
LATER = """
import django; django.setup()
from appraise_gec.accounts.models import ThrottleCount, User
from django.utils import timezone
User.objects.create_user("later")
ThrottleCount.objects.create(key="later", count=1, ends_at=timezone.now())
"""
LOOK = """
import django, json; django.setup()
from django.conf import settings
from django.test import Client
plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}  # nothing was collected here
settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
from appraise_gec.accounts.models import User
client = Client()
client.force_login(User.objects.get(username="earlier"), "django.contrib.auth.backends.ModelBackend")
pages = [client.get(path, headers={"host": "localhost"}).status_code
         for path in ("/", "/campaigns/earlier/", "/ready/")]
print(json.dumps({"people": [str(user) for user in User.objects.all()], "pages": pages}))
"""


def commands_under(heading: str) -> list[str]:
    """The blocks of commands in a section of the page."""
    section = PAGE.split(f"\n### {heading}\n")[1].split("\n#")[0]
    blocks = re.findall(r"(?:^    .*\n)+", section, flags=re.MULTILINE)
    assert blocks
    return [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in blocks]


class Site:
    """A folder in which an operator types, and what the commands find there."""

    def __init__(self, folder: Path, database_url: str, **variables: str) -> None:
        self.folder = folder
        self.environment = {
            "PATH": f"{folder}/bin:{variables.pop('PROGRAMS', '')}:{os.environ['PATH']}",
            "DJANGO_SETTINGS_MODULE": "appraise_gec.settings",
            "APPRAISE_GEC_VAR": str(folder / "var"),
            "DATABASE_URL": database_url,
            "CHECKOUT": str(CHECKOUT),
            "PYTHON": sys.executable,
            **variables,
        }

    def python(self, script: str) -> str:
        command = [sys.executable, "-c", script]
        done = subprocess.run(
            command, cwd=CHECKOUT, env=self.environment, stdout=subprocess.PIPE, text=True, check=True
        )
        return done.stdout

    def type(self, commands: str) -> subprocess.CompletedProcess[str]:
        """One after the other; stops at the first that fails."""
        return subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def assert_earlier_and_working(self, before: str = "") -> None:
        assert json.loads(self.python(before + LOOK)) == {"people": ["earlier"], "pages": [200, 200, 200]}


@pytest.fixture
def containers(tmp_path: Path) -> Iterator[Site]:
    with postgres() as url:
        port = urlsplit(url).port
        programs = choose_programs(tmp_path)
        (tmp_path / "bin").mkdir()
        (tmp_path / "bin" / "docker").write_text(DOCKER)
        (tmp_path / "bin" / "docker").chmod(0o755)
        (tmp_path / ".env").write_text("SECRET_KEY=kept\n")
        site = Site(
            tmp_path,
            f"postgres://appraise@127.0.0.1:{port}/appraise",
            PROGRAMS=str(programs),
            PGHOST="127.0.0.1",
            PGPORT=str(port),
        )
        made = site.type("createuser -U postgres --superuser appraise; createdb -U appraise appraise")
        assert made.returncode == 0, made.stderr
        yield site


def objects_and_rows(dump: str) -> list[str]:
    """The name of everything that a dump makes, and all rows; Postgres itself writes some conditions anew."""
    rows = re.findall(r"^COPY .*?^\\\.$", dump, flags=re.MULTILINE | re.DOTALL)
    assert len(rows) > 20
    return [*re.findall(r"^-- Name: .*$", dump, flags=re.MULTILINE), *rows]


def test_containers_go_back_to_the_version_before(containers: Site) -> None:
    (back_up,), (restore, tidy_up) = (
        commands_under("Containers: back up"),
        commands_under("Containers: restore"),
    )
    containers.python(EARLIER)
    earlier = containers.type("pg_dump -U appraise appraise").stdout
    done = containers.type(back_up)
    assert done.returncode == 0, done.stderr
    assert (containers.folder / "backup.env").read_text() == "SECRET_KEY=kept\n"
    containers.python(MIGRATE + LATER)

    # A dump that is cut off changes nothing.
    whole = (containers.folder / "backup.dump").read_bytes()
    (containers.folder / "backup.dump").write_bytes(whole[: len(whole) * 2 // 3])
    assert containers.type(restore).returncode != 0
    assert "later" in containers.type("psql -U appraise appraise -c 'TABLE accounts_user'").stdout

    (containers.folder / "backup.dump").write_bytes(whole)
    done = containers.type(restore)
    assert done.returncode == 0, done.stderr
    assert "error" not in done.stderr.lower()
    restored = (containers.folder / "restored.sql").read_text()
    assert objects_and_rows(restored) == objects_and_rows(earlier)
    containers.assert_earlier_and_working()
    assert "later" in containers.type("psql -U appraise appraise_before -c 'TABLE accounts_user'").stdout
    assert containers.type(tidy_up).returncode == 0


def test_one_machine_goes_back_to_the_version_before(tmp_path: Path) -> None:
    (back_up,), (restore,) = commands_under("`./run`: back up"), commands_under("`./run`: restore")
    site = Site(tmp_path, "")
    key = tmp_path / "var" / "secret-key"
    site.python(EARLIER)
    earlier, made = rows(tmp_path), key.read_text()
    done = site.type(back_up)
    assert done.returncode == 0, done.stderr
    site.python(MIGRATE + LATER)
    key.write_text("another")

    done = site.type(restore)
    assert done.returncode == 0, done.stderr
    assert rows(tmp_path) == earlier
    assert key.read_text() == made
    assert {path.stat().st_mode & 0o777 for path in (key, tmp_path / "var" / "db.sqlite3")} == {0o600}
    site.assert_earlier_and_working(MIGRATE)


def rows(folder: Path) -> list[str]:
    file = sqlite3.connect(folder / "var" / "db.sqlite3")
    try:
        return list(file.iterdump())
    finally:
        file.close()
