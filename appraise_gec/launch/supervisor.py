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

GRACE_SECONDS = 5.0
STEADY_SECONDS = 60.0
LONGEST_PAUSE = 30.0


class Supervised:
    """One process in a session of its own, so that its children can be stopped with it."""

    def __init__(
        self, name: str, command: list[str], environment: Mapping[str, str], log: Path, lent: Sequence[int]
    ) -> None:
        self.name, self.log = name, log
        self._command, self._environment, self._lent = command, environment, lent
        self._pause, self._begin_at = 1.0, 0.0
        self.start()

    def start(self) -> None:
        self._began = time.monotonic()
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

    def look_after(self) -> None:
        """Start it again when it has ended, after a pause that doubles while it keeps ending quickly."""
        if not self.has_stopped():
            return
        now = time.monotonic()
        if self._begin_at < self._began:
            self.kill_group()
            self._pause = 1.0 if now - self._began > STEADY_SECONDS else min(2 * self._pause, LONGEST_PAUSE)
            self._begin_at = now + self._pause
            print(f"The {self.name} process ended; starting it again. Log: {self.log}", flush=True)
        elif now >= self._begin_at:
            self.start()

    def ask_to_stop(self) -> None:
        if not self.has_stopped():
            self._process.terminate()

    def has_stopped(self) -> bool:
        return self._process.poll() is not None

    def kill_group(self) -> None:
        """End whatever is left of the process and its children."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class Supervisor:
    """Runs its processes until a signal comes, then stops them all, children included."""

    def __init__(self) -> None:
        self.processes: list[Supervised] = []
        self.stopping = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda number, frame: self.stop_soon())

    def stop_soon(self) -> None:
        self.stopping = True

    def run(self, on_tick: Callable[[], None]) -> None:
        """Look after the processes until told to stop. `on_tick` is called a few times a second."""
        while not self.stopping:
            for process in self.processes:
                process.look_after()
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


def stop_with_parent() -> None:
    """Ask Linux to end this process when its parent is gone: a killed launcher then leaves nothing behind."""
    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGTERM)
