"""What judges have worked, for paying them: active time, items and checks passed by judge and span of days.

Every revision of an answer counts with the time that it took, on the day on which it came. Training and check
items are included: all of it was work. Answers whose time no browser measured are counted apart.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from appraise_gec.presentation.numbers import hours_and_minutes
from rankings.desk.discards import days_between
from rankings.desk.quality import CheckTally, check_tallies
from rankings.formats.safe_cells import write_csv
from rankings.models import Campaign, Judge, Ranking

CENT = Decimal("0.01")
HEADINGS = (
    *("judge", "items", "check_items", "check_items_passed", "discarded_items", "items_without_time"),
    *("active_seconds", "active_hours", "hourly_rate", "currency", "amount"),
)


@dataclass(frozen=True, slots=True)
class PayWish:
    """A span of days, both included, None for open; the rate of an hour; whether discarded work is paid."""

    since: date | None = None
    until: date | None = None
    rate: Decimal | None = None
    currency: str = ""
    pays_discarded: bool = True


@dataclass(frozen=True, slots=True)
class PayRow:
    """A judge's work in the span.

    Attributes:
        items: answered for the first time, of every kind, those flagged without ranks included.
        discarded: those of them whose rankings a manager has discarded.
        untimed: those of them without a measured time.
        seconds: active seconds that are paid.
        amount: None without a rate.
    """

    judge: Judge | None
    items: int
    checks: CheckTally
    discarded: int
    untimed: int
    seconds: float
    amount: Decimal | None

    @property
    def hours(self) -> Decimal:
        return (Decimal(str(round(self.seconds, 3))) / 3600).quantize(CENT, ROUND_HALF_UP)

    @property
    def time(self) -> str:
        """Hours and minutes."""
        return hours_and_minutes(self.seconds)


@dataclass(slots=True)
class _Work:
    items: int = 0
    discarded: int = 0
    untimed: int = 0
    seconds: float = 0.0


def pay_rows(campaign: Campaign, wish: PayWish) -> list[PayRow]:
    """Every judge who worked in the span, by name; three queries."""
    span = days_between(wish.since, wish.until)
    inside: set[int] = set(
        Ranking.objects.filter(span, judge__campaign=campaign).order_by().values_list("pk", flat=True)
    )
    revisions: Any = (
        Ranking.objects.filter(judge__campaign=campaign, item__is_imported=False, submitted_at__isnull=False)
        .order_by("judge_id", "item_id", "revision")
        .values_list("pk", "judge_id", "item_id", "active_seconds", "discard_id")
    )
    answers: dict[tuple[int, int], list[tuple[int, float | None, int | None]]] = defaultdict(list)
    for key, judge, item, seconds, discard in revisions.iterator(chunk_size=5000):
        answers[judge, item].append((key, seconds, discard))
    work: dict[int, _Work] = defaultdict(_Work)
    for (judge, _), given in answers.items():
        _add(work[judge], given, inside, pays_discarded=wish.pays_discarded)
    checks = check_tallies(campaign, submitted=days_between(wish.since, wish.until, "ranking__"))
    return [
        PayRow(
            judge=judge,
            items=own.items,
            checks=checks.get(judge.pk, CheckTally()),
            discarded=own.discarded,
            untimed=own.untimed,
            seconds=own.seconds,
            amount=_amount(own.seconds, wish.rate),
        )
        for judge in Judge.objects.filter(campaign=campaign).order_by("name")
        for own in [work.get(judge.pk, _Work())]
        if own.items or own.seconds
    ]


def total_of(rows: list[PayRow]) -> PayRow:
    """All judges together; the amounts as they are paid, so that the sum is that of the column."""
    amounts = [row.amount for row in rows if row.amount is not None]
    return PayRow(
        judge=None,
        items=sum(row.items for row in rows),
        checks=CheckTally(sum(row.checks.answered for row in rows), sum(row.checks.passed for row in rows)),
        discarded=sum(row.discarded for row in rows),
        untimed=sum(row.untimed for row in rows),
        seconds=sum(row.seconds for row in rows),
        amount=sum(amounts, Decimal(0)) if amounts else None,
    )


def pay_file(rows: list[PayRow], wish: PayWish) -> bytes:
    """The same as CSV; no cell is taken for a formula."""
    rate = "" if wish.rate is None else str(wish.rate)
    lines = [
        (
            row.judge.name if row.judge else "",
            *map(str, (row.items, row.checks.answered, row.checks.passed, row.discarded, row.untimed)),
            f"{row.seconds:.1f}",
            str(row.hours),
            rate,
            wish.currency,
            "" if row.amount is None else str(row.amount),
        )
        for row in rows
    ]
    return write_csv([HEADINGS, *lines])


def _add(
    work: _Work,
    given: list[tuple[int, float | None, int | None]],
    inside: set[int],
    *,
    pays_discarded: bool,
) -> None:
    """Add the revisions of one answer. Seconds of a revision include those of the ones before it."""
    is_discarded = any(discard is not None for _, _, discard in given)
    before = 0.0
    for place, (key, seconds, _) in enumerate(given):
        spent = max(0.0, seconds - before) if seconds is not None else 0.0
        before = max(before, seconds or 0.0)
        if key not in inside:
            continue
        if place == 0:
            work.items += 1
            work.discarded += is_discarded
            work.untimed += seconds is None
        if pays_discarded or not is_discarded:
            work.seconds += spent


def _amount(seconds: float, rate: Decimal | None) -> Decimal | None:
    if rate is None:
        return None
    return (Decimal(str(round(seconds, 3))) * rate / 3600).quantize(CENT, ROUND_HALF_UP)
