"""Queries that are built once answer like the same queries built anew, whatever the values of the moment."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction
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


def test_a_value_may_be_missing_from_a_form_that_says_so(judge: Judge) -> None:
    def of_judge(with_name: bool, *, judge: Any, name: Any) -> QuerySet[Any, Any]:
        found = Judge.objects.filter(pk=judge)
        return (found.filter(name=name) if with_name else found).values_list("pk")

    query = PreparedQuery(of_judge, frozenset({"name"}), judge=int, name=str)
    assert query.rows(False, judge=judge.pk, name="somebody else") == [(judge.pk,)]
    assert query.rows(True, judge=judge.pk, name="somebody else") == []
    assert query.rows(True, judge=judge.pk, name=judge.name) == [(judge.pk,)]
    with pytest.raises(ValueError, match="does not use name"):
        PreparedQuery(of_judge, judge=int, name=str).rows(False, judge=judge.pk, name="")


def kept_by_the_server() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements")
        return int(cursor.fetchone()[0])


@pytest.mark.postgres
def test_a_connection_keeps_the_statement_until_it_ends(lent: list[Assignment], judge: Judge) -> None:
    query = PreparedQuery(build, judge=int, after=datetime, key=UUID)
    before = kept_by_the_server()
    for number in range(8):  # from the sixth execution on, Postgres may plan for values of any kind
        for first in lent:
            values: dict[str, Any] = {"judge": judge.pk, "after": first.lent_at, "key": uuid4()}
            assert query.rows(3, **values) == list(build(3, **values))
        assert kept_by_the_server() == before + 1, number
    assert query.rows(2, **values) == list(build(2, **values))
    assert kept_by_the_server() == before + 2
    # What a log of queries shows is the SQL itself.
    with CaptureQueriesContext(connection) as captured:
        query.rows(3, **values)
    assert captured.captured_queries[0]["sql"].startswith("SELECT")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_new_connection_is_told_the_statement_anew(judge: Judge) -> None:
    query = PreparedQuery(
        lambda *, judge: Judge.objects.filter(pk=judge).values_list("pk"),
        judge=int,
    )
    assert query.rows(judge=judge.pk) == [(judge.pk,)]
    connection.close()
    assert query.rows(judge=judge.pk) == [(judge.pk,)]


@pytest.mark.postgres
def test_nothing_is_kept_behind_a_pooler(judge: Judge, settings: Any) -> None:
    settings.PREPARED_STATEMENTS = False
    before = kept_by_the_server()
    query = PreparedQuery(
        lambda *, judge: Judge.objects.filter(pk=judge).values_list("pk"),
        judge=int,
    )
    assert query.rows(judge=judge.pk) == [(judge.pk,)]
    assert kept_by_the_server() == before


@pytest.mark.postgres
def test_a_connection_whose_statement_fails_is_not_used_again(db: None) -> None:
    query = PreparedQuery(
        lambda *, key: Session.objects.filter(session_key=key).values_list("session_key"),
        key=str,
    )
    assert query.rows(key="nobody's") == []
    usual, connection.close_at = connection.close_at, None
    try:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE django_session ALTER COLUMN session_key TYPE varchar(50)")
        with pytest.raises(DatabaseError, match="result type"), transaction.atomic():
            query.rows(key="nobody's")
        assert connection.close_at == 0.0
    finally:
        connection.close_at = usual
