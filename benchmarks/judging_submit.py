"""How long a judge waits on the server between submitting an item and seeing the next one.

    python -m benchmarks.judging_submit [SUBMISSIONS]

Needs the packages of the tests, which `./run test --version` installs.

Loads the published 2015 campaign (13 systems, 2,319 imported rankings), draws 2,000 more items from it for
two judges each, and lets a judge submit and get the next item with the answer, as pages with scripts do,
through the whole Django stack, without network. Measured twice on each database: with all items still free,
and with 1,500 of them taken by others, which the search for the next item has to pass. BEGIN, COMMIT and
savepoints are not counted as queries. Beside the time on the clock stands the processor time of this process,
which depends less on what else the machine is doing.
"""

import hashlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
ITEMS = 2_000
TAKEN = 1_500
SUBMISSIONS = 300


def main() -> None:
    """Measure on the database that the environment names when told so, else on SQLite and on Postgres."""
    if len(sys.argv) > 2:
        measure(sys.argv[2], int(sys.argv[1]))
        return
    from benchmarks.servers import postgres

    submissions = sys.argv[1] if len(sys.argv) > 1 else str(SUBMISSIONS)
    with tempfile.TemporaryDirectory(prefix="appraise-gec-benchmark-") as folder:
        run("SQLite", f"sqlite:///{folder}/db.sqlite3", folder, submissions)
        with postgres() as url:
            run("Postgres", url, folder, submissions)


def run(name: str, url: str, folder: str, submissions: str) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "APPRAISE_GEC_VAR": folder,
        "APPRAISE_GEC_LOG_LEVEL": "ERROR",
        "DJANGO_SETTINGS_MODULE": "appraise_gec.settings",
    }
    command = [sys.executable, "-m", "benchmarks.judging_submit", submissions, name]
    subprocess.run(command, env=environment, cwd=CHECKOUT, check=True)


def measure(name: str, submissions: int) -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    # Static files under their plain names: nothing is collected for a benchmark.
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    call_command("migrate", verbosity=0)
    campaign = load_campaign()
    report(name, "all items free", *submit_many(campaign, "first", submissions))
    take_by_others(campaign)
    report(name, f"{TAKEN:,} of {ITEMS:,} items taken", *submit_many(campaign, "second", submissions))


def load_campaign() -> Any:
    from benchmarks.import_judgments import SHARED, make_campaign
    from rankings.formats.judgments import read_judgments
    from rankings.judgments.importing import import_judgments
    from rankings.models import Campaign
    from rankings.plan.sampling import DrawOptions, draw_items

    campaign = make_campaign("gjg15")
    content = (SHARED / "data" / "gjg15" / "judgments.xml").read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()
    import_judgments(campaign, read_judgments(content, "judgments.xml"), "judgments.xml", sha256, None)
    before = campaign.items.count()
    draw_items(campaign, DrawOptions(items=ITEMS, seed=1), None, items_before=before)
    Campaign.objects.filter(pk=campaign.pk).update(state=Campaign.State.OPEN)
    campaign.refresh_from_db()
    return campaign


def take_by_others(campaign: Any) -> None:
    """Finished work of two other judges on the items that come first."""
    from django.utils import timezone

    from rankings.models import Assignment, Judge

    now = timezone.now()
    items = campaign.items.filter(is_imported=False).order_by("number")[:TAKEN]
    for name in ("other judge", "third judge"):
        judge = Judge.objects.create(campaign=campaign, name=name)
        Assignment.objects.bulk_create(
            Assignment(
                item=item,
                judge=judge,
                order=list(range(item.outputs.count())),
                state=Assignment.State.DONE,
                lent_at=now,
                lease_expires_at=now,
                finished_at=now,
            )
            for item in items
        )


def submit_many(campaign: Any, username: str, submissions: int) -> tuple[list[float], list[float], int]:
    """Milliseconds of each submission with the next page, by clock and processor; number of queries."""
    import uuid

    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from appraise_gec.accounts.models import User
    from rankings.models import Judge, Ranking

    user = User.objects.create(username=username)
    judge = Judge.objects.create(campaign=campaign, user=user, name=username)
    client = Client(headers={"host": "localhost"})
    client.force_login(user)
    first = client.post(f"/judge/{campaign.slug}/next/", follow=True)
    address, page = first.request["PATH_INFO"], first.text
    as_scripts = {"accept": "application/json"}
    clock, processor = [], []
    queries = 0
    for number in range(submissions):
        outputs = page.count('<fieldset class="output')
        ranks = {f"rank-{row}": str(1 + (row + number) % outputs) for row in range(outputs)}
        form = {"submission": uuid.uuid4(), "here": "", **ranks}
        # The first is a warm-up; the last is looked at closely, which takes time, so it is not timed.
        if number == submissions - 1:
            with CaptureQueriesContext(connection) as captured:
                client.post(address, form, headers=as_scripts)
            queries = sum(
                query["sql"].lstrip("(").split()[0] in {"SELECT", "INSERT", "UPDATE", "DELETE"}
                for query in captured.captured_queries
            )
            break
        start, processor_start = time.perf_counter(), time.process_time()
        answer = client.post(address, form, headers=as_scripts)
        if number:
            clock.append(1000 * (time.perf_counter() - start))
            processor.append(1000 * (time.process_time() - processor_start))
        told = answer.json()
        address, page = told["next"], told["page"]
    assert Ranking.objects.filter(judge=judge, is_current=True).count() == submissions
    return clock, processor, queries


def report(database: str, situation: str, clock: list[float], processor: list[float], queries: int) -> None:
    print(
        f"{database}, {situation}: submit and show the next item: median {statistics.median(clock):.1f} ms, "
        f"p95 {statistics.quantiles(clock, n=20)[-1]:.1f} ms, processor time median "
        f"{statistics.median(processor):.1f} ms, {queries} queries ({len(clock)} submissions)"
    )


if __name__ == "__main__":
    main()
