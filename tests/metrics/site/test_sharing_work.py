"""Systems of one run are computed by several workers; what a killed one did not finish, another does."""

import pytest

from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.running import JobRun, run_job, take_lease
from appraise_gec.jobs.services import enqueue
from metrics.models import SystemPart
from metrics.scorers.results import Score
from metrics.site.runs import computation
from metrics.site.runs import shared_work as parts
from metrics.site.runs.services import MetricRequest, request_runs
from metrics.site.runs.shared_work import ScoredSystem

pytestmark = pytest.mark.django_db


@pytest.fixture
def requested(essays, alice, gold_set):
    (one,) = request_runs(essays, alice, [MetricRequest("m2", references=gold_set)])
    return one.run


@pytest.fixture
def job(requested) -> JobRun:
    """The run's job in the hands of this test."""
    taken = take_lease(requested.job.pk)
    assert taken is not None
    return taken


def helper(run) -> Job:
    return enqueue(parts.HELP_KIND, {"run": str(run.key)}, run.created_by)


def begun(run):
    work = computation._Work(run)
    parts.open_parts(run, work.inputs_mark, work.texts.outputs)
    return work


def scores(run):
    return {one.system.name: (one.score, one.parts, one.types) for one in run.system_scores.all()}


def lose(job: JobRun) -> None:
    """As when a worker is killed and its lease has run out."""
    Job.objects.filter(pk=job.job.pk).update(
        state=State.QUEUED, lease_token=None, lease_expires_at=None, attempts=0
    )


def test_a_helper_does_systems_and_the_result_is_the_same(m2_run, essays, alice, gold_set):
    alone = scores(m2_run), list(m2_run.sentence_scores.values_list("scores", "edits"))
    m2_run.delete()
    (requested,) = request_runs(essays, alice, [MetricRequest("m2", references=gold_set)])
    run = requested.run
    assert run.job is not None
    job = take_lease(run.job.pk)
    assert job is not None
    begun(run)
    assert run_job(helper(run).pk, heartbeat=False)
    assert parts.finished_systems(run) == {"ALPHA", "BETA", "GAMMA", "INPUT"}
    computation.compute(job)
    run.refresh_from_db()
    assert (scores(run), list(run.sentence_scores.values_list("scores", "edits"))) == alone
    assert not SystemPart.objects.exists()


def test_a_claim_is_respected_until_its_lease_is_lost(requested, job):
    work = begun(requested)
    other = take_lease(helper(requested).pk)
    assert other is not None
    mine = [parts.claim(requested, work.inputs_mark, one.token) for one in (job, other, job, other, job)]
    assert [part and part.system for part in mine] == ["ALPHA", "BETA", "GAMMA", "INPUT", None]
    lose(other)
    again = parts.claim(requested, work.inputs_mark, job.token)
    assert again is not None and again.system == "BETA"
    late = mine[1]
    assert late is not None
    # The killed worker wakes up: its work counts for nothing.
    assert not parts.keep(late, ScoredSystem(Score("BETA", 0.0)))
    assert parts.keep(again, ScoredSystem(Score("BETA", 1.0)))


def test_what_is_done_stays_done_when_the_worker_is_killed(requested, job, monkeypatch):
    work = begun(requested)
    assert work.compute_one(job) and work.compute_one(job)
    lose(job)
    left: list[int] = []
    one = computation._Work.compute_one

    def compute_and_count(self: computation._Work, run: JobRun) -> bool:
        left.append(requested.parts.filter(content__isnull=True).count())
        return one(self, run)

    monkeypatch.setattr(computation._Work, "compute_one", compute_and_count)
    assert run_job(requested.job.pk, heartbeat=False)
    assert left == [2, 1]
    requested.refresh_from_db()
    assert requested.system_scores.count() == 4
