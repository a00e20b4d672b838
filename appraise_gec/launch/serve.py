"""./run and `appraise-gec serve`: prepare the data folder, then run web server and worker until Ctrl-C."""

import argparse
import fcntl
import os
import socket
import subprocess
import sys
import time
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from appraise_gec import processes
from appraise_gec.health import web_answers
from appraise_gec.launch.supervisor import Supervised, Supervisor

FIRST_PORT, LAST_PORT = 8000, 8040
LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}
LARGEST_LOG = 5_000_000
READY_SECONDS = 60


def main(arguments: Sequence[str] | None = None, program: str = "./run") -> None:
    parser = argparse.ArgumentParser(prog=program, description="Start Appraise GEC on this machine.")
    parser.add_argument("--port", type=int, metavar="N", help=f"default: the first free from {FIRST_PORT}")
    parser.add_argument("--no-browser", action="store_true", help="do not open the page in a browser")
    parser.add_argument("--campaign", metavar="FILE", help="make the campaign that this TOML file describes")
    options = parser.parse_args(arguments)
    var = Path(os.environ.get("APPRAISE_GEC_VAR") or processes.WRITTEN / "var").expanduser().resolve()
    try:
        var.mkdir(mode=0o700, parents=True, exist_ok=True)
        (var / "log").mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        sys.exit(
            f"The data folder {var} cannot be created: {error.strerror}. Name another in APPRAISE_GEC_VAR."
        )
    for folder in (var, processes.WRITTEN / "staticfiles"):
        refuse_unwritable(folder)
    running = take_folder(var)
    listener = listen(options.port)
    if listener is None:
        wanted = f"Port {options.port} is" if options.port else f"Ports {FIRST_PORT} to {LAST_PORT} are"
        sys.exit(f"{wanted} taken by another program. Choose one with --port.")

    environment = environment_of_children(var)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    print("Preparing the database and the pages.", flush=True)
    prepare = [sys.executable, "-P", "-m", "appraise_gec.launch.prepare"]
    if options.campaign:
        prepare += [options.campaign, "--site", address]
    if status := subprocess.run(prepare, env=environment, check=False).returncode:
        sys.exit(status)
    note(running, f"{address}, process {os.getpid()}")
    serve(var, listener, address, environment, open_browser=not options.no_browser)


def refuse_unwritable(folder: Path) -> None:
    """This folder, or what lies in it, may be of another user."""
    paths = [folder, *folder.iterdir()] if folder.exists() and os.access(folder, os.R_OK) else [folder]
    for path in paths:
        if path.exists() and not os.access(path, os.W_OK):
            sys.exit(
                f"This user must not write {path}, which another one may have made, such as root. "
                f"Take the folder over (sudo chown -R {os.getuid()} '{folder}'), or start as that user."
            )


def take_folder(var: Path) -> IO[str]:
    """Hold the data folder as long as this process lives."""
    file = (var / "run.lock").open("a+", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        sys.exit(f"Appraise GEC is already running on the data folder {var} ({file.read().strip()}).")
    note(file, f"process {os.getpid()}, starting")
    return file


def note(file: IO[str], text: str) -> None:
    """Write a note for a second process that finds the folder taken."""
    file.truncate(0)
    file.write(text + "\n")
    file.flush()


def listen(wanted: int | None) -> socket.socket | None:
    """A socket on the wanted port, or on the first free one; None when it is taken.

    The launcher keeps it and lends it to the web server. So nobody can take the port in between, and visitors
    wait instead of being turned away while the web server is started again.
    """
    for port in [wanted] if wanted else range(FIRST_PORT, LAST_PORT + 1):
        listener = socket.socket()
        # A port that is only waiting for old connections to time out is free.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
            listener.listen(256)
        except (OSError, OverflowError):
            listener.close()
            continue
        return listener
    return None


def environment_of_children(var: Path) -> dict[str, str]:
    """The caller's variables, and the demo unless they say otherwise or other machines can reach the site."""
    environment = {
        **os.environ,
        "APPRAISE_GEC_VAR": str(var),
        "DJANGO_SETTINGS_MODULE": "appraise_gec.settings",
    }
    hosts = {host.strip() for host in environment.get("ALLOWED_HOSTS", "").split(",") if host.strip()}
    if hosts <= LOOPBACK and not environment.get("APPRAISE_GEC_DEMO"):
        environment["APPRAISE_GEC_DEMO"] = "1"
    return environment


def serve(
    var: Path, listener: socket.socket, address: str, environment: dict[str, str], *, open_browser: bool
) -> None:
    def supervised(name: str, command: list[str], *lent: int) -> Supervised:
        log = var / "log" / f"{name}.log"
        if log.exists() and log.stat().st_size > LARGEST_LOG:
            log.replace(log.with_suffix(".old.log"))
        return Supervised(name, [sys.executable, "-P", "-m", *command], environment, log, lent)

    began, ready = time.monotonic(), False

    def greet() -> None:
        """Say the address once the site really answers there."""
        nonlocal ready
        if ready:
            return
        if web_answers(listener.getsockname()[1], seconds=1):
            ready = True
            print(f"Appraise GEC is ready: {address}\nPress Ctrl-C to stop it.", flush=True)
            if open_browser and (sys.platform == "darwin" or {"DISPLAY", "WAYLAND_DISPLAY"} & {*os.environ}):
                webbrowser.open(address)
        elif time.monotonic() - began > READY_SECONDS:
            supervisor.stop_soon()

    supervisor = Supervisor()
    web = supervised("web", processes.web(f"fd://{listener.fileno()}"), listener.fileno())
    supervisor.processes = [web, supervised("worker", processes.worker())]
    try:
        supervisor.run(greet)
    finally:
        print("Stopping.", flush=True)
        supervisor.stop()
    if not ready and time.monotonic() - began > READY_SECONDS:
        sys.exit(f"The web server did not answer within {READY_SECONDS} s. Its log: {web.log}")
    print(f"Stopped. The data stay in {var}.", flush=True)


if __name__ == "__main__":
    main()
