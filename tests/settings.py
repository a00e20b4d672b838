"""The site's settings for tests: a database and queue of their own, whatever the shell has set."""

import atexit
import os
import shutil
import tempfile

TEST_VARIABLES = {
    "APPRAISE_GEC_SHARED",
    "APPRAISE_GEC_REQUIRE_ALL",
    "APPRAISE_GEC_REPRODUCE_ALL",
    "APPRAISE_GEC_CHROMIUM",
    "APPRAISE_GEC_SCREENSHOTS",
    "APPRAISE_GEC_METEOR_JAR",
    "APPRAISE_GEC_FUZZ",
}

for name in list(os.environ):
    ours = name.startswith("APPRAISE_GEC_") and not name.startswith("APPRAISE_GEC_TEST_")
    if ours and name not in TEST_VARIABLES:
        del os.environ[name]
for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS"):
    os.environ.pop(name, None)
    os.environ.pop(f"{name}_FILE", None)

# A worker that a test starts is told the folder and database of that test.
var = os.environ.get("APPRAISE_GEC_TEST_VAR")
if not var:
    var = tempfile.mkdtemp(prefix="appraise-gec-tests-")
    atexit.register(shutil.rmtree, var, ignore_errors=True)

os.environ["APPRAISE_GEC_VAR"] = var
os.environ["SECRET_KEY"] = "only-for-tests-" + "0" * 40
if database_url := os.environ.get("APPRAISE_GEC_TEST_DATABASE_URL"):
    os.environ["DATABASE_URL"] = database_url
if redis_url := os.environ.get("APPRAISE_GEC_TEST_REDIS_URL"):
    # Tests running side by side each have a Redis database of their own.
    number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    os.environ["REDIS_URL"] = f"{redis_url}/{number}" if redis_url.count("/") == 2 else redis_url

# A worker that a test starts is told that test's mail server.
if email_url := os.environ.get("APPRAISE_GEC_TEST_EMAIL_URL"):
    os.environ["APPRAISE_GEC_EMAIL_URL"] = email_url

from appraise_gec.settings import *  # noqa: E402, F403 - the environment must be set first
from appraise_gec.settings import DATABASES, INSTALLED_APPS, STORAGES, VAR  # noqa: E402

JOB_LEASE_SECONDS = 3
INSTALLED_APPS = [*INSTALLED_APPS, "tests.jobs.sample_work", "tests.emptying"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Whether somebody has built the documentation here changes no test.
DOCUMENTATION_FOLDER = VAR / "docs"
if not email_url:
    EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
# A connection kept open would stop the test database from being dropped.
DATABASES["default"]["CONN_MAX_AGE"] = 0
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, because two connections to a database in memory never wait for each other's locks.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR / "test.sqlite3")}
    # A test database need not survive a power cut.
    options = DATABASES["default"]["OPTIONS"]
    unsynced = options["init_command"].replace("synchronous=NORMAL", "synchronous=OFF")
    DATABASES["default"]["OPTIONS"] = {**options, "init_command": unsynced}
