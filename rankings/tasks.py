"""Which work of human judgment the workers do, and judging as Prometheus sees it."""

from collections.abc import Iterable
from datetime import timedelta
from typing import TypeVar

from django.db.models import QuerySet
from django.utils import timezone
from prometheus_client.core import Metric

from appraise_gec.jobs.tasks import done_often, swept_daily
from appraise_gec.seeing.requests import gauge, measured
from rankings.archive import storing as archive
from rankings.corpus import further, upload
from rankings.desk import lifecycle
from rankings.judgments import upload as judgments
from rankings.models import Assignment, Ranking
from rankings.people import links
from rankings.plan import design  # noqa: F401 - declares its kind of job
from rankings.uploads import flow

KINDS_OF_UPLOADS = (archive, upload, further, judgments)
"""Modules that declare kinds of uploads."""


@done_often("campaigns that are deleted, and whose work was called off")
def go_on_deleting() -> int:
    return lifecycle.go_on_deleting()


@swept_daily("uploads that nobody confirmed")
def clear_uploads() -> int:
    return flow.sweep()


@swept_daily("addresses of letters that cannot be sent any more")
def clear_addresses() -> int:
    return links.forget_old_addresses()


Row = TypeVar("Row", Ranking, Assignment)
AT_WORK = timedelta(minutes=10)
LAST_ROWS = 200_000
"""How many of the newest rows are looked at: times have no index, and these hold the last hour of a
thousand judges."""


@measured
def judging() -> Iterable[Metric]:
    now = timezone.now()
    rankings = newest(Ranking.objects.all())
    an_hour = rankings.filter(submitted_at__gt=now - timedelta(hours=1)).count()
    answered = rankings.filter(submitted_at__gt=now - AT_WORK)
    opened = newest(Assignment.objects.all()).filter(lent_at__gt=now - AT_WORK)
    at_work = {*answered.values_list("judge_id", flat=True), *opened.values_list("judge_id", flat=True)}
    return [
        gauge(
            "judges_at_work", "Judges who opened or answered an item in the last ten minutes.", len(at_work)
        ),
        gauge("rankings_last_hour", "Rankings that were handed in during the last hour.", an_hour),
    ]


def newest(rows: QuerySet[Row]) -> QuerySet[Row]:
    """The last rows of a table that only grows."""
    last = rows.order_by("-pk").values_list("pk", flat=True).first()
    return rows.filter(pk__gt=(last or 0) - LAST_ROWS)
