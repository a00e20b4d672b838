"""Kinds of work. Each is a class, in an application's `tasks` module or in one that it imports:

    class ComputeReport(JobKind):
        name = "report"

        def may_see(self, user, job): return job.requested_by.is_colleague_of(user)

        def run(self, run):
            run.progress(0.5, "Resampling")
            with run.finishing() as result:
                ...

`appraise_gec.jobs.services.enqueue(ComputeReport.name, arguments, user)` asks for the work.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.module_loading import autodiscover_modules

from appraise_gec.processes import LONG_JOBS, SHORT_JOBS

if TYPE_CHECKING:
    from appraise_gec.accounts.models import User
    from appraise_gec.jobs.models import Job
    from appraise_gec.jobs.running import JobRun

_kinds: "dict[str, JobKind]" = {}


class JobKind:
    """One kind of work; a subclass with a name is registered.

    Attributes:
        name: in the row of a job.
        long: whether it may take minutes. Such jobs have a queue of their own, so that short ones never wait
            for them.
    """

    name: ClassVar[str]
    long: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        if "name" in cls.__dict__ and type(_kinds.setdefault(cls.name, cls())) is not cls:
            raise ValueError(f"two kinds of jobs are called {cls.name!r}")

    def may_see(self, user: "User", job: "Job") -> bool:
        """Whether more people than the one who asked and superusers may follow the job."""
        return False

    def run(self, run: "JobRun") -> Mapping[str, Any] | None:
        """Do the work, and store it in `run.finishing()`, or return what is to be the job's result."""
        raise NotImplementedError

    @property
    def queue(self) -> str:
        return LONG_JOBS if self.long else SHORT_JOBS


def kind_of(name: str) -> JobKind:
    """The kind of this name. Raises LookupError when no application has it."""
    if name not in _kinds:
        autodiscover_modules("tasks")
    try:
        return _kinds[name]
    except KeyError:
        raise LookupError(f"no application does jobs of kind {name!r}") from None
