"""Numbers and lists of the pages for operators are those of the code."""

import json
import os
import re
import shlex
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django.utils.module_loading import autodiscover_modules

from appraise_gec import failures, readiness
from appraise_gec.accounts import tokens
from appraise_gec.jobs import housekeeping, registry
from appraise_gec.jobs.models import Job, State
from appraise_gec.seeing import counts
from appraise_gec.seeing.middleware import WELL_FORMED
from rankings import measures
from rankings.bundles import services as bundles
from rankings.corpus import staging
from rankings.judgments import uploads as judgment_uploads
from tests.conftest import CHECKOUT

OPERATIONS = "\n".join(
    (CHECKOUT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("operations", "settings", "operations-in-detail")
)
FLOWING = " ".join(OPERATIONS.split())
# What the table of queues calls each kind of job.
KINDS = {
    "rankings.invitations": "invitations by mail",
    "rankings.judge-facts": "what rankings say about judges",
    "rankings.results-so-far": "results so far",
    "rankings.preview-campaign": "previews of large uploads",
    "rankings.preview-import": "previews and imports of large files of judgments",
    "rankings.preview-texts": "previews of large uploads",
    "rankings.import-judgments": "previews and imports of large files of judgments",
    "report": "reports",
    "metric": "metrics and their comparison with people",
    "metric-help": "metrics and their comparison with people",
    "metric-study": "metrics and their comparison with people",
    "rankings.plan-design": "search for designs",
    "rankings.create-campaign": "making of large campaigns",
    "rankings.change-texts": "large systems and sentences that come later",
    "rankings.copy-campaign": "copies of large campaigns",
    "rankings.delete-campaign": "deletion of large campaigns",
    "rankings.bundle-export": "bundles",
    "rankings.bundle-check": "bundles",
    "rankings.bundle-import": "bundles",
    "rankings.paper": "archives of reports",
}
# What the page calls that which workers do by themselves.
BY_THEMSELVES = {
    "sessions": "sessions",
    "uploads that nobody confirmed": "uploads that nobody confirmed",
    "campaign bundles": "campaign bundles",
    "counts of what should not happen often": "counts of wrong passwords and links",
    "wrong attempts to sign in": "with the addresses they came from",
    "addresses of letters that cannot be sent any more": "e-mail addresses of invitations",
    "API tokens that ended long ago": "API tokens that ended three months ago",
    "leases of items that are longer than any can be": "leases of items that end later than any new one",
    "campaigns whose making was given up": "a campaign whose making was cancelled or failed",
    "answers kept for idempotency keys": "answers kept for idempotency keys",
    "archives of reports, and public pages that have ended": "archives of reports, public pages that ended",
    "scores of the demo to be compared with people": "scores of the demo are compared with people",
    "items that judges on hold still held": "items that judges on hold still held are free",
}


def queue_rows() -> dict[str, str]:
    return dict(re.findall(r"^\| `worker[a-z-]*` \| `([a-z-]+)` \| (.*) \|$", OPERATIONS, re.M))


def test_every_kind_of_job_is_named_with_its_queue():
    autodiscover_modules("tasks")
    ours = {kind for kind in registry._handlers if not kind.startswith("tests.")}
    assert ours == KINDS.keys()
    rows = queue_rows()
    for kind, words in KINDS.items():
        assert words in rows[registry.queue_of(kind, {})], kind
    listed = {words for row in rows.values() for words in re.split(r"[:,.] ", row)}
    assert len(rows) == 2
    assert set(KINDS.values()) <= listed


def test_all_that_goes_by_itself_is_named():
    autodiscover_modules("tasks")
    assert {*housekeeping._sweeps, *housekeeping._often} == BY_THEMSELVES.keys()
    section = OPERATIONS.split("### What workers do by themselves")[1].split("\n## ")[0]
    for what, words in BY_THEMSELVES.items():
        assert words in section, what
    assert timedelta(days=1).total_seconds() == housekeeping.DAY_SECONDS
    assert timedelta(days=90) == tokens.ENDED_ARE_KEPT


@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        ("campaigns of more than 4 MiB of texts", staging.MOST_IN_A_REQUEST == 4 * 1024**2),
        ("more than 2 MiB of judgments", judgment_uploads.MOST_IN_A_REQUEST == 2 * 1024**2),
        ("answered an item in the last ten minutes", timedelta(minutes=10) == measures.AT_WORK),
        ("what is new every five seconds", counts.SECONDS_BETWEEN_WRITES == 5),
        ("ends by itself after 15 minutes", timedelta(minutes=15) == settings.AXES_COOLOFF_TIME),
        ("works once, for a day", timedelta(days=1).total_seconds() == settings.PASSWORD_RESET_TIMEOUT),
        ("if it has 8 to 64 letters, digits, dots, hyphens or underscores", "{8,64}" in WELL_FORMED.pattern),
        ('"The database is away"** (503)', "cannot be reached" in failures.DATABASE_AWAY),
        ('"The disk is full"** (507)', "nothing was stored" in failures.DISK_FULL),
    ],
)
def test_numbers_are_those_of_the_code(sentence: str, holds: bool):
    assert sentence in FLOWING
    assert holds


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


def test_bundles_are_kept_as_long_as_their_page_says():
    text = " ".join((CHECKOUT / "docs" / "bundle.md").read_text(encoding="utf-8").split())
    days, hours = bundles.KEPT_EXPORT.days, bundles.KEPT_UPLOAD.total_seconds() / 3600
    assert f"kept for {days} days, an upload for {hours:.0f} hours" in text


def test_the_proxy_and_the_logs_have_the_limits_of_the_page():
    proxy = (CHECKOUT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert (
        "It waits 30 seconds for a `web` that is started again, 10 minutes for a large file over a slow "
        "line, and 5 minutes for an answer."
    ) in FLOWING
    for line in ("lb_try_duration 30s", "read_body 10m", "response_header_timeout 5m"):
        assert line in proxy
    compose = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))
    assert "five files of 10 MB each" in FLOWING
    for name, service in compose["services"].items():
        assert service["logging"] == {
            "driver": "json-file",
            "options": {"max-size": "10m", "max-file": "5"},
        }, name


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
