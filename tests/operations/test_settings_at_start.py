"""The settings as a whole, read by a fresh process as an operator would start it."""

import json
import os
import stat
import subprocess
import sys

import pytest
from django.core.checks import run_checks

from tests.conftest import CHECKOUT

KEY = "a-key-for-one-test-of-settings-0123456789"
READ = """
import json
from appraise_gec import settings
print(json.dumps({name: getattr(settings, name) for name in %r}, default=str))
"""


@pytest.fixture
def start(tmp_path):
    """Read settings in a process that has only these variables; returns the process."""

    def read(*names: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", READ % (names,)],
            cwd=CHECKOUT,
            env={"PATH": os.environ["PATH"], "APPRAISE_GEC_VAR": str(tmp_path / "var"), **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    return read


def test_with_nothing_set_the_site_is_for_this_machine_only(start, tmp_path):
    values = json.loads(start("DEBUG", "ALLOWED_HOSTS", "DEMO", "DATABASES", "CELERY_BROKER_URL").stdout)
    assert values["DEBUG"] is False
    assert values["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert values["DEMO"] is False
    assert values["DATABASES"]["default"]["NAME"] == str(tmp_path / "var" / "db.sqlite3")
    assert values["DATABASES"]["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert values["CELERY_BROKER_URL"].startswith("memory:")


def test_the_secret_key_is_made_once_and_kept_from_others(start, tmp_path):
    first = json.loads(start("SECRET_KEY").stdout)["SECRET_KEY"]
    assert json.loads(start("SECRET_KEY").stdout)["SECRET_KEY"] == first
    assert len(first) >= 50
    assert stat.S_IMODE((tmp_path / "var" / "secret-key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o700


def test_processes_that_start_together_agree_on_the_key(tmp_path):
    command = [sys.executable, "-c", "from appraise_gec.settings import SECRET_KEY; print(SECRET_KEY)"]
    environment = {"PATH": os.environ["PATH"], "APPRAISE_GEC_VAR": str(tmp_path / "var")}
    options = {"cwd": CHECKOUT, "env": environment, "stdout": subprocess.PIPE, "text": True}
    together = [subprocess.Popen(command, **options) for _ in range(4)]  # type: ignore[call-overload]
    assert len({process.communicate()[0] for process in together}) == 1


def test_production_settings(start):
    values = json.loads(
        start(
            "DATABASES", "CACHES", "CELERY_BROKER_URL", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE",
            "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "SECURE_PROXY_SSL_HEADER",
            ALLOWED_HOSTS="gec.example.org",
            SECRET_KEY=KEY,
            DATABASE_URL="postgres://me:pw@db:5433/gec",
            REDIS_URL="redis://queue:6379/0",
        ).stdout
    )  # fmt: skip
    database = values["DATABASES"]["default"]
    assert (database["ENGINE"], database["HOST"]) == ("django.db.backends.postgresql", "db")
    assert "RedisCache" in values["CACHES"]["default"]["BACKEND"]
    assert values["CELERY_BROKER_URL"] == "redis://queue:6379/0"
    assert (
        values["SESSION_COOKIE_SECURE"]
        is values["CSRF_COOKIE_SECURE"]
        is values["SECURE_SSL_REDIRECT"]
        is True
    )
    assert values["SECURE_HSTS_SECONDS"] > 0
    assert values["SECURE_PROXY_SSL_HEADER"] is None


def test_secrets_come_from_files_as_well(start, tmp_path):
    for name, value in (("key", KEY), ("password", "p@ss/word?")):
        (tmp_path / name).write_text(f"{value}\n")
    values = json.loads(
        start(
            *("SECRET_KEY", "DATABASES"),
            ALLOWED_HOSTS="gec.example.org",
            SECRET_KEY_FILE=str(tmp_path / "key"),
            DATABASE_URL="postgres://me@db:5433/gec",
            APPRAISE_GEC_DATABASE_PASSWORD_FILE=str(tmp_path / "password"),
        ).stdout
    )
    assert values["SECRET_KEY"] == KEY
    assert values["DATABASES"]["default"]["PASSWORD"] == "p@ss/word?"


def test_the_proxy_is_believed_only_when_told(start):
    values = json.loads(start("SECURE_PROXY_SSL_HEADER", APPRAISE_GEC_TRUST_PROXY="1").stdout)
    assert values["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("SECRET_KEY", {"ALLOWED_HOSTS": "gec.example.org"}),
        ("SECRET_KEY", {"SECRET_KEY": "short"}),
        ("SECRET_KEY", {"SECRET_KEY": "k" * 40}),
        ("SECRET_KEY", {"ALLOWED_HOSTS": "gec.example.org", "SECRET_KEY": "change-me-" * 5}),
        ("SECRET_KEY", {"SECRET_KEY": "django-insecure-" + KEY}),
        (
            "APPRAISE_GEC_HTTPS",
            {"ALLOWED_HOSTS": "gec.example.org", "SECRET_KEY": KEY, "APPRAISE_GEC_HTTPS": "0"},
        ),
        ("APPRAISE_GEC_DEMO", {"ALLOWED_HOSTS": "a.example", "SECRET_KEY": KEY, "APPRAISE_GEC_DEMO": "1"}),
        ("ALLOWED_HOSTS", {"ALLOWED_HOSTS": "*"}),
        ("DATABASE_URL", {"DATABASE_URL": "mysql://db/gec"}),
        ("DATABASE_URL", {"DATABASE_URL": "sqlite://"}),
        ("DATABASE_URL", {"DATABASE_URL": "postgres://me:pw@db:port/gec"}),
        ("REDIS_URL", {"REDIS_URL": "localhost:6379"}),
        ("APPRAISE_GEC_VAR", {"APPRAISE_GEC_VAR": "/dev/null/var"}),
        ("APPRAISE_GEC_LANGUAGE", {"APPRAISE_GEC_LANGUAGE": "klingon"}),
        ("APPRAISE_GEC_LANGUAGETOOL", {"APPRAISE_GEC_LANGUAGETOOL": "localhost:8010"}),
    ],
)
def test_a_bad_start_is_refused_with_the_name_of_the_variable(start, name, variables):
    process = start("DEBUG", **variables)
    assert process.returncode != 0
    assert f"ImproperlyConfigured: Environment variable {name} is" in process.stderr


def test_the_demo_is_refused_where_others_can_reach_it(settings):
    settings.DEMO = True
    settings.ALLOWED_HOSTS = ["localhost"]
    assert not [message for message in run_checks() if message.id == "appraise_gec.E001"]
    settings.ALLOWED_HOSTS = ["localhost", "gec.example.org"]
    assert [message.is_serious() for message in run_checks() if message.id == "appraise_gec.E001"] == [True]
