"""What judges are paid for: time by the day on which it was spent, items, checks, and a safe file."""

import csv
import io
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from rankings.desk import discards
from rankings.desk.discards import Scope, Wanted
from rankings.desk.payment import PayWish, pay_file, pay_rows, total_of
from rankings.models import Campaign, Judge, Ranking
from tests.factories import make_campaign, make_items, make_judge, make_ranking

FIRST, SECOND = datetime(2026, 3, 1, 23, 59, 59, tzinfo=UTC), datetime(2026, 3, 2, 0, 0, 0, tzinfo=UTC)


@pytest.fixture
def campaign(alice: User) -> Campaign:
    return make_campaign("essays", owner=alice)


@pytest.fixture
def judge(campaign: Campaign) -> Judge:
    """An hour on the first day; on the second 30 minutes, ten of them on a change of the day before."""
    items = make_items(campaign)
    judge = make_judge(campaign, "=J1")
    timed(make_ranking(judge, items[0]), 3600.0, FIRST)
    timed(make_ranking(judge, items[0], [3, 2, 1][: items[0].outputs.count()], revision=2), 4200.0, SECOND)
    timed(make_ranking(judge, items[1]), 1200.0, SECOND)
    timed(make_ranking(judge, items[2]), None, SECOND)
    check = items[3]
    check.purpose, check.expected = "check", {"before": [[0, 1]]}
    check.save()
    timed(make_ranking(judge, check), 0.0, SECOND)
    return judge


def timed(ranking: Ranking, seconds: float | None, at: datetime) -> None:
    Ranking.objects.filter(pk=ranking.pk).update(active_seconds=seconds, submitted_at=at)


def test_time_counts_on_the_day_on_which_it_was_spent(campaign: Campaign, judge: Judge) -> None:
    (row,) = pay_rows(campaign, PayWish(rate=Decimal("12.50")))
    assert (row.items, row.untimed, row.checks.answered, row.checks.passed) == (4, 1, 1, 1)
    assert (row.seconds, row.hours, row.time) == (5400.0, Decimal("1.50"), "1 h 30 min")
    assert row.amount == Decimal("18.75")
    first = date(2026, 3, 1)
    (row,) = pay_rows(campaign, PayWish(until=first))
    assert (row.items, row.seconds, row.checks.answered, row.amount) == (1, 3600.0, 0, None)
    (row,) = pay_rows(campaign, PayWish(since=date(2026, 3, 2)))
    assert (row.items, row.seconds, row.checks.answered) == (3, 1800.0, 1)
    assert pay_rows(campaign, PayWish(since=date(2026, 3, 3))) == []
    assert pay_rows(campaign, PayWish(until=date.max))


def test_discarded_work_is_paid_unless_somebody_says_otherwise(
    campaign: Campaign, judge: Judge, alice: User
) -> None:
    discards.discard(judge, Wanted(Scope.ALL), "random", hold=True, actor=alice)
    (row,) = pay_rows(campaign, PayWish())
    assert (row.items, row.discarded, row.seconds) == (4, 3, 5400.0)
    (row,) = pay_rows(campaign, PayWish(pays_discarded=False))
    assert (row.items, row.discarded, row.seconds) == (4, 3, 0.0)


def test_amounts_are_rounded_for_each_judge_and_add_up(campaign: Campaign, judge: Judge) -> None:
    for number in range(3):
        other = make_judge(campaign, f"K{number}")
        item = campaign.items.first()
        assert item
        timed(make_ranking(other, item), 1.8, SECOND)
    rows = pay_rows(campaign, PayWish(rate=Decimal(10)))
    assert [str(row.amount) for row in rows] == ["15.00", "0.01", "0.01", "0.01"]
    assert total_of(rows).amount == Decimal("15.03")


def test_no_cell_of_the_file_is_a_formula(campaign: Campaign, judge: Judge) -> None:
    wish = PayWish(rate=Decimal(10), currency="=1+1")
    lines = list(csv.DictReader(io.StringIO(pay_file(pay_rows(campaign, wish), wish).decode())))
    assert lines == [
        {
            "judge": "'=J1",
            "items": "4",
            "check_items": "1",
            "check_items_passed": "1",
            "discarded_items": "0",
            "items_without_time": "1",
            "active_seconds": "5400.0",
            "active_hours": "1.50",
            "hourly_rate": "10",
            "currency": "'=1+1",
            "amount": "15.00",
        }
    ]


def test_the_page_and_its_file(client: Client, alice: User, campaign: Campaign, judge: Judge) -> None:
    client.force_login(alice)
    page = client.get(
        "/campaigns/essays/payment/", {"rate": "12.5", "currency": "EUR", "since": "2026-03-01"}
    )
    assert "18.75" in page.text
    assert "payment.csv?rate=12.5&amp;currency=EUR&amp;since=2026-03-01" in page.text
    file = client.get("/campaigns/essays/payment/payment.csv", {"rate": "12.5"})
    assert file["Content-Disposition"] == 'attachment; filename="essays-payment.csv"'
    assert b"18.75" in file.content
    for wrong in ({"rate": "-1"}, {"rate": "x"}, {"since": "2026-13-01"}, {"rate": "1e9"}, {"rate": "NaN"}):
        assert client.get("/campaigns/essays/payment/", wrong).status_code == 422
        assert client.get("/campaigns/essays/payment/payment.csv", wrong).status_code == 422
    wrong = {"since": "2026-03-02", "until": "2026-03-01"}
    assert "The last day is before the first." in client.get("/campaigns/essays/payment/", wrong).text
