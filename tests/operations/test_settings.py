"""The settings as a whole, read by a fresh process as an operator would start it."""

import json
import os
import secrets
import stat
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from appraise_gec.environment import HOST, ORIGIN, Environment
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
        ("APPRAISE_GEC_TIME_ZONE", {"APPRAISE_GEC_TIME_ZONE": "../../etc/passwd"}),
        ("APPRAISE_GEC_LANGUAGETOOL", {"APPRAISE_GEC_LANGUAGETOOL": "localhost:8010"}),
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


def test_an_empty_value_counts_as_not_set():
    environment = Environment({"A": "", "B": "  "})
    assert environment.text("A", "default") == "default"
    assert environment.boolean("B", True) is True


@pytest.mark.parametrize("make", [lambda: secrets.token_hex(16), lambda: secrets.token_urlsafe(24)])
def test_random_secrets_are_taken(make):
    for _ in range(1000):
        value = make()
        assert Environment({"X": value}).secret("X", minimum_length=32) == value


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda e: e.boolean("X", False), "maybe"),
        (lambda e: e.integer("X", 1, minimum=0, maximum=99), "100"),
        (lambda e: e.integer("X", 1, minimum=0, maximum=99), "-1"),
        (lambda e: e.integer("X", 1, minimum=0, maximum=99), "1e1"),
        (lambda e: e.listed("X", HOST, "hosts"), "*"),
        (lambda e: e.listed("X", HOST, "hosts"), "https://gec.example.org"),
        (lambda e: e.listed("X", HOST, "hosts"), "gec.example.org:8000"),
        (lambda e: e.listed("X", ORIGIN, "origins"), "gec.example.org"),
        (lambda e: e.listed("X", ORIGIN, "origins"), "https://gec.example.org/path"),
        (lambda e: e.choice("X", "a", {"a", "b"}), "c"),
    ],
)
def test_bad_values_are_refused_by_name(read, value):
    with pytest.raises(ImproperlyConfigured) as refusal:
        read(Environment({"X": value}))
    assert str(refusal.value).startswith(f"Environment variable X is {value!r}; expected ")


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


def test_a_secret_may_stand_in_a_file(tmp_path):
    file = tmp_path / "secret"
    value = secrets.token_hex(24)
    file.write_text(f"{value}\n")
    environment = Environment({"X_FILE": str(file), "X": ""})
    assert environment.secret("X", minimum_length=32) == value
    assert environment.names == {"X", "X_FILE"}
    file.write_text("redis://:pass%2Fword@queue:6379/0")
    assert Environment({"X_FILE": str(file)}).url("X", "redis", private=True) == file.read_text()


def test_mail_settings_come_from_one_url():
    mail = Environment({"X": "smtp://me%40here:pass%2Fword@mail.example/?tls=ssl"}).smtp("X")
    assert (mail["EMAIL_HOST"], mail["EMAIL_PORT"], mail["EMAIL_USE_SSL"]) == ("mail.example", 465, True)
    assert (mail["EMAIL_HOST_USER"], mail["EMAIL_HOST_PASSWORD"]) == ("me@here", "pass/word")
