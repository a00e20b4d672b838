"""The settings as a whole, read by a fresh process as an operator would start it."""

import json
import os
import stat
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from appraise_gec.environment import Environment
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
    assert "DatabaseCache" in values["CACHES"]["default"]["BACKEND"]
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


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("SECRET_KEY", {"ALLOWED_HOSTS": "gec.example.org"}),
        ("SECRET_KEY", {"SECRET_KEY": "k" * 40}),
        ("SECRET_KEY", {"ALLOWED_HOSTS": "gec.example.org", "SECRET_KEY": "change-me-" * 5}),
        (
            "APPRAISE_GEC_HTTPS",
            {"ALLOWED_HOSTS": "gec.example.org", "SECRET_KEY": KEY, "APPRAISE_GEC_HTTPS": "0"},
        ),
        ("APPRAISE_GEC_DEMO", {"ALLOWED_HOSTS": "a.example", "SECRET_KEY": KEY, "APPRAISE_GEC_DEMO": "1"}),
        ("ALLOWED_HOSTS", {"ALLOWED_HOSTS": "*"}),
        ("DATABASE_URL", {"DATABASE_URL": "mysql://db/gec"}),
        ("APPRAISE_GEC_VAR", {"APPRAISE_GEC_VAR": "/dev/null/var"}),
    ],
)
def test_a_bad_start_is_refused_with_the_name_of_the_variable(start, name, variables):
    process = start("DEBUG", **variables)
    assert process.returncode != 0
    assert f"ImproperlyConfigured: Environment variable {name} is" in process.stderr


def test_an_open_folder_becomes_the_sites_alone(start, tmp_path):
    folder = tmp_path / "var"
    folder.mkdir()
    folder.chmod(0o755)
    assert start("DATABASES").returncode == 0
    command = [sys.executable, "manage.py", "migrate", "jobs", "--noinput"]
    environment = {"PATH": os.environ["PATH"], "APPRAISE_GEC_VAR": str(folder)}
    subprocess.run(command, cwd=CHECKOUT, env=environment, check=True, capture_output=True)
    for path, mode in ((folder, 0o700), (folder / "db.sqlite3", 0o600), (folder / "secret-key", 0o600)):
        assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda e: e.secret("X", minimum_length=32), "hunter2"),
        (lambda e: e.secret("X", minimum_length=32), "hunter2" * 6),
        (lambda e: e.url("X", "postgres"), "mysql://me:hunter2@db/gec"),
        (lambda e: e.smtp("X"), "smtp://me:hunter2@mail.example:notaport/"),
        (lambda e: e.smtp("X"), "smtp://me:hunter2@mail.example/?tls=perhaps"),
    ],
)
def test_a_refusal_does_not_repeat_a_password(read, value):
    with pytest.raises(ImproperlyConfigured, match=r"X is \(value not shown\)") as refusal:
        read(Environment({"X": value}))
    assert "hunter2" not in str(refusal.value)
