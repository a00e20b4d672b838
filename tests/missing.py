"""Programs and data that some tests need and a machine may lack: skip, and say at the end what that costs."""

import os
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

import pytest

REQUIRE_ALL = os.environ.get("APPRAISE_GEC_REQUIRE_ALL") == "1"


@dataclass(frozen=True, slots=True)
class Need:
    """Something that a machine may lack.

    Attributes:
        checks: what is not checked without it.
        install: the command that brings it, on Debian, from the checkout.
    """

    checks: str
    install: str


APT = "sudo apt-get install -y --no-install-recommends"
PIP = ".venv/bin/python -m pip install --require-hashes -r"
NEEDS = {
    "chromium": Need("the pages in a real browser", f"{APT} chromium-headless-shell"),
    "meteor": Need(
        "METEOR against its published program",
        f"{APT} default-jre-headless && {PIP} requirements/meteor.lock",
    ),
    "errant": Need("ERRANT against its published program", f"{PIP} requirements/errant.lock"),
    "gettext": Need("the catalogs of translations", f"{APT} gettext"),
    "tex": Need(
        "tables, figures and methods in a paper",
        f"{APT} texlive-latex-recommended texlive-fonts-recommended",
    ),
    "docker compose": Need(
        "docker-compose.yml with the program that reads it", f"{PIP} requirements/containers.lock"
    ),
    "caddy": Need("deploy/Caddyfile with the program that reads it", f"{PIP} requirements/containers.lock"),
    "sphinx": Need("the documentation site", f"{PIP} requirements/docs.lock"),
    "curl": Need("the examples of docs/api.md", f"{APT} curl"),
    "venv": Need("how ./run makes its environment", f"{APT} python3-venv"),
    "package index": Need(
        "the wheel in an environment of its own", "export PIP_INDEX_URL=INDEX UV_INDEX_URL=INDEX"
    ),
    "published data": Need(
        "the published numbers", "export APPRAISE_GEC_SHARED=FOLDER, where FOLDER holds data/ and expected/"
    ),
}
NAMED = re.compile(r"^(?:Skipped: )?(?P<need>[^:]+) is missing: (?P<reason>.*)$", flags=re.DOTALL)


def missing_or_skip(need: str, reason: str) -> NoReturn:
    """Skip for want of one of `NEEDS`, or fail where everything is required; the reason names it."""
    text = f"{need} is missing: {reason}"
    if REQUIRE_ALL:
        pytest.fail(f"{text}\n{NEEDS[need].install}", pytrace=False)
    pytest.skip(text)


def what_is_missing(reasons: Iterable[str]) -> list[str]:
    """Lines that say, once for each reason to skip, what it costs and what to do about it."""
    lines: list[str] = []
    for text, tests in Counter(reasons).most_common():
        count, check = (f"{tests} tests skipped", "check") if tests > 1 else ("1 test skipped", "checks")
        found = NAMED.match(text)
        if found and found["need"] in NEEDS:
            need = NEEDS[found["need"]]
            lines += [f"{count}, which {check} {need.checks}: {found['reason']}", f"    {need.install}"]
        else:
            lines.append(f"{count}: {text.removeprefix('Skipped: ')}")
    return lines
