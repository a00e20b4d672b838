"""Systems of a run shared among workers: claims and results.

The job of a run computes its systems one after the other. Where that takes long it asks for helpers, jobs of
their own that any free worker takes up; each of them, and the run's job too, claims a system, computes it and
keeps what came out. A claim is the lease of the job that made it: when its worker is killed, the lease runs
out and the system is free again. What is done stays done when the run's job itself has to begin anew.
"""

import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from appraise_gec.jobs.models import WORKING_STATES, Job, State
from appraise_gec.jobs.services import enqueue
from metrics.models import MetricRun, SystemPart
from metrics.scorers.results import Score
from rankings.formats.results import from_json, to_json

HELP_KIND = "metric-help"
MOST_HELPERS = 7


@dataclass(frozen=True, slots=True)
class ScoredSystem:
    """The result of one system: its scores, and how the edits of every sentence match, if known."""

    result: Score
    edits: tuple[Any, ...] = ()


def open_parts(run: MetricRun, mark: str, systems: Iterable[str]) -> None:
    """One part for every system. Parts made from other inputs than `mark` are deleted."""
    run.parts.exclude(mark=mark).delete()
    SystemPart.objects.bulk_create(
        [SystemPart(run=run, system=system, mark=mark) for system in systems], ignore_conflicts=True
    )


def claim(run: MetricRun, mark: str, lease: UUID) -> SystemPart | None:
    """A system that nobody computes, now held under this lease; None when there is none."""
    held = Job.objects.filter(state=State.RUNNING, lease_token__isnull=False).values("lease_token")
    free = run.parts.filter(content__isnull=True, mark=mark).exclude(holder__in=held).order_by("pk")
    for part in free.defer("content"):
        # Another worker may have looked at the same time: only one finds the holder unchanged.
        unchanged = SystemPart.objects.filter(pk=part.pk, holder=part.holder, content__isnull=True)
        if unchanged.update(holder=lease):
            part.holder = lease
            return part
    return None


def keep(part: SystemPart, content: ScoredSystem) -> bool:
    """Store the result, unless the claim was lost meanwhile."""
    packed = zlib.compress(json.dumps(to_json(content), ensure_ascii=False).encode(), 1)
    mine = SystemPart.objects.filter(pk=part.pk, holder=part.holder, content__isnull=True)
    return bool(mine.update(content=packed))


def finished_systems(run: MetricRun) -> set[str]:
    """Systems that are done."""
    return set(run.parts.filter(content__isnull=False).values_list("system", flat=True))


def results(run: MetricRun) -> dict[str, ScoredSystem]:
    """The results of every finished system, by name."""
    done = run.parts.filter(content__isnull=False).order_by("system")
    return {
        system: from_json(ScoredSystem, json.loads(zlib.decompress(bytes(content))))
        for system, content in done.values_list("system", "content")
        if content is not None
    }


def ask_for_helpers(run: MetricRun, job: Job, systems_left: int) -> None:
    """Ask free workers to take a share: at most one for each system but the one that the run's job takes."""
    there = _helpers(run).filter(state__in=WORKING_STATES).count()
    for _ in range(min(systems_left - 1, MOST_HELPERS) - there):
        enqueue(HELP_KIND, {"run": str(run.key)}, job.requested_by)


def dismiss_helpers(run: MetricRun) -> None:
    """Take back the requests that no worker has taken up."""
    _helpers(run).filter(state=State.QUEUED).delete()


def is_wanted(run: MetricRun) -> bool:
    """Whether the run's job is at work, so that help makes sense."""
    return MetricRun.objects.filter(pk=run.pk, job__state=State.RUNNING, job__cancel_requested=False).exists()


def _helpers(run: MetricRun) -> Any:
    return Job.objects.filter(kind=HELP_KIND, arguments__run=str(run.key))
