"""What has expired goes by itself: sessions, uploads, counts, addresses; what has not, stays."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from appraise_gec.accounts.models import ThrottleCount, User
from appraise_gec.accounts.throttle import WRONG_LINKS
from rankings.models import Link, Upload
from rankings.people.links import make_link
from tests.corpus.conftest import corpus_files
from tests.factories import make_campaign, make_upload
from tests.workers import Worker


@pytest.fixture
def one_old_one_new(alice: User) -> None:
    """Of everything that expires, one that has and one that has not."""
    long_ago = timezone.now() - timedelta(days=15)
    for _ in range(2):
        session = SessionStore()
        session["a"] = 1
        session.save()
    Session.objects.filter(pk=Session.objects.all()[0].pk).update(expire_date=long_ago)
    for _ in range(2):
        make_upload("campaign", alice, None, *corpus_files(), title="Spring")
    Upload.objects.filter(pk=Upload.objects.all()[0].pk).update(expires_at=long_ago)
    for who in ("192.0.2.1", "192.0.2.2"):
        WRONG_LINKS.take(who)
    ThrottleCount.objects.filter(pk=ThrottleCount.objects.all()[0].pk).update(ends_at=long_ago)
    campaign = make_campaign("spring")
    for expires_at in (timezone.now() - timedelta(seconds=1), timezone.now() + timedelta(days=1)):
        link, _ = make_link("role", campaign, alice, role="manager", invitee=str(expires_at))
        Link.objects.filter(pk=link.pk).update(
            letter_to="jo@example.org", created_at=long_ago, expires_at=expires_at
        )


def left() -> list[int]:
    with_address = Link.objects.exclude(letter_to="").count()
    rows: list[Any] = [Session, Upload, ThrottleCount]
    return [*(model.objects.count() for model in rows), with_address]


@pytest.mark.django_db(transaction=True)
def test_a_worker_does_it_by_itself(
    transactional_db: None, one_old_one_new: None, start_worker: Callable[[], Worker]
) -> None:
    import time

    assert left() == [2, 2, 2, 2]
    worker = start_worker()
    deadline = time.monotonic() + 30
    while left() != [1, 1, 1, 1]:
        assert time.monotonic() < deadline, (left(), worker.log)
        time.sleep(0.2)
