"""What one judge has done, for the manager's page about the judge. A fixed number of queries."""

from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Prefetch

from appraise_gec.present.numbers import hours_and_minutes
from rankings.desk.quality import is_as_expected
from rankings.judgments.ranking_wording import ranks_in_words
from rankings.models import Assignment, Item, Judge, RankedOutput, Ranking

PER_PAGE = 50
Purpose = Item.Purpose
PURPOSE_WORDS = {
    Purpose.REPEAT: "repetition",
    Purpose.CHECK: "check item",
    Purpose.TRAINING: "training item",
}


@dataclass(frozen=True, slots=True)
class WorkAnswer:
    """An answer as the manager reads it.

    Attributes:
        words: the ranking, in the letters of the rows that the judge saw.
        kind: repetition, check item, training item; "" for an item of the campaign.
        passed: of check and training items, whether it is as expected; None for others.
        discarded: whether a manager has discarded it.
    """

    number: int
    sentence: str
    words: str
    kind: str
    is_repeat: bool
    passed: bool | None
    skipped: bool
    flag: str
    seconds: float | None
    submitted_at: datetime | None
    discarded: bool
    revision: int

    @property
    def has_page(self) -> bool:
        """Whether the item has a page. Answers to repetitions stand on that of the item repeated."""
        return not self.is_repeat


@dataclass(frozen=True, slots=True)
class WorkSummary:
    """All answers of a judge, discarded ones, training and check items included.

    `seconds` are the active seconds of each that was measured, in the order in which they came.
    """

    answers: int
    discarded: int
    seconds: tuple[float, ...]
    first: datetime | None
    last: datetime | None

    @property
    def time(self) -> str:
        """All active time, in hours and minutes."""
        return hours_and_minutes(sum(self.seconds))

    @property
    def median_seconds(self) -> float | None:
        return median(self.seconds) if self.seconds else None


def summary_of(judge: Judge) -> WorkSummary:
    """Count and time all answers of the judge; one query."""
    rows: Any = list(
        Ranking.objects.filter(Ranking.STANDS, judge=judge)
        .order_by("submitted_at", "pk")
        .values_list("active_seconds", "submitted_at", "discarded_at")
    )
    moments = [submitted for _, submitted, _ in rows if submitted is not None]
    return WorkSummary(
        answers=len(rows),
        discarded=sum(discard is not None for _, _, discard in rows),
        seconds=tuple(seconds for seconds, _, _ in rows if seconds is not None),
        first=min(moments, default=None),
        last=max(moments, default=None),
    )


def answers_of(judge: Judge, page: str | None) -> "tuple[Page[Ranking], list[WorkAnswer]]":
    """A page of the judge's answers, the latest first, discarded ones included."""
    rankings = (
        Ranking.objects.filter(Ranking.STANDS, judge=judge)
        .select_related("item__sentence")
        .prefetch_related(Prefetch("ranks", RankedOutput.objects.select_related("output")))
        .order_by("-submitted_at", "-pk")
    )
    shown = Paginator(rankings, PER_PAGE).get_page(page)
    found = list(shown)
    orders: dict[int, Any] = dict(
        Assignment.objects.filter(judge=judge, item__in=[ranking.item_id for ranking in found]).values_list(
            "item_id", "order"
        )
    )
    return shown, [_answer(ranking, orders.get(ranking.item_id)) for ranking in found]


def _answer(ranking: Ranking, order: list[int] | None) -> WorkAnswer:
    by_position = {ranked.output.position: ranked.rank for ranked in ranking.ranks.all()}
    item = ranking.item
    is_known = item.purpose in (Purpose.CHECK, Purpose.TRAINING)
    return WorkAnswer(
        number=item.number,
        sentence=item.sentence.text,
        words=ranks_in_words([by_position.get(position) for position in order or sorted(by_position)]),
        kind=str(PURPOSE_WORDS.get(Purpose(item.purpose), "")),
        is_repeat=item.purpose == Purpose.REPEAT,
        passed=is_as_expected(item.expected, by_position) if is_known and by_position else None,
        skipped=ranking.skipped,
        flag=ranking.get_flag_reason_display(),
        seconds=ranking.active_seconds if ranking.active_seconds is not None else ranking.wall_seconds,
        submitted_at=ranking.submitted_at,
        discarded=ranking.discarded_at is not None,
        revision=ranking.revision,
    )
