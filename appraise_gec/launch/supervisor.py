"""A few processes kept running together and stopped together. Only the standard library."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType

GRACE_SECONDS = 5.0
STEADY_SECONDS = 60.0
LONGEST_PAUSE = 30.0


class Supervised:
    """One process in a session of its own, so that its children can be stopped with it."""

    def __init__(
        self,
        name: str,
        command: list[str],
        environment: Mapping[str, str],
        log: Path,
        lent: Sequence[int] = (),
    ) -> None:
        self.name = name
        self._lent = lent  # open files that it gets
        self.log = log
        self._command = command
        self._environment = dict(environment)
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._pause = 1.0
        self._start_again_at = 0.0

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start(self) -> None:
        self._started = time.monotonic()
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=self._lent,
                start_new_session=True,
                preexec_fn=stop_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509 - no threads here
            )

    def look_after(self, say: Callable[[str], None]) -> None:
        """Start it again when it has ended, after a pause that doubles while it keeps ending quickly."""
        now = time.monotonic()
        if self._process is not None:
            status = self._process.poll()
            if status is None:
                return
            self.kill_group()
            self._pause = 1.0 if now - self._started > STEADY_SECONDS else self._pause
            say(f"The {self.name} process ended ({describe(status)}); starting it again. Log: {self.log}")
            self._process = None
            self._start_again_at = now + self._pause
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
        elif now >= self._start_again_at:
            self.start()

    def ask_to_stop(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.terminate()

    def has_stopped(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def kill_group(self) -> None:
        """End whatever is left of the process and its children."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


class Supervisor:
    """Runs its processes until a signal comes, then stops them all, children included."""

    def __init__(self, processes: list[Supervised], say: Callable[[str], None]) -> None:
        self.processes = processes
        self.say = say
        self.stopping = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    def start(self) -> None:
        for process in self.processes:
            process.start()

    def run(self, on_tick: Callable[[], None]) -> None:
        """Look after the processes until told to stop. `on_tick` is called a few times a second."""
        while not self.stopping:
            for process in self.processes:
                process.look_after(self.say)
            on_tick()
            time.sleep(0.1)

    def stop(self) -> None:
        self.stopping = False  # from here on a further signal means: at once
        for process in self.processes:
            process.ask_to_stop()
        deadline = time.monotonic() + GRACE_SECONDS
        while time.monotonic() < deadline and not self.stopping:
            if all(process.has_stopped() for process in self.processes):
                break
            time.sleep(0.05)
        for process in self.processes:
            process.kill_group()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True


def stop_with_parent() -> None:
    """Ask Linux to end this process when its parent is gone: a killed launcher then leaves nothing behind."""
    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGTERM)


def describe(status: int) -> str:
    return f"signal {signal.Signals(-status).name}" if status < 0 else f"status {status}"
