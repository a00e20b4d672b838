"""Settings, read from the environment; with nothing set, the embedded stack on this machine.

Every variable is described in docs/operations.md, and a test holds that page to this file.
"""

import os
import ssl
import tempfile
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

import dj_database_url

from appraise_gec.accounts.settings import *  # noqa: F403 - settings are names in a module
from appraise_gec.environment import HOST, HOW_TO_MAKE_ONE, ORIGIN, Environment, kept_secret
from appraise_gec.processes import FILES, SHORT_JOBS, WRITTEN
from appraise_gec.seeing.logs import LEVELS, log_to_stderr
from rankings.api.settings import *  # noqa: F403

BASE_DIR = Path(__file__).resolve().parent.parent
LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"]

ENVIRONMENT = Environment(os.environ)

# --- Where data lies -------------------------------------------------------------------------------------

VAR = ENVIRONMENT.folder("APPRAISE_GEC_VAR", WRITTEN / "var")

# --- Who may reach the site ------------------------------------------------------------------------------

DEBUG = False
ALLOWED_HOSTS = (
    ENVIRONMENT.listed("ALLOWED_HOSTS", HOST, "host names without scheme, port or *") or LOOPBACK_HOSTS
)
CSRF_TRUSTED_ORIGINS = ENVIRONMENT.listed(
    "CSRF_TRUSTED_ORIGINS", ORIGIN, "origins such as https://gec.example.org"
)
ONLY_THIS_MACHINE = set(ALLOWED_HOSTS) <= set(LOOPBACK_HOSTS)

DEMO = ENVIRONMENT.boolean("APPRAISE_GEC_DEMO", False)
if DEMO and not ONLY_THIS_MACHINE:
    ENVIRONMENT.refuse("APPRAISE_GEC_DEMO", "0 when ALLOWED_HOSTS names more than this machine")


SECRET_KEY = ENVIRONMENT.secret("SECRET_KEY", minimum_length=32)
if not SECRET_KEY and not ONLY_THIS_MACHINE:
    ENVIRONMENT.refuse(
        "SECRET_KEY",
        "a long random text when ALLOWED_HOSTS names more than this machine, such as the one that this "
        f"prints: {HOW_TO_MAKE_ONE}",
    )
SECRET_KEY = SECRET_KEY or kept_secret(VAR / "secret-key")

# --- HTTPS -----------------------------------------------------------------------------------------------

HTTPS = ENVIRONMENT.boolean("APPRAISE_GEC_HTTPS", not ONLY_THIS_MACHINE)
# Without HTTPS anybody on the way reads passwords and takes over sessions.
PRIVATE_NETWORK = ENVIRONMENT.boolean("APPRAISE_GEC_PRIVATE_NETWORK", False)
if not HTTPS and not ONLY_THIS_MACHINE and not PRIVATE_NETWORK:
    ENVIRONMENT.refuse(
        "APPRAISE_GEC_HTTPS",
        "1, or nothing, when ALLOWED_HOSTS names more than this machine: put a proxy with HTTPS in front. "
        "Where nobody can listen, set APPRAISE_GEC_PRIVATE_NETWORK=1 as well",
    )
TRUST_PROXY = ENVIRONMENT.boolean("APPRAISE_GEC_TRUST_PROXY", False)
SECURE_HSTS_SECONDS = ENVIRONMENT.integer(
    "APPRAISE_GEC_HSTS_SECONDS", 2_592_000 if HTTPS else 0, minimum=0, maximum=63_072_000
)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(health|ready)/$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUST_PROXY else None
# Browsers share cookies between the ports of one host, so the names must not meet those of a neighbour.
SESSION_COOKIE_NAME = "appraise_gec_session"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_NAME = "appraise_gec_csrf"
CSRF_COOKIE_SECURE = HTTPS

# --- Uploads ---------------------------------------------------------------------------------------------

MAX_UPLOAD_BYTES = ENVIRONMENT.integer("APPRAISE_GEC_MAX_UPLOAD_MB", 64, minimum=1, maximum=4096) * 1024**2
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024  # form fields and API bodies; files count towards the one above
DATA_UPLOAD_MAX_NUMBER_FILES = 200

