"""Ask once, compute, store: equal questions about equal data by the same version have one answer.

A row (`Asked`) keeps what was asked for, with marks of the data, and what came out; its job computes it. The
caller holds a lock (`one_at_a_time`) while it looks for an earlier row and starts a new one.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db import models, transaction

import appraise_gec
from appraise_gec.jobs.models import WORKING_STATES, Asked, Job, State
from appraise_gec.jobs.services import enqueue

if TYPE_CHECKING:
    from appraise_gec.accounts.models import User

# Of rows with a job that will have a result: what was called off ends without one, soon.
ON_ITS_WAY = models.Q(job__state__in=WORKING_STATES, job__cancel_requested=False)

Row = TypeVar("Row", bound=Asked)
Owner = TypeVar("Owner", bound=models.Model)


@dataclass(frozen=True, slots=True)
class AskedOnce(Generic[Row]):
    """One kind of computation.

    Attributes:
        model: its rows.
        kind: of its jobs.
        argument: of a job that holds the key of the row.
    """

    model: type[Row]
    kind: str
    argument: str

    def earlier(self, asked: Mapping[str, Any]) -> Row | None:
        """The newest row with these values whose result is of this version, or on its way.

        `asked` names fields of the model: what was asked for, and marks of the data.
        """
        documents = {name for name in asked if isinstance(self.model._meta.get_field(name), models.JSONField)}
        columns = {name: value for name, value in asked.items() if name not in documents}
        # Databases disagree about when two JSON documents are equal. Results may be large.
        rows = self._rows().filter(**columns).select_related("job")
        for row in rows.defer(*{"result"} & {field.name for field in self.model._meta.fields}):
            if all(getattr(row, name) == asked[name] for name in documents) and _is_an_answer(row):
                return row
        return None

    def start(self, asked: Mapping[str, Any], user: "User", **further: Any) -> Row:
        """A new row with these values, and the job that computes it."""
        row = self._rows().create(created_by=user, **asked, **further)
        row.job = enqueue(self.kind, {self.argument: str(row.key)}, user)
        row.save(update_fields=["job"])
        return row

    def row_of(self, arguments: Mapping[str, Any], *related: str) -> Row | None:
        """The row that a job with these arguments computes; None when it has been deleted."""
        return self._rows().select_related(*related).filter(key=arguments[self.argument]).first()

    def working(self, **of: Any) -> int:
        """How many rows of an owner, such as `campaign=...`, no worker has finished."""
        return self._rows().filter(job__state__in=WORKING_STATES, **of).count()

    def _rows(self) -> models.QuerySet[Row]:
        rows: models.QuerySet[Row] = self.model._default_manager.all()
        return rows


@contextmanager
def one_at_a_time(owner: Owner) -> Iterator[Owner]:
    """A transaction in which nobody else asks about the same owner: two clicks must not ask twice.

    Gives the owner as the database has it now.
    """
    with transaction.atomic():
        yield type(owner)._default_manager.select_for_update().get(pk=owner.pk)


def answering_job(jobs: Iterable[Job], arguments: Mapping[str, Any]) -> Job | None:
    """For work whose result is kept in the job itself: the first job with the same question."""
    for job in jobs:
        if job.arguments == arguments and (job.state == State.DONE or _goes_on(job)):
            return job
    return None


def _is_an_answer(row: Asked) -> bool:
    if row.recipe is not None:
        return bool(row.recipe["version"] == appraise_gec.__version__)
    return row.job is not None and _goes_on(row.job)


def _goes_on(job: Job) -> bool:
    """`ON_ITS_WAY`, of a job at hand."""
    return job.state in WORKING_STATES and not job.cancel_requested
