"""Queries that are built once answer like the same queries built anew, whatever the values of the moment."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from appraise_gec.prepared import PreparedQuery, columns_of, take_record
from rankings.models import Assignment, Campaign, Judge


@pytest.fixture
def lent(campaign: Campaign, judge: Judge) -> list[Assignment]:
    now = timezone.now()
    return [
        Assignment.objects.create(
            item=item, judge=judge, order=[1, 0], lent_at=now + timedelta(minutes=at), lease_expires_at=now
        )
        for at, item in enumerate(campaign.items.order_by("number"))
    ]


def build(limit: int, *, judge: Any, after: Any, key: Any) -> QuerySet[Any, Any]:
    found = Assignment.objects.filter(judge=judge, lent_at__gte=after).exclude(key=key).order_by("lent_at")
    return found.values_list(*columns_of(Assignment))[:limit]


def test_each_execution_has_its_own_values(lent: list[Assignment], judge: Judge) -> None:
    query = PreparedQuery(build, judge=int, after=datetime, key=UUID)
    for limit in (1, 5):
        for first in lent:
            for key in (first.key, lent[-1].key, uuid4()):
                values: dict[str, Any] = {"judge": judge.pk, "after": first.lent_at, "key": key}
                assert query.rows(limit, **values) == list(build(limit, **values))
    assert query.rows(5, judge=judge.pk + 1, after=lent[0].lent_at, key=uuid4()) == []


def test_a_row_becomes_the_record_it_came_from(lent: list[Assignment], judge: Judge) -> None:
    query = PreparedQuery(build, judge=int, after=datetime, key=UUID)
    [row] = query.rows(1, judge=judge.pk, after=lent[0].lent_at, key=uuid4())
    record = take_record(Assignment, iter(row))
    with CaptureQueriesContext(connection) as captured:
        assert record == lent[0]
        for field in Assignment._meta.concrete_fields:
            assert getattr(record, field.attname) == getattr(lent[0], field.attname)
    assert not captured.captured_queries
    record.order = [0, 1]
    record.save()
    lent[0].refresh_from_db()
    assert lent[0].order == [0, 1]


def test_a_query_that_changes_a_value_before_using_it_is_refused(judge: Judge) -> None:
    query = PreparedQuery(
        lambda *, judge: Judge.objects.filter(pk=judge + 1).values_list("pk"),
        judge=int,
    )
    with pytest.raises(ValueError, match="does not use judge as it was given"):
        query.rows(judge=judge.pk)
