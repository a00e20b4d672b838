"""The examples of docs/api.md, run as they stand."""

import json
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

from django.core.cache import cache

from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.formats.judgments import read_judgments
from tests.conftest import CHECKOUT
from tests.factories import OUTPUTS, make_judge, token_of
from tests.missing import missing_or_skip

DOCUMENT = (CHECKOUT / "docs" / "api.md").read_text(encoding="utf-8")


def examples() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```", DOCUMENT, re.S | re.M)
    joined = "".join(blocks).replace("\\\n", " ")
    return [line for line in joined.splitlines() if line.strip()]


def test_every_example_works(campaign, alice, live_server, run_jobs, tmp_path: Path, transactional_db):
    if not shutil.which("curl"):
        missing_or_skip("curl", "there is no curl.")
    cache.clear()
    campaign.judges.filter(name="one").update(name="anna")
    ann = make_judge(campaign, "link")
    make_judge(campaign, "own", alice)
    report = services.request_report(campaign, alice, ReportOptions(replicates=50)).report
    run_jobs()
    lines = "".join(f"{line} Indeed .\n" for line in OUTPUTS["ALPHA"])
    (tmp_path / "DELTA.txt").write_text(lines, encoding="utf-8")
    variables = {
        "SITE": live_server.url,
        "TOKEN": token_of(alice, "manage"),
        "JUDGE": str(ann.pk),
        "JUDGING": token_of(alice, "judge"),
        "CAMPAIGN": campaign.slug,
        "REPORT": str(report.key),
        "PATH": os.environ["PATH"],
    }
    found = examples()
    assert len(found) > 20
    for example in found:
        done = subprocess.run(
            ["sh", "-c", example],
            env=variables,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{example}\n{done.stdout}{done.stderr}"
        if " -o " not in example:
            json.loads(done.stdout)
    for name in ("judgments.json", "judgments.xml", "judgments.csv"):
        assert len(read_judgments((tmp_path / name).read_bytes(), name)) == 8
    with zipfile.ZipFile(tmp_path / "essays.campaign.zip") as archive:
        assert b'"name":"anna"' in archive.read("judges.jsonl")
