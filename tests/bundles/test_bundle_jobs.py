"""Bundles in transactions of their own, as workers make and store them."""

import io
import threading
from collections.abc import Callable

import pytest
from django.db import connection

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.running import run_job
from appraise_gec.jobs.services import cancel
from rankings.access.audience import CampaignAccess
from rankings.bundles import jobs, services, storing
from rankings.bundles.storing import Wishes
from rankings.bundles.writing import write_bundle
from rankings.corpus.parts import parts_of
from rankings.models import Bundle, Campaign
from tests.bundles.conftest import files_of
from tests.factories import make_campaign, make_items, make_judge, make_ranking

pytestmark = pytest.mark.django_db(transaction=True)


def elsewhere(work: Callable[[], object]) -> None:
    """Do it with a connection of its own."""

    def do() -> None:
        work()
        connection.close()

    thread = threading.Thread(target=do)
    thread.start()
    thread.join()


def test_an_export_shows_one_moment_while_others_write():
    campaign = make_campaign()
    items = make_items(campaign)
    judge = make_judge(campaign, "Kim")
    told: list[str] = []

    def tell(_fraction: float, message: str) -> None:
        if not told:
            elsewhere(lambda: make_ranking(judge, items[0]))
        told.append(message)

    target = io.BytesIO()
    write_bundle(campaign, "full", target, tell)
    assert told
    assert judge.rankings.count() == 1
    assert files_of(target.getvalue())["rankings.csv"].count(b"\r\n") == 1  # the header


def test_a_bundle_goes_out_and_in_by_jobs_that_can_be_cancelled(monkeypatch: pytest.MonkeyPatch):
    alice = User.objects.create_user("alice", may_create_campaigns=True)
    campaign = make_campaign(owner=alice)
    make_ranking(make_judge(campaign, "Kim"), make_items(campaign)[0])
    bundle = services.request_export(CampaignAccess(campaign, "owner"), "full", alice)
    assert bundle.job is not None
    assert run_job(bundle.job.pk)
    bundle.refresh_from_db()
    assert bundle.size
    upload = services.upload_bundle(alice, "b.zip", parts_of(bundle))
    assert upload.job is not None
    assert run_job(upload.job.pk)
    job = services.request_import(Bundle.objects.get(pk=upload.pk), Wishes("a-copy"), alice)
    stored = storing.store_bundle

    def cancelled_at_the_end(*arguments: object) -> Campaign:
        made = stored(*arguments)  # type: ignore[arg-type]
        Job.objects.filter(pk=job.pk).update(cancel_requested=True)
        return made

    monkeypatch.setattr(jobs, "store_bundle", cancelled_at_the_end)
    assert run_job(job.pk)
    job.refresh_from_db()
    assert job.state != State.DONE
    assert not Campaign.objects.filter(slug="a-copy").exists()
    monkeypatch.setattr(jobs, "store_bundle", stored)
    cancel(job)
    job = services.request_import(Bundle.objects.get(pk=upload.pk), Wishes("a-copy"), alice)
    assert run_job(job.pk)
    assert Campaign.objects.get(slug="a-copy").judges.get().rankings.count() == 1
