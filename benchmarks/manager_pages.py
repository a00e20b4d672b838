"""Processor time of every page of a manager, in a large campaign that is open.

    python -m benchmarks.manager_pages [RANKINGS] [JUDGES] [sqlite|postgres]

Makes a campaign of RANKINGS (20,000) by JUDGES (30): twelve systems, two judges an item, five outputs an
item, one check item and one repetition for every twenty rankings, two weeks of times. Each page is fetched
through all middleware, in one process: with an empty cache and nothing computed, and again when the jobs are
done that it started. Prints processor seconds of this process and, on Postgres, of the server; and queries.
"""

import os
import sys
import tempfile
import time
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import numpy as np

from benchmarks.processor_time import child_named, seconds_of

SYSTEMS = tuple(f"SYSTEM-{letter}" for letter in "ABCDEFGHIJKL")
OUTPUTS = 5
SENTENCES = 2_000
PER_ITEM = 2
SLUG = "large"
PAGES = (
    "/",
    "/campaigns/large/",
    "/campaigns/large/progress/",
    "/campaigns/large/live/",
    "/campaigns/large/items/",
    "/campaigns/large/items/all/",
    "/campaigns/large/items/1/",
    "/campaigns/large/plan/",
    "/campaigns/large/plan/quality/",
    "/campaigns/large/plan/forecast/",
    "/campaigns/large/judges/",
    "/campaigns/large/judges/{judge}/",
    "/campaigns/large/judges/{judge}/work/",
    "/campaigns/large/judges/{judge}/discard/",
    "/campaigns/large/flags/",
    "/campaigns/large/leases/",
    "/campaigns/large/history/",
    "/campaigns/large/team/",
    "/campaigns/large/settings/",
    "/campaigns/large/crowd/",
    "/campaigns/large/report/",
)


def main() -> None:
    rankings = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    judges = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    on_postgres = len(sys.argv) > 3 and sys.argv[3] == "postgres"
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="appraise-gec-pages-"))
        os.environ.update(
            APPRAISE_GEC_VAR=folder,
            APPRAISE_GEC_LOG_LEVEL="ERROR",
            SECRET_KEY="only-for-this-benchmark-" + "0" * 40,
            DJANGO_SETTINGS_MODULE="appraise_gec.settings",
        )
        if on_postgres:
            from benchmarks.servers import postgres

            os.environ["DATABASE_URL"] = stack.enter_context(postgres())
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        from django.db import connection

        stack.callback(connection.close)
        make_campaign(rankings, judges)
        if on_postgres:
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
        measure(child_named("postgres") if on_postgres else None)


