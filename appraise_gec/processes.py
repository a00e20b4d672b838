"""The processes and folders of a running site, written down once for ./run, settings, compose file and tests.

Only the standard library, because the launcher stays out of what it starts.
"""

import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
# Templates, static files, messages, documentation: within a wheel, and in a checkout beside its packages.
IS_INSTALLED = (PACKAGE / "shipped").is_dir()
FILES = PACKAGE / "shipped" if IS_INSTALLED else PACKAGE.parent
# What a site writes lies in the checkout too, or else with what the person's other programs keep.
WRITTEN = PACKAGE.parent
if IS_INSTALLED:
    WRITTEN = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "appraise-gec"

# Jobs that somebody waits for and that end within seconds, and those that may take minutes.
SHORT_JOBS = "jobs"
LONG_JOBS = "long-jobs"
QUEUES = (SHORT_JOBS, LONG_JOBS)


def web(bind: str, *, workers: int = 1, threads: int = 4) -> list[str]:
    """The web server. One worker process on SQLite; behind Postgres and Redis as many as there are cores.

    Gunicorn by itself believes X-Forwarded-Proto from this machine. Here APPRAISE_GEC_TRUST_PROXY alone
    decides whether a proxy is believed, so gunicorn is set to believe nobody.
    """
    return [
        *("gunicorn", "appraise_gec.wsgi:application", "--bind", bind),
        *("--worker-class", "gthread", "--workers", str(workers), "--threads", str(threads)),
        *("--timeout", "120", "--graceful-timeout", "5", "--no-control-socket", "--forwarded-allow-ips="),
    ]


def worker(*queues: str) -> list[str]:
    """One worker does one job at a time in its own process; for more at a time, start more of them.

    It takes jobs of these queues, or of both. Killing it kills exactly one attempt at one job, and no child
    of it can live on.
    """
    return [
        *("celery", "-A", "appraise_gec.celery", "worker", "--pool", "solo", "--loglevel", "INFO"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        *("--queues", ",".join(queues or QUEUES)),
    ]


def migrate() -> list[str]:
    return ["python", "manage.py", "migrate", "--noinput"]
