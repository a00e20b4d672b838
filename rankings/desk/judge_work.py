"""The list of judges, what one of them has done, and the hours of all as a file."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.db.models import Max, Prefetch, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from appraise_gec.present.csv import write_csv
from appraise_gec.present.downloads import download
from rankings.access import managed, page
from rankings.desk.discards import discards_of
from rankings.desk.judge_facts import judge_rows
from rankings.desk.quality import CheckTally, check_tallies, is_as_expected
from rankings.judgments.ranking_wording import ranks_in_words
from rankings.models import Assignment, Campaign, Item, Judge, RankedOutput, Ranking
from rankings.people.links import unfinished_sending

PER_PAGE = 50
HOURS = ("judge", "items", "check_items", "check_items_passed", "active_hours")
Purpose = Item.Purpose


@dataclass(frozen=True, slots=True)
class WorkAnswer:
    """An answer as the manager reads it, in the letters of the rows that the judge saw.

    `passed` is whether a check or training item is ranked as expected; None for others.
    """

    ranking: Ranking
    words: str
    passed: bool | None

    @property
    def seconds(self) -> float | None:
        active = self.ranking.active_seconds
        return self.ranking.wall_seconds if active is None else active


@login_required
@require_safe
def judges(request: HttpRequest, slug: str) -> HttpResponse:
    """Who judges, how far everybody is, and what is odd."""
    access = managed(request, slug)
    campaign = access.campaign
    context = {"tab": "judges", "rows": judge_rows(campaign), "letters": unfinished_sending(campaign)}
    return page(request, access, "people/judges.html", context)


@login_required
@require_safe
def judge_work(request: HttpRequest, slug: str, judge: int) -> HttpResponse:
    """The judge's answers, and the decisions about them."""
    access = managed(request, slug)
    campaign = access.campaign
    chosen = next((row for row in judge_rows(campaign) if row.judge.pk == judge), None)
    if chosen is None:
        raise Http404
    shown, answers = answers_of(chosen.judge, request.GET.get("page"))
    answered = Ranking.objects.filter(Ranking.STANDS, judge=judge)
    context = {
        "tab": "judges",
        "judge": chosen.judge,
        "row": chosen,
        "time": _hours_and_minutes(answered.aggregate(all=Sum("active_seconds"))["all"] or 0.0),
        "shown": shown,
        "answers": answers,
        "discards": discards_of(chosen.judge),
    }
    return page(request, access, "desk/judge_work.html", context)


@login_required
@require_safe
def hours(request: HttpRequest, slug: str) -> HttpResponse:
    """What judges have worked, as CSV."""
    campaign = managed(request, slug).campaign
    return download(hours_file(campaign), "text/csv; charset=utf-8", f"{campaign.slug}-hours.csv")


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
        ranking,
        ranks_in_words([by_position.get(position) for position in order or sorted(by_position)]),
        is_as_expected(item.expected, by_position) if is_known and by_position else None,
    )


def hours_file(campaign: Campaign) -> bytes:
    """Every judge who has answered something here, by name; no cell is taken for a formula.

    All of it was work: training and check items, and discarded rankings.
    """
    answers = (
        Ranking.objects.filter(judge__campaign=campaign, item__is_imported=False, submitted_at__isnull=False)
        .order_by()
        .values_list("judge_id", "item_id")
        .annotate(seconds=Max("active_seconds"))
    )
    items: dict[int, int] = defaultdict(int)
    seconds: dict[int, float] = defaultdict(float)
    for judge, _, spent in answers:
        items[judge] += 1
        seconds[judge] += spent or 0.0
    checks = check_tallies(campaign)
    judges = campaign.judges.filter(pk__in=items).order_by("name").values_list("pk", "name")
    lines = [
        (name, str(items[key]), str(tally.answered), str(tally.passed), f"{seconds[key] / 3600:.2f}")
        for key, name in judges
        for tally in [checks.get(key, CheckTally())]
    ]
    return write_csv([HOURS, *lines])


def _hours_and_minutes(seconds: float) -> str:
    """`1 h 05 min`, `8 min` where it is less than an hour, `45 s` where it is less than a minute."""
    if 0 < seconds < 59.5:
        return f"{max(1, round(seconds))} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours:,} h {minutes:02d} min" if hours else f"{minutes} min"