def make_campaign(rankings: int, judges: int) -> Any:
    """The campaign, with its owner `manager`."""
    from django.utils import timezone

    from appraise_gec.accounts.models import User
    from rankings import models as m

    draw = np.random.default_rng(1)
    owner = User.objects.create_user("manager", may_create_campaigns=True)
    now = timezone.now()
    began = now - timedelta(days=14)
    campaign = m.Campaign.objects.create(
        slug=SLUG,
        title="Large",
        state=m.Campaign.State.OPEN,
        language="en",
        created_by=owner,
        judges_per_item=PER_ITEM,
        repeat_percent=5,
        check_percent=5,
        opened_at=began,
    )
    m.Membership.objects.create(campaign=campaign, user=owner, role=m.Membership.Role.OWNER)
    document = m.Document.objects.create(campaign=campaign, position=0, name="essay")
    sentences = m.Sentence.objects.bulk_create(
        m.Sentence(campaign=campaign, document=document, index=index, text=f"Sentence {index} is here .")
        for index in range(SENTENCES)
    )
    systems = [m.System.objects.create(campaign=campaign, name=name) for name in SYSTEMS]
    people = User.objects.bulk_create(User(username=f"judge-{n}") for n in range(judges))
    panel = [m.Judge.objects.create(campaign=campaign, name=one.username, user=one) for one in people]
    # A tenth more items than are done.
    judged = rankings // PER_ITEM
    corpus = (campaign, sentences, systems)
    items = _items(corpus, judged * 11 // 10, "judging", 0, draw)
    checks = _items(corpus, 40, "check", len(items), draw)
    strengths = np.linspace(0.8, -0.8, len(SYSTEMS))
    work: list[tuple[Any, Any]] = [
        (panel[(n + k) % judges], item) for n, item in enumerate(items[:judged]) for k in range(PER_ITEM)
    ]
    work += [(judge, check) for judge in panel for check in checks[: max(1, rankings // judges // 20)]]
    repeats = m.Item.objects.bulk_create(
        m.Item(
            campaign=campaign,
            sentence=item.sentence,
            number=item.number,
            purpose="repeat",
            original=item,
            reserved_for=judge,
        )
        for judge, item in work[: rankings // 10 : PER_ITEM]
    )
    _copy_outputs(repeats)
    work += [(repeat.reserved_for, repeat) for repeat in repeats]
    _judge(work, strengths, draw, began, now)
    return campaign


def _items(corpus: tuple[Any, list[Any], list[Any]], number: int, purpose: str, start: int, draw: Any) -> Any:
    from rankings import models as m

    campaign, sentences, systems = corpus
    expected = {"before": [[0, 1]]} if purpose == "check" else {}
    items = m.Item.objects.bulk_create(
        m.Item(
            campaign=campaign,
            sentence=sentences[int(draw.integers(SENTENCES))],
            number=start + index,
            purpose=purpose,
            expected=expected,
            check_kind="damaged" if purpose == "check" else "",
        )
        for index in range(number)
    )
    outputs = m.ItemOutput.objects.bulk_create(
        [
            m.ItemOutput(item=item, position=place, text=f"Sentence {item.sentence.index}, output {place} .")
            for item in items
            for place in range(OUTPUTS)
        ],
        batch_size=5000,
    )
    rows = []
    for place, item in enumerate(items):
        shuffled = draw.permutation(len(systems))
        own = outputs[place * OUTPUTS : (place + 1) * OUTPUTS]
        # Seven of twelve systems are shown; two outputs are shared.
        rows += [
            m.ItemOutputSystem(item=item, output=own[k % OUTPUTS], system=systems[shuffled[k]])
            for k in range(7)
        ]
    m.ItemOutputSystem.objects.bulk_create(rows, batch_size=5000)
    return items


def _copy_outputs(repeats: list[Any]) -> None:
    """Give repetitions the outputs of their originals, and the systems behind them."""
    from rankings import models as m

    outputs = m.ItemOutput.objects.bulk_create(
        [
            m.ItemOutput(item=item, position=place, text=f"Sentence {item.sentence.index}, output {place} .")
            for item in repeats
            for place in range(OUTPUTS)
        ],
        batch_size=5000,
    )
    of_repeat = {(one.item.original_id, one.position): one for one in outputs}
    producers = m.ItemOutputSystem.objects.filter(item__repeats__isnull=False)
    m.ItemOutputSystem.objects.bulk_create(
        [
            m.ItemOutputSystem(item=copy.item, output=copy, system_id=system)
            for item, position, system in producers.values_list("item_id", "output__position", "system_id")
            for copy in [of_repeat[item, position]]
        ],
        batch_size=5000,
    )


def _judge(work: list[tuple[Any, Any]], strengths: Any, draw: Any, began: Any, now: Any) -> None:
    from rankings import models as m

    keys = [item.pk for _, item in work]
    outputs: dict[int, list[int]] = {}
    system_of: dict[int, list[int]] = {}
    for key, item in m.ItemOutput.objects.order_by("item_id", "position").values_list("pk", "item_id"):
        outputs.setdefault(item, []).append(key)
    first = m.System.objects.order_by("pk").values_list("pk", flat=True)[0]
    for output, system in m.ItemOutputSystem.objects.values_list("output_id", "system_id"):
        system_of.setdefault(output, []).append(system - first)
    moments = np.sort(draw.uniform(0, (now - began).total_seconds(), len(work)))
    order = draw.permutation(len(work))
    seconds = draw.lognormal(3.5, 0.5, len(work))
    rankings = m.Ranking.objects.bulk_create(
        [
            m.Ranking(
                judge=work[place][0],
                item=work[place][1],
                active_seconds=float(seconds[n]),
                wall_seconds=float(seconds[n]) * 1.2,
                submitted_at=began + timedelta(seconds=float(moments[n])),
                opened_at=began + timedelta(seconds=float(moments[n]) - 60),
            )
            for n, place in enumerate(order)
        ],
        batch_size=5000,
    )
    ranked = []
    for ranking, place in zip(rankings, order, strict=True):
        shown = outputs[keys[place]]
        scores = np.array([strengths[system_of.get(one, [5])[0]] for one in shown])
        scores = scores + draw.normal(0, 1, len(shown))
        if ranking.item.purpose == "check" and draw.random() < 0.95:
            scores[:2] = 3, -3
        levels = np.round(-scores)
        ladder = np.unique(levels)
        for output, level in zip(shown, levels, strict=True):
            ranked.append(
                m.RankedOutput(
                    ranking=ranking,
                    output_id=output,
                    rank=int(np.searchsorted(ladder, level)) + 1,
                    worst_rank=OUTPUTS,
                )
            )
    m.RankedOutput.objects.bulk_create(ranked, batch_size=10_000)
    m.Assignment.objects.bulk_create(
        [
            m.Assignment(
                item_id=keys[place],
                judge=work[place][0],
                order=[int(one) for one in draw.permutation(OUTPUTS)],
                state="done",
                lent_at=now,
                lease_expires_at=now,
            )
            for place in order
        ],
        batch_size=5000,
    )


def measure(postgres: int | None) -> None:
    from django.core.cache import cache
    from django.test import Client

    from appraise_gec.accounts.models import User
    from appraise_gec.jobs.models import Job, State
    from appraise_gec.jobs.running import run_job
    from rankings.models import Judge

    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.get(username="manager"))
    judge = Judge.objects.order_by("pk")[3].pk
    for warm in ("/campaigns/large/team/", "/campaigns/large/flags/"):
        client.get(warm)
    print("Processor seconds: of the page and (of the database server); queries")
    print(f"{'page':40} {'first':>22} {'its jobs':>16} {'again':>22}")
    for page in PAGES:
        address = page.format(judge=judge)
        cache.clear()
        Job.objects.all().delete()
        first = fetched(client, address, postgres)
        if first is None:
            print(f"{address:40} not there")
            continue
        before, there = time.process_time(), _of(postgres)
        for key in list(Job.objects.filter(state=State.QUEUED).values_list("pk", flat=True)):
            run_job(key, heartbeat=False)
        jobs = f"{time.process_time() - before:.2f} ({_of(postgres) - there:.2f})"
        print(f"{address:40} {first:>22} {jobs:>16} {fetched(client, address, postgres):>22}", flush=True)


def fetched(client: Any, address: str, postgres: int | None) -> str | None:
    """What the page cost; None where there is none."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    here, there = time.process_time(), _of(postgres)
    with CaptureQueriesContext(connection) as captured:
        status = client.get(address).status_code
    if status == 404:
        return None
    assert status == 200, (address, status)
    return f"{time.process_time() - here:.3f} ({_of(postgres) - there:.2f}) {len(captured):3}"


def _of(process: int | None) -> float:
    return seconds_of(process) if process else 0.0


if __name__ == "__main__":
    main()
