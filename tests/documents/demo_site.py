"""The site with its demo campaign, on a data folder of its own, for screenshots and stories that are run."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import CHECKOUT

PATIENCE = 180
OF_A_SITE = ("APPRAISE_GEC_", "DJANGO_", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS")


class NotStartedError(Exception):
    """What the launcher said instead of an address."""


def environment(var: Path) -> dict[str, str]:
    """The caller's variables, without those that would lead to another site."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OF_A_SITE)}
    return {**kept, "APPRAISE_GEC_VAR": str(var)}


@contextmanager
def demo_site(folder: Path) -> Iterator[str]:
    """Start what `./run` starts, on the folder `var` in this one; gives its address, and stops it in the end.

    Raises:
        NotStartedError: it ended, or was not ready in three minutes.
    """
    said = folder / "site.log"
    command = [sys.executable, "-P", "-m", "appraise_gec.launch.serve", "--no-browser"]
    with said.open("wb") as log:
        site = subprocess.Popen(
            command, cwd=CHECKOUT, env=environment(folder / "var"), stdout=log, stderr=subprocess.STDOUT
        )
    try:
        deadline = time.monotonic() + PATIENCE
        while not (ready := re.search(r"is ready: (http://\S+)/", said.read_text(encoding="utf-8"))):
            if site.poll() is not None or time.monotonic() > deadline:
                raise NotStartedError(said.read_text(encoding="utf-8"))
            time.sleep(0.1)
        yield ready[1]
    finally:
        site.terminate()
        site.wait(timeout=60)
