"""What .ci/machines makes of the checks that it starts. The checks themselves are stood in for."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT

pytestmark = pytest.mark.operations

STAND_INS = {"id": "echo 0"} | dict.fromkeys(
    ("apt-get", "buildah", "debootstrap", "redis-server", "wget", "caddy"), "true"
)


@pytest.fixture
def machines(tmp_path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Start .ci/machines with checks that end with these statuses and note their arguments."""

    def script(path: Path, body: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def start(*command: str, fresh: int | None = 0, containers: int = 0) -> subprocess.CompletedProcess[str]:
        for name, body in STAND_INS.items():
            script(tmp_path / "bin" / name, body)
        if fresh is not None:
            note = f'mkdir -p "$1"; touch "$1/made"; shift; echo "fresh-machine: $*"; exit {fresh}'
            script(tmp_path / "shared" / "machines" / "fresh-machine", note)
        script(tmp_path / "bin" / "python", f'echo "containers: $*"; exit {containers}')
        (tmp_path / "tmp").mkdir()
        return subprocess.run(
            [CHECKOUT / ".ci" / "machines", *command],
            env={
                "PATH": f"{tmp_path}/bin:{os.environ['PATH']}",
                "APPRAISE_GEC_SHARED": str(tmp_path / "shared"),
                "APPRAISE_GEC_PYTHON": str(tmp_path / "bin" / "python"),
                "TMPDIR": str(tmp_path / "tmp"),
            },
            capture_output=True,
            text=True,
            check=False,
        )

    return start


def test_both_are_checked_and_nothing_is_left(machines, tmp_path):
    done = machines("./run", "test")
    assert done.returncode == 0, done.stderr
    assert "fresh-machine: ./run test\n" in done.stdout
    assert "containers: -P -m tests.containers --folder " in done.stdout
    assert " --base " in done.stdout
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.parametrize("failing", [{"fresh": 2}, {"containers": 1}, {"fresh": 2, "containers": 75}])
def test_one_that_fails_makes_it_fail_and_does_not_keep_the_other_from_running(machines, failing):
    done = machines(**failing)
    assert done.returncode == 1
    assert "fresh-machine: " in done.stdout
    assert "containers: " in done.stdout