# --- Application -----------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "appraise_gec",
    "appraise_gec.accounts",
    "appraise_gec.jobs",
    "rankings",
    "metrics",
    "appraise_gec.report.site",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "rest_framework",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]

MIDDLEWARE = [
    "appraise_gec.seeing.requests.SeeingMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "appraise_gec.security.SecurityHeadersMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "appraise_gec.security.ReadableMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "appraise_gec.languages.choice.PersonLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "appraise_gec.accounts.second_factor.SecondFactorRequiredMiddleware",
    "rankings.judging.handing_in.OnHoldMiddleware",
    "appraise_gec.problems.WrongMethodMiddleware",
]

ROOT_URLCONF = "appraise_gec.urls"
WSGI_APPLICATION = "appraise_gec.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FILES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "appraise_gec.views.site",
            ],
            "builtins": ["django.templatetags.i18n", "appraise_gec.languages.sentences"],
        },
    },
]

# Of everybody who is more than a judge.
REQUIRE_SECOND_FACTOR = ENVIRONMENT.boolean("APPRAISE_GEC_REQUIRE_SECOND_FACTOR", False)

# --- Database, cache, queue ------------------------------------------------------------------------------

SQLITE_OPTIONS = {
    # Taking the write lock at once makes waiting writers queue; upgrading a read lock would fail instead.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # 8 MB for pages: with the usual 2 MB, the indexes of a campaign that is stored are read again and again.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; "
    "PRAGMA cache_size=-8000;",
}
database_url = ENVIRONMENT.url("DATABASE_URL", "postgres", "postgresql", "sqlite", private=True)
if not database_url:
    (VAR / "db.sqlite3").touch(mode=0o600)
try:
    database: dict[str, Any] = dict(
        dj_database_url.parse(
            database_url or f"sqlite:///{VAR / 'db.sqlite3'}", conn_max_age=600, conn_health_checks=True
        )
    )
except ValueError:
    ENVIRONMENT.refuse("DATABASE_URL", "postgres://user:password@host:port/name", hide_value=True)
if not database["NAME"] or database["NAME"] == ":memory:":
    ENVIRONMENT.refuse("DATABASE_URL", "a URL with the name of a database or file", hide_value=True)
database_password = ENVIRONMENT.private("APPRAISE_GEC_DATABASE_PASSWORD")
if database["ENGINE"] == "django.db.backends.sqlite3":
    database["OPTIONS"] = SQLITE_OPTIONS
    # One web process has a site on SQLite, so memory is shared by all its threads.
    CACHES: dict[str, Any] = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
else:
    database["PASSWORD"] = database["PASSWORD"] or database_password
    # A server that does not even refuse would hold up every request for minutes.
    database.setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
    # Not in Redis, which may be away.
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"}}
CACHES["default"]["OPTIONS"] = {"MAX_ENTRIES": 10_000}
DATABASES = {"default": database}

REDIS_URL = ENVIRONMENT.url("REDIS_URL", "redis", "rediss", private=True)
# Without Redis messages stay within the one worker, which finds in the database what others ask for.
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {"polling_interval": 0.2}
if REDIS_URL:
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "global_keyprefix": "appraise-gec:",
        "visibility_timeout": 300,
        "socket_connect_timeout": 5,
        "socket_keepalive": True,
        "health_check_interval": 30,
    }
if REDIS_URL.startswith("rediss:"):
    CELERY_BROKER_USE_SSL = {"ssl_cert_reqs": ssl.CERT_REQUIRED}

# --- Jobs -------------------------------------------------------------------------------------------

# Nothing of a job travels in a message except its id, and nothing but the job's row holds its result.
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = SHORT_JOBS
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1}

# A job whose worker shows no life for so long is given to another, so many times in all.
JOB_LEASE_SECONDS = ENVIRONMENT.integer("APPRAISE_GEC_JOB_LEASE_SECONDS", 30, minimum=1, maximum=3600)
JOB_MAX_ATTEMPTS = 3
# How often a worker looks for jobs of which it got no message.
JOB_SWEEP_SECONDS = 10.0 if REDIS_URL else 0.0
# Touched by a worker whenever it has looked for stalled jobs, for health checks.
WORKER_ALIVE_FILE = ENVIRONMENT.text("APPRAISE_GEC_WORKER_ALIVE_FILE")
JOB_MAX_SECONDS = ENVIRONMENT.integer("APPRAISE_GEC_JOB_MAX_SECONDS", 3600, minimum=10, maximum=604_800)

