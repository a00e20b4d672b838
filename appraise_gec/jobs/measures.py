"""Jobs as Prometheus sees them: by state and age, and messages that wait."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client.core import Metric

from appraise_gec.jobs.models import WORKING_STATES, Job, State
from appraise_gec.readiness import AWAY, redis_state
from appraise_gec.seeing.measures import gauge_by, measured

logger = logging.getLogger(__name__)


@measured
def jobs() -> Iterable[Metric]:
    counted = dict(Job.objects.order_by().values_list("state").annotate(Count("pk")))
    begun = dict(
        Job.objects.filter(state__in=WORKING_STATES)
        .order_by()
        .values_list("state")
        .annotate(Min("created_at"))
    )
    now = timezone.now()
    ages = {
        str(state): max(0.0, (now - begun[state]).total_seconds()) if state in begun else 0.0
        for state in WORKING_STATES
    }
    by_state = {str(state): counted.get(state, 0) for state in State.values}
    return [
        gauge_by(
            "state", "jobs", "Jobs by state. Those that are queued are the length of the queue.", by_state
        ),
        gauge_by("state", "job_oldest_seconds", "Time since the oldest job was asked for.", ages),
    ]


@measured
def messages() -> Iterable[Metric]:
    """Messages that no worker has taken yet. Without a message a job is found all the same, later."""
    if redis_state() == AWAY:
        return []
    return [gauge_by("queue", "queue_messages", "Messages that wait for a worker.", depths())]


def depths() -> Mapping[str, float]:
    """How many messages wait in each queue; empty if the queue does not answer."""
    from appraise_gec.celery import app  # noqa: PLC0415 - pages that ask nothing of a queue need none

    waiting: dict[str, float] = {}
    try:
        with app.connection_for_read() as connection:
            channel: Any = connection.default_channel
            for name in app.amqp.queues:
                waiting[str(name)] = int(channel._size(name))
    except Exception:
        logger.warning("could not ask the queue for its length", exc_info=True)
    return waiting
