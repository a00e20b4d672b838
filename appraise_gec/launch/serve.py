"""./run: prepare the data folder, then run the web server and the workers until Ctrl-C."""

import argparse
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from pathlib import Path
from typing import IO

from appraise_gec import processes
from appraise_gec.health import web_answers
from appraise_gec.launch.supervisor import Supervised, Supervisor

ROOT = Path(__file__).resolve().parent.parent.parent
FIRST_PORT, LAST_PORT = 8000, 8040
LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}
LARGEST_LOG = 5_000_000
READY_SECONDS = 60


def main(arguments: list[str]) -> int:
    options = read_options(arguments)
    var = Path(os.environ.get("APPRAISE_GEC_VAR") or ROOT / "var").expanduser().resolve()
    try:
        var.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        return fail(
            f"The data folder {var} cannot be created: {error.strerror}. Name another in APPRAISE_GEC_VAR."
        )
    for folder in (var, ROOT / "staticfiles"):
        if unwritable := first_unwritable(folder):
            return fail(
                f"This user must not write {unwritable}, which another one may have made, such as root. "
                f"Take the folder over (sudo chown -R {os.getuid()} '{folder}'), or start as that user."
            )
    running = take_folder(var)
    if running is None:
        holder = (var / "run.lock").read_text(encoding="utf-8").strip()
        return fail(f"Appraise GEC is already running on the data folder {var}{holder and f' ({holder})'}.")
    listener = listen(options.port)
    if listener is None:
        wanted = f"Port {options.port} is" if options.port else f"Ports {FIRST_PORT} to {LAST_PORT} are"
        return fail(f"{wanted} taken by another program. Choose one with --port.")

    environment = environment_of_children(var)
    say("Preparing the database and the pages.")
    prepare = [sys.executable, "-P", "-m", "appraise_gec.launch.prepare"]
    if status := subprocess.run(prepare, env=environment, cwd=ROOT, check=False).returncode:
        return status
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    note(running, f"{address}, process {os.getpid()}")
    return serve(var, listener, address, environment, open_browser=not options.no_browser)


def read_options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run", description="Start Appraise GEC on this machine.")
    parser.add_argument(
        "--port",
        type=int,
        choices=range(1, 65536),
        metavar="N",
        help=f"default: the first free from {FIRST_PORT}",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the page in a browser")
    return parser.parse_args(arguments)


def first_unwritable(folder: Path) -> Path | None:
    """This folder, or the first of what lies in it, that this user must not write."""
    if not folder.exists():
        return None
    paths = (folder, *sorted(folder.iterdir())) if os.access(folder, os.R_OK) else (folder,)
    return next((path for path in paths if not os.access(path, os.W_OK)), None)


def take_folder(var: Path) -> IO[str] | None:
    """Hold the data folder as long as this process lives; None when another process holds it."""
    file = (var / "run.lock").open("a+", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    note(file, f"process {os.getpid()}, starting")
    return file


def note(file: IO[str], text: str) -> None:
    """Write a note for a second process that finds the folder taken."""
    file.seek(0)
    file.truncate()
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
        except OSError:
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
) -> int:
    def supervised(name: str, command: list[str], *lent: int) -> Supervised:
        program = Path(sys.executable).parent / command[0]
        log = fresh_log(var / "log" / f"{name}.log")
        return Supervised(name, [sys.executable, "-P", str(program), *command[1:]], environment, log, lent)

    web = supervised("web", processes.web(f"fd://{listener.fileno()}"), listener.fileno())
    worker = supervised("worker", processes.worker(processes.SHORT_JOBS, processes.LONG_JOBS))
    supervisor = Supervisor([web, worker], say)
    greeting = Greeting(listener.getsockname()[1], address, open_browser=open_browser)
    supervisor.start()
    try:
        supervisor.run(greeting.tick)
    finally:
        say("Stopping.")
        supervisor.stop()
    if greeting.too_late:
        return fail(
            f"The web server did not answer within {READY_SECONDS} s. Its log: {var / 'log' / 'web.log'}"
        )
    say(f"Stopped. The data stay in {var}.")
    return 0


class Greeting:
    """Says the address once the site really answers there."""

    def __init__(self, port: int, address: str, *, open_browser: bool) -> None:
        self.port = port
        self.address = address
        self.open_browser = open_browser
        self.done = False
        self.too_late = False
        self._began = time.monotonic()

    def tick(self) -> None:
        if self.done:
            return
        if web_answers(self.port, seconds=1):
            self.done = True
            say(f"Appraise GEC is ready: {self.address}\nPress Ctrl-C to stop it.")
            if self.open_browser and has_display():
                webbrowser.open(self.address)
        elif time.monotonic() - self._began > READY_SECONDS:
            self.done = self.too_late = True
            os.kill(os.getpid(), signal.SIGTERM)


def has_display() -> bool:
    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def fresh_log(path: Path) -> Path:
    """The log's path, with a log that has grown big moved aside."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    if path.exists() and path.stat().st_size > LARGEST_LOG:
        path.replace(path.with_suffix(".old.log"))
    return path


def say(text: str) -> None:
    print(text, flush=True)


def fail(text: str) -> int:
    print(text, file=sys.stderr, flush=True)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
