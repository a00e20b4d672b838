"""How much memory twelve previews of large uploads take that are asked for at once, and how long they take.

    python -m benchmarks.upload_previews [SENTENCES [SYSTEMS [UPLOADS]]]

By default 190,000 sentences (with blank lines, as many lines as a file may have),
4 systems and 12 uploads, on SQLite. Prints the most memory of the web process
(four threads serve the pages) and of the worker. It computes one preview after another; two are enough
to see that the memory of the first is free for the second.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
THREADS = 4
COMPUTED = 2


def main() -> None:
    """Measure one process when told which, else start one after another."""
    if sys.argv[1:2] in (["stage"], ["pages"], ["worker"]):
        measure(sys.argv[1], *map(int, sys.argv[2:]))
        return
    sizes = sys.argv[1:]
    sizes = [*sizes, *["190000", "4", "12"][len(sizes) :]]
    with tempfile.TemporaryDirectory(prefix="appraise-gec-benchmark-") as folder:
        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
            "APPRAISE_GEC_VAR": folder,
            "APPRAISE_GEC_LOG_LEVEL": "ERROR",
        }
        for process in ("stage", "pages", "worker", "pages"):
            command = [sys.executable, "-m", "benchmarks.upload_previews", process, *sizes]
            subprocess.run(command, env=environment, cwd=CHECKOUT, check=True)


def measure(process: str, sentences: int, systems: int, uploads: int) -> None:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "appraise_gec.settings"
    from django.conf import settings

    # Static files under their plain names: nothing is collected for a benchmark.
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    django.setup()
    if process == "stage":
        stage(sentences, systems, uploads)
        return
    from appraise_gec.jobs.models import Job, State
    from rankings.models import StagedUpload

    before, start, processor = memory(), time.perf_counter(), time.process_time()
    if process == "pages":
        with ThreadPoolExecutor(THREADS) as threads:
            what = f"{uploads} pages at once: {sorted(set(threads.map(open_page, tokens())))}"
    else:
        from appraise_gec.jobs.running import run_job

        waiting = Job.objects.filter(state=State.QUEUED).values_list("pk", flat=True)
        what = f"{sum(map(run_job, list(waiting[:COMPUTED])))} previews by one worker"
        assert not Job.objects.filter(state=State.FAILED).exists()
        assert not StagedUpload.objects.filter(preview__errors__0__file__isnull=False).exists()
    seconds, processor = time.perf_counter() - start, time.process_time() - processor
    print(
        f"{what}: {seconds:.1f} s ({processor:.1f} s of the processor), "
        f"memory {before:.0f} MB before, {memory():.0f} MB at most",
        flush=True,
    )


def stage(sentences: int, systems: int, uploads: int) -> None:
    """Make the database, with the same upload of one person as often as wanted."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from appraise_gec.accounts.models import User
    from benchmarks.campaign_creation import made_up_files
    from rankings.corpus import staging
    from rankings.models import StagedUpload

    owner = User.objects.create_user("owner", may_create_campaigns=True)
    details = {
        "title": "Made up",
        "slug": "",
        "documents": "blank",
        "language": "",
        "direction": "auto",
        "max_outputs": 5,
        "include_input": True,
    }
    staged = staging.stage(owner, details, list(made_up_files(sentences, systems)))
    size = sum(file["size"] for file in staged.form["files"])
    parts = list(staged.parts.values_list("number", "content"))
    for _ in range(uploads - 1):
        staged.pk = None
        staged.token = StagedUpload._meta.get_field("token").get_default()
        staged.save(force_insert=True)
        for number, content in parts:
            staged.parts.create(number=number, content=content)
    print(
        f"{uploads} uploads of {size / 1e6:.0f} MB, {staged.size / 1e6:.0f} MB packed",
        flush=True,
    )


def tokens() -> list[str]:
    from rankings.models import StagedUpload

    return [str(token) for token in StagedUpload.objects.values_list("token", flat=True)]


def open_page(token: str) -> int:
    """The status of the preview page of this upload, opened by its owner."""
    from django.db import connection
    from django.test import Client

    from appraise_gec.accounts.models import User

    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.get(), backend="django.contrib.auth.backends.ModelBackend")
    try:
        return client.get(f"/campaigns/new/{token}/").status_code
    finally:
        connection.close()


def memory() -> float:
    """The most memory that this process has taken so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
