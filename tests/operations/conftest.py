"""A real web server."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from appraise_gec import processes
from tests.conftest import CHECKOUT
from tests.servers import free_port

SECONDS = 300  # only a failure takes so long
StartWeb = Callable[..., int]
Prepare = Callable[[Path], None]


@pytest.fixture
def prepare_database(django_db_setup: None) -> Prepare:
    """Give a data folder a database with tables and without rows: `prepare_database(folder)`.

    To make one takes longer than the rest of a start. Here it is a copy of the one of the tests, if they
    run on SQLite too.
    """

    def prepare(folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        database = settings.DATABASES["default"]
        if not database["ENGINE"].endswith("sqlite3"):
            environment = {"PATH": os.environ["PATH"], "APPRAISE_GEC_VAR": str(folder)}
            migrate = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity", "0"]
            subprocess.run(migrate, cwd=CHECKOUT, env=environment, check=True)
            return
        with (
            closing(sqlite3.connect(database["TEST"]["NAME"])) as ours,
            closing(sqlite3.connect(folder / "db.sqlite3")) as theirs,
        ):
            ours.backup(theirs)

    return prepare


def collect_static_files() -> None:
    """As before a site starts. Not again while others may be starting from them."""
    manifest = CHECKOUT / "staticfiles" / "staticfiles.json"
    collected = json.loads(manifest.read_text())["paths"] if manifest.exists() else {}
    ours = CHECKOUT / "static"
    wanted = {str(path.relative_to(ours)) for path in ours.rglob("*.*") if path.is_file()}
    if wanted | {"css/sections.css"} <= collected.keys():
        return
    collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    subprocess.run(collect, cwd=CHECKOUT, env={"PATH": os.environ["PATH"]}, check=True)


@pytest.fixture
def start_web(tmp_path: Path) -> Iterator[StartWeb]:
    """Start the web server with these variables on a data folder of this test; returns its port."""
    started: list[subprocess.Popen[bytes]] = []

    def begin(**variables: str) -> int:
        port = free_port()
        log = tmp_path / f"web-{port}.log"
        program, *arguments = processes.web(f"127.0.0.1:{port}")
        with log.open("wb") as output:
            process = subprocess.Popen(
                [str(Path(sys.executable).parent / program), *arguments],
                cwd=CHECKOUT,
                env={
                    "PATH": os.environ["PATH"],
                    "APPRAISE_GEC_VAR": str(tmp_path / "var"),
                    "DJANGO_SETTINGS_MODULE": "appraise_gec.settings",
                    **variables,
                },
                stdout=output,
                stderr=output,
            )
        started.append(process)
        deadline = time.monotonic() + SECONDS
        while "Booting worker" not in log.read_text(errors="replace"):
            if process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(
                    f"the web server did not start:\n{log.read_text(errors='replace')}", pytrace=False
                )
            time.sleep(0.1)
        return port

    yield begin
    for process in started:
        process.terminate()
        process.wait(timeout=30)
