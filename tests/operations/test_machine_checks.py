"""What .ci/machines makes of the checks that it starts. The checks themselves are stood in for."""

import os
import socket
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT

pytestmark = pytest.mark.operations

PORTS = (8000, 55498, 55499)
STAND_INS = {"id": "echo 0"} | dict.fromkeys(
    ("apt-get", "buildah", "curl", "debootstrap", "redis-server", "pgrep"), "true"
)


@pytest.fixture
def machines(tmp_path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Start .ci/machines with checks that end with these statuses and note their arguments."""

    def script(path: Path, body: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def start(*command: str, fresh: int = 0, containers: int = 0) -> subprocess.CompletedProcess[str]:
        for name, body in STAND_INS.items():
            script(tmp_path / "bin" / name, body)
        for name, status in (("fresh-machine", fresh), ("containers", containers)):
            note = f'mkdir -p "$1/made"; shift; echo "{name}: $*"; exit {status}'
            script(tmp_path / "shared" / "machines" / name, note)
        (tmp_path / "tmp").mkdir()
        return subprocess.run(
            [CHECKOUT / ".ci" / "machines", *command],
            env={
                "PATH": f"{tmp_path}/bin:{os.environ['PATH']}",
                "APPRAISE_GEC_SHARED": str(tmp_path / "shared"),
                "TMPDIR": str(tmp_path / "tmp"),
            },
            capture_output=True,
            text=True,
            check=False,
        )

    return start


@pytest.fixture
def free_ports() -> None:
    for port in PORTS:
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                pytest.skip(f"another service listens on port {port}")


def test_both_are_checked_and_nothing_is_left(machines, free_ports, tmp_path):
    done = machines("./run", "test")
    assert done.returncode == 0, done.stderr
    assert "fresh-machine: ./run test\n" in done.stdout
    assert "containers: \n" in done.stdout
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.parametrize("failing", [{"fresh": 2}, {"containers": 1}, {"containers": 75}])
def test_one_that_fails_makes_it_fail_and_does_not_keep_the_other_from_running(machines, free_ports, failing):
    done = machines(**failing)
    assert done.returncode == 1
    assert "fresh-machine: " in done.stdout
    assert "containers: " in done.stdout


@pytest.mark.parametrize(("fresh", "status"), [(0, 75), (1, 1)])
def test_a_port_that_is_taken_is_told_apart_from_a_failure(machines, fresh, status):
    with ExitStack() as stack:
        listener = stack.enter_context(socket.socket())
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if listener.connect_ex(("127.0.0.1", 55498)) != 0:
            listener = stack.enter_context(socket.socket())
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", 55498))
            listener.listen()
        done = machines(fresh=fresh)
    assert done.returncode == status
    assert "NOT CHECKED: another service listens on port" in done.stdout
    assert "containers:" not in done.stdout
