"""Results that a worker computes for a manager's page, and the page shows until there is a newer one.

What takes more than a moment in a large campaign is not computed while somebody waits for a page. Opening the
page has it computed anew where rankings have changed since; the result stands in the row of its job.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import OperationalError, transaction
from django.utils import timezone

from appraise_gec.jobs import services
from appraise_gec.jobs.models import Job, State
from rankings.models import Campaign

logger = logging.getLogger(__name__)

# While judging goes on, rankings change all the time; so often is a result made anew.
LEAST_AGE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class KeptResult:
    """The newest result, and the job that is making another.

    Attributes:
        result: None while there is none.
        at: when it was made.
        is_current: whether it is of the present rankings.
        job: that is at work, or failed after the result was made; else None.
    """

    result: Mapping[str, Any] | None
    at: datetime | None
    is_current: bool
    job: Job | None


def kept_result(kind: str, campaign: Campaign, mark: str, *, urgent_mark: str = "") -> KeptResult:
    """The newest result of jobs of this kind; has it made anew where it is of other rankings.

    Args:
        kind: of job. Its arguments are `campaign`, `mark` and `urgent_mark`.
        campaign: that the result is about.
        mark: changes with what the result is made from.
        urgent_mark: a change of this one does not wait until the result is `LEAST_AGE` old.
    """
    asked = {"campaign": campaign.pk, "mark": mark, "urgent_mark": urgent_mark}
    jobs = list(Job.objects.about(kind, campaign=campaign.pk))
    if _is_due(jobs, asked):
        jobs = _with_another(jobs, kind, campaign, asked)
    done = _newest_done(jobs)
    latest = jobs[0] if jobs else None
    return KeptResult(
        result=done.result if done else None,
        at=done.finished_at if done else None,
        is_current=done is not None and done.arguments == asked,
        job=latest if latest is not None and latest.state != State.DONE else None,
    )


def _with_another(jobs: list[Job], kind: str, campaign: Campaign, asked: Mapping[str, Any]) -> list[Job]:
    """The jobs, with a new one in front; as they were where somebody is changing the campaign just now.

    An import may hold the campaign for a while. The page is shown all the same; the next one asks again.
    """
    try:
        with transaction.atomic():
            held = Campaign.objects.select_for_update(skip_locked=True).filter(pk=campaign.pk)
            if not list(held.values_list("pk", flat=True)):
                return jobs
            jobs = list(Job.objects.about(kind, campaign=campaign.pk))
            if not _is_due(jobs, asked):
                return jobs
            # The newest result stays until the next one is there.
            newest = [job for job in [_newest_done(jobs)] if job]
            Job.objects.about(kind, campaign=campaign.pk).exclude(pk__in=[job.pk for job in newest]).delete()
            return [services.enqueue(kind, asked, None), *newest]
    except OperationalError:
        logger.warning("could not request %s of campaign %s", kind, campaign.pk, exc_info=True)
        return jobs


def _is_due(jobs: list[Job], asked: Mapping[str, Any]) -> bool:
    latest = jobs[0] if jobs else None
    if latest is None:
        return True
    if not latest.is_final or (latest.state == State.DONE and latest.arguments == asked):
        return False
    if latest.state == State.DONE and latest.arguments.get("urgent_mark") != asked["urgent_mark"]:
        return True
    return latest.finished_at is None or timezone.now() - latest.finished_at >= LEAST_AGE


def _newest_done(jobs: list[Job]) -> Job | None:
    return next((job for job in jobs if job.state == State.DONE), None)
