"""How much memory a large campaign takes on its way: upload, preview, creation, forecast of a sample, sample.

    python -m benchmarks.large_corpora [SENTENCES [SYSTEMS]]

By default 190,000 sentences (with blank lines, as many lines as a file may have) and 4 systems besides INPUT,
on SQLite. The upload comes through the site's WSGI application as gunicorn would hand it over, outputs in one
zip archive. Each step is a process of its own; prints seconds, and the most memory that it took.
"""

import io
import os
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
BOUNDARY = "large-corpora"
STEPS = ("make", "upload", "preview", "create", "forecast", "draw")


def main() -> None:
    """Measure one step when told which, else start one after another."""
    if sys.argv[1:2] == ["--step"]:
        measure(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
        return
    sizes = sys.argv[1:]
    sizes = [*sizes, *["190000", "4"][len(sizes) :]]
    with tempfile.TemporaryDirectory(prefix="appraise-gec-benchmark-") as folder:
        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
            "APPRAISE_GEC_VAR": folder,
            "APPRAISE_GEC_LOG_LEVEL": "ERROR",
            "APPRAISE_GEC_MAX_UPLOAD_MB": "128",
        }
        for step in STEPS:
            command = [sys.executable, "-m", "benchmarks.large_corpora", "--step", step, *sizes]
            subprocess.run(command, env=environment, cwd=CHECKOUT, check=True)


def measure(step: str, sentences: int, systems: int) -> None:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "appraise_gec.settings"
    from django.conf import settings

    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    django.setup()
    body = Path(os.environ["APPRAISE_GEC_VAR"]) / "body"
    if step == "make":
        make(sentences, systems, body)
        return
    from rankings.models import Campaign

    work: dict[str, Any] = {
        "upload": lambda: upload(body),
        "preview": lambda: run_job(ask_preview),
        "create": lambda: run_job(ask_creation),
        "forecast": lambda: forecast(Campaign.objects.get()),
        "draw": lambda: draw(Campaign.objects.get()),
    }
    before, start, processor = memory(), time.perf_counter(), time.process_time()
    what = work[step]()
    seconds, processor = time.perf_counter() - start, time.process_time() - processor
    print(
        f"{step}: {what}; {seconds:.1f} s ({processor:.1f} s of the processor), "
        f"memory {before:.0f} MB before, {memory():.0f} MB at most",
        flush=True,
    )


def make(sentences: int, systems: int, body: Path) -> None:
    """The database, its owner, and the body of the request."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from appraise_gec.accounts.models import User
    from benchmarks.campaign_creation import made_up_files

    User.objects.create_user("owner", may_create_campaigns=True)
    source, *outputs = made_up_files(sentences, systems)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for output in outputs:
            archive.writestr(output.name, output.content)
    fields = {
        "title": "Made up",
        "documents": "blank",
        "direction": "auto",
        "max_outputs": "5",
        "include_input": "on",
    }
    with body.open("wb") as file:
        for name, value in fields.items():
            head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            file.write(head.encode())
        for name, file_name, content in (
            ("source", "source.txt", source.content),
            ("outputs", "outputs.zip", packed.getvalue()),
        ):
            head = (
                f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="{file_name}"\r\n'
                "Content-Type: application/octet-stream\r\n\r\n"
            )
            file.write(head.encode() + content + b"\r\n")
        file.write(f"--{BOUNDARY}--\r\n".encode())
    size = sum(one.size for one in (source, *outputs))
    print(f"{size / 1e6:.0f} MB of texts, {body.stat().st_size / 1e6:.0f} MB sent", flush=True)


def upload(body: Path) -> str:
    """Send the form through the application."""
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import Client

    from appraise_gec.accounts.models import User

    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.get(), backend="django.contrib.auth.backends.ModelBackend")
    client.get("/campaigns/new/")
    token = next(cookie.value for name, cookie in client.cookies.items() if "csrf" in name)
    begin: list[Any] = []
    with body.open("rb") as file:
        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": "/campaigns/new/",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "CONTENT_TYPE": f"multipart/form-data; boundary={BOUNDARY}",
            "CONTENT_LENGTH": str(body.stat().st_size),
            "HTTP_COOKIE": "; ".join(f"{name}={cookie.value}" for name, cookie in client.cookies.items()),
            "HTTP_X_CSRFTOKEN": token,
            "wsgi.input": file,
            "wsgi.errors": sys.stderr,
            "wsgi.url_scheme": "http",
        }
        start: Any = lambda *status: begin.append(status)  # noqa: E731
        answer = WSGIHandler()(environ, start)
        list(answer)
    return str(begin[0][0])


def ask_preview(staged: Any) -> Any:
    from rankings.corpus import upload_jobs

    return upload_jobs.ask(staged, upload_jobs.PREVIEW_KIND, staged.owner)


def ask_creation(staged: Any) -> Any:
    from rankings.corpus import upload_jobs

    return upload_jobs.ask(staged, upload_jobs.CREATE_KIND, staged.owner)


def run_job(ask: Any) -> str:
    """Ask for a job with the upload, and do its work as a worker does."""
    from appraise_gec.jobs.models import Job, State
    from appraise_gec.jobs.running import run_job as run
    from rankings.models import StagedUpload

    job = ask(StagedUpload.objects.get())
    run(job.pk)
    job = Job.objects.get(pk=job.pk)
    assert job.state == State.DONE, job.traceback
    return "by a worker"


def options() -> Any:
    from rankings.plan.sampling import DrawOptions

    return DrawOptions(items=1_000, seed=2015)


def forecast(campaign: Any) -> str:
    from rankings.plan import sampling

    expected = sampling.forecast(sampling.corpus_sets(campaign), options(), campaign.max_outputs)
    return f"{expected.items:,} items"


def draw(campaign: Any) -> str:
    from rankings.plan import sampling

    return f"{sampling.draw_items(campaign, options(), None, items_before=0):,} items"


def memory() -> float:
    """The most memory that this process has taken so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
