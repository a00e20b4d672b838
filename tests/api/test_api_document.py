"""The examples of docs/api.md, run as they stand."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.core.cache import cache

from rankings.api.urls import urlpatterns
from rankings.formats.judgments import read_judgments
from rankings.reports import services
from rankings.reports.options import ReportOptions
from tests.conftest import CHECKOUT
from tests.factories import token_of
from tests.missing import missing_or_skip

DOCUMENT = CHECKOUT / "docs" / "api.md"


def examples() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.S | re.M)
    joined = "".join(blocks).replace("\\\n", " ")
    return [line for line in joined.splitlines() if line.strip()]


def test_every_example_works(campaign, alice, live_server, run_jobs, tmp_path: Path, transactional_db):
    if not shutil.which("curl"):
        missing_or_skip("curl", "there is no curl.")
    cache.clear()
    report = services.request_report(campaign, alice, ReportOptions(replicates=50)).report
    run_jobs()
    variables = {
        "SITE": live_server.url,
        "TOKEN": token_of(alice),
        "CAMPAIGN": campaign.slug,
        "REPORT": str(report.key),
        "PATH": os.environ["PATH"],
    }
    found = examples()
    assert len(found) == 10
    for example in found:
        done = subprocess.run(
            ["sh", "-c", example], env=variables, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{example}\n{done.stdout}{done.stderr}"
        if " -o " not in example:
            json.loads(done.stdout)
    for name in ("judgments.json", "judgments.xml", "judgments.csv"):
        assert len(read_judgments((tmp_path / name).read_bytes(), name)) == 8


@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: pattern.name)
def test_every_route_is_in_the_document(pattern):
    route = re.sub(r"<address:slug>", "$CAMPAIGN", str(pattern.pattern))
    assert f"/api/{re.sub(r'<uuid:key>', '$REPORT', route)}" in DOCUMENT.read_text(encoding="utf-8")