# --- Metrics that other programs compute ------------------------------------------------------------------

# Read by metrics.scorers, which work without a site; asked for here so that a bad value stops the start.
ENVIRONMENT.url("APPRAISE_GEC_LANGUAGETOOL", "http", "https")
ENVIRONMENT.text("APPRAISE_GEC_METEOR_JAR")

# --- Static files ----------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = WRITTEN / "staticfiles"
# Sections look the same on the site and in a file.
STATICFILES_DIRS = [FILES / "static", ("css", BASE_DIR / "appraise_gec" / "present" / "css")]
# Made by ./run docs, and with the image; the site serves it under /docs/.
DOCUMENTATION_FOLDER = FILES / "build" / "docs"
STORAGES = {
    # What people upload lies in the database. What the site sends to all is collected by one user (root, for
    # an image) and read by another.
    "staticfiles": {
        "BACKEND": "appraise_gec.static_files.HashedStaticFilesStorage",
        "OPTIONS": {"file_permissions_mode": 0o644, "directory_permissions_mode": 0o755},
    },
}

# --- Language, time, mail, log ---------------------------------------------------------------------------

# Each in its own name, as people look for it. A language is added once its catalog is complete.
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
    ("pl", "Polski"),
    ("es", "Español"),
    ("fr", "Français"),
    ("zh-hans", "简体中文"),
    ("ar", "العربية"),
    ("uk", "Українська"),
    ("ja", "日本語"),
    ("cs", "Čeština"),
]
LANGUAGE_CODE = ENVIRONMENT.choice("APPRAISE_GEC_LANGUAGE", "en", dict(LANGUAGES))
LOCALE_PATHS = [FILES / "locale"]
FORMAT_MODULE_PATH = "appraise_gec.languages.formats"
LANGUAGE_COOKIE_NAME = "appraise_gec_language"
LANGUAGE_COOKIE_AGE = 365 * 86_400
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
# Rooms (namespaces of addresses) and single pages in all languages. The others are in English.
ROOMS_IN_ALL_LANGUAGES = frozenset({"accounts", "judging", "people"})
PAGES_IN_ALL_LANGUAGES = frozenset({"home", "join", "link", "language"})
PAGES_OF_ALLAUTH = ("account_", "mfa_")
TIME_ZONE = ENVIRONMENT.choice(
    "APPRAISE_GEC_TIME_ZONE", "UTC", available_timezones(), "a time zone name such as UTC or Asia/Tokyo"
)

EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
DEFAULT_FROM_EMAIL = ENVIRONMENT.text("APPRAISE_GEC_EMAIL_FROM", "Appraise GEC <noreply@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
globals().update(ENVIRONMENT.smtp("APPRAISE_GEC_EMAIL_URL"))
# Without a mail server, messages are printed to the log, where nobody but the operator finds them.
MAIL_IS_CONFIGURED = EMAIL_BACKEND != "django.core.mail.backends.console.EmailBackend"

LOG_LEVEL = ENVIRONMENT.choice("APPRAISE_GEC_LOG_LEVEL", "INFO", LEVELS)
LOG_FORMAT = ENVIRONMENT.choice("APPRAISE_GEC_LOG_FORMAT", "plain", {"plain", "json"})
LOGGING = log_to_stderr(LOG_LEVEL, LOG_FORMAT)

# --- Seeing what the site does ----------------------------------------------------------------------------

PROMETHEUS_TOKEN = ENVIRONMENT.secret("APPRAISE_GEC_PROMETHEUS_TOKEN", minimum_length=32)
# Web processes of one gunicorn count together, here. prometheus_client reads the variable when imported.
PROMETHEUS_FOLDER = ""
if PROMETHEUS_TOKEN:
    PROMETHEUS_FOLDER = f"{tempfile.gettempdir()}/appraise-gec-counts-{os.getppid()}"
    Path(PROMETHEUS_FOLDER).mkdir(exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = PROMETHEUS_FOLDER
