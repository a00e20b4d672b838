"""Ask once, compute, store: equal questions about equal data by the same version have one answer.

A row keeps what was asked for, with marks of the data, and what came out; its job computes it.
"""

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

import appraise_gec
from appraise_gec.jobs.models import WORKING_STATES
from appraise_gec.jobs.services import enqueue

if TYPE_CHECKING:
    from appraise_gec.accounts.models import User
    from appraise_gec.jobs.running import JobRun

Row = TypeVar("Row", bound="Asked")
Owner = TypeVar("Owner", bound=models.Model)


class AskedManager(models.Manager[Row]):
    def ask(self, asked: Mapping[str, Any], user: "User", **further: Any) -> Row:
        """A new row with these values, and the job that computes it; the job names rows that it is about."""
        row = self.create(created_by=user, **asked, **further)
        about = {name: value.pk for name, value in asked.items() if isinstance(value, models.Model)}
        row.job = enqueue(self.model.KIND, {"key": str(row.key), **about}, user)
        row.save(update_fields=["job"])
        return row

    def answering(self, asked: Mapping[str, Any]) -> Row | None:
        """The newest row with these values whose result is of this version, or on its way.

        `asked` names fields of the model: what was asked for, and marks of the data. The caller holds a lock
        (`one_at_a_time`) while it looks, and asks anew.
        """
        documents = {name for name in asked if isinstance(self.model._meta.get_field(name), models.JSONField)}
        columns = {name: value for name, value in asked.items() if name not in documents}
        # Databases disagree about when two JSON documents are equal. Results may be large.
        for row in self.filter(**columns).select_related("job").defer(*self.model.LARGE):
            if all(getattr(row, name) == asked[name] for name in documents) and row.is_an_answer:
                return row
        return None

    def working(self, **of: Any) -> models.QuerySet[Row]:
        """Those that no worker has finished, the newest first."""
        return self.filter(job__state__in=WORKING_STATES, **of).select_related("job")

    def of_job(self, run: "JobRun", *related: str) -> Row | None:
        """The row that the job computes; None when it has been deleted."""
        return self.select_related(*related).filter(key=run.arguments["key"]).first()


class Asked(models.Model):
    """What somebody asked for and a job of kind `KIND` computes; `LARGE` fields are read when shown.

    `recipe` is None until it is done. Each model has a `job` of its own.
    """

    KIND: ClassVar[str]
    LARGE: ClassVar[tuple[str, ...]] = ()
    job: Any

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    recipe = models.JSONField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[AskedManager[Self]] = AskedManager()

    class Meta:
        abstract = True
        ordering = ["-created_at", "-pk"]

    @property
    def is_of_this_version(self) -> bool:
        return self.recipe is not None and self.recipe["version"] == appraise_gec.__version__

    @property
    def state(self) -> str:
        """Of the work; `lost` when that is gone."""
        return "done" if self.finished_at is not None else self.job.state if self.job else "lost"

    @property
    def progress(self) -> float:
        return 1.0 if self.finished_at is not None else self.job.progress if self.job else 0.0

    @property
    def message(self) -> str:
        return self.job.message if self.job else ""

    @property
    def error(self) -> str:
        return self.job.error if self.job else ""

    @property
    def is_an_answer(self) -> bool:
        return self.is_of_this_version or (self.recipe is None and self.job is not None and self.job.goes_on)


@contextmanager
def one_at_a_time(owner: Owner) -> Iterator[Owner]:
    """A transaction in which nobody else asks about the same owner: two clicks must not ask twice.

    Gives the owner as the database has it now.
    """
    with transaction.atomic():
        yield type(owner)._default_manager.select_for_update().get(pk=owner.pk)
