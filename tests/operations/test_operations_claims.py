"""Numbers and lists of the pages for operators are those of the code."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from appraise_gec import readiness
from appraise_gec.jobs.models import Job, State
from tests.conftest import CHECKOUT

OPERATIONS = "\n".join(
    (CHECKOUT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("operations", "settings", "operations-in-detail")
)


def test_the_traceback_of_a_failed_job_is_shown_as_the_page_says(
    db: None, capsys: pytest.CaptureFixture[str]
):
    job = Job.objects.create(
        kind="sample",
        arguments={},
        state=State.FAILED,
        traceback="what went wrong",
        finished_at=timezone.now(),
    )
    (line,) = re.findall(r"^ +\./run manage (shell .*NUMBER.*)$", OPERATIONS, re.M)
    call_command(*shlex.split(line.replace("NUMBER", str(job.pk))))
    assert capsys.readouterr().out == "what went wrong\n"


def test_ready_answers_as_on_the_page(client: Client, db: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(readiness, "redis_state", lambda: readiness.AWAY)
    answer = client.get("/ready/")
    (example,) = re.findall(r'`(\{"status": .*?\})`', OPERATIONS)
    assert (answer.status_code, answer.json()) == (200, json.loads(example))


def test_defaults_are_those_of_the_settings(tmp_path: Path):
    """With nothing set but the data folder; what is in words is left to readers."""
    program = (
        "import json, os; os.environ['DJANGO_SETTINGS_MODULE'] = 'appraise_gec.settings'\n"
        "from django.conf import settings as s\n"
        "print(json.dumps({"
        "'APPRAISE_GEC_REQUIRE_SECOND_FACTOR': int(s.REQUIRE_SECOND_FACTOR),"
        "'ALLOWED_HOSTS': ','.join(s.ALLOWED_HOSTS), 'APPRAISE_GEC_DEMO': int(s.DEMO),"
        "'APPRAISE_GEC_PRIVATE_NETWORK': int(s.PRIVATE_NETWORK),"
        "'APPRAISE_GEC_TRUST_PROXY': int(s.TRUST_PROXY),"
        "'APPRAISE_GEC_MAX_UPLOAD_MB': s.MAX_UPLOAD_BYTES // 2**20,"
        "'APPRAISE_GEC_JOB_LEASE_SECONDS': s.JOB_LEASE_SECONDS,"
        "'APPRAISE_GEC_JOB_MAX_ATTEMPTS': s.JOB_MAX_ATTEMPTS,"
        "'APPRAISE_GEC_JOB_MAX_SECONDS': s.JOB_MAX_SECONDS, 'APPRAISE_GEC_LANGUAGE': s.LANGUAGE_CODE,"
        "'APPRAISE_GEC_TIME_ZONE': s.TIME_ZONE, 'APPRAISE_GEC_EMAIL_FROM': s.DEFAULT_FROM_EMAIL,"
        "'APPRAISE_GEC_LOG_LEVEL': s.LOG_LEVEL, 'APPRAISE_GEC_LOG_FORMAT': s.LOG_FORMAT}))"
    )
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**kept, "APPRAISE_GEC_VAR": str(tmp_path), "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        check=True,
    )
    found = {name: str(value) for name, value in json.loads(done.stdout).items()}
    stated = dict(re.findall(r"^\| `([A-Z_]+)` \| `([^`]+)`(?:;[^|]*)? \|", OPERATIONS, re.M))
    # The data folder is set here.
    stated.pop("APPRAISE_GEC_VAR", None)
    assert stated == found
