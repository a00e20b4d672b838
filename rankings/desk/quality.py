"""How judges rank: known answers, their own repetitions, and the use of the scale."""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.db.models import Count, F, Max, Min, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models.functions import Cast

from rankings.models import Campaign, Item, Judge, RankedOutput, Ranking

Purpose = Item.Purpose
Ranks = Mapping[int, int]


@dataclass(frozen=True, slots=True)
class CheckTally:
    """Check items that a judge has ranked, and how many of them as expected. Items set aside do not count.

    Each counts as the judge ranked it at first. Whoever has failed may know by then which item it was.
    """

    answered: int = 0
    passed: int = 0

    @property
    def percent(self) -> int | None:
        return round(100 * self.passed / self.answered) if self.answered else None


@dataclass(frozen=True, slots=True)
class JudgeQuality:
    """One judge's quality.

    Attributes:
        checks: check items.
        repeats: items ranked twice; one passes unless more of its pairs were turned round than kept.
        pairs_repeated, pairs_same: pairs of outputs of the repeated items; how many were ranked alike.
        rankings: current rankings of the campaign's items.
        without_first, not_dense: those of them without a rank 1; those that skip a rank.
    """

    checks: CheckTally = CheckTally()
    repeats: CheckTally = CheckTally()
    pairs_repeated: int = 0
    pairs_same: int = 0
    rankings: int = 0
    without_first: int = 0
    not_dense: int = 0

    @property
    def without_first_percent(self) -> int | None:
        return round(100 * self.without_first / self.rankings) if self.rankings else None

    @property
    def not_dense_percent(self) -> int | None:
        return round(100 * self.not_dense / self.rankings) if self.rankings else None

    @property
    def pairs_same_percent(self) -> int | None:
        return round(100 * self.pairs_same / self.pairs_repeated) if self.pairs_repeated else None


def quality_of_judges(
    campaign: Campaign, judge: Judge | None = None, checks: Mapping[int, CheckTally] | None = None
) -> dict[int, JudgeQuality]:
    """Every judge that has ranked anything, by key, or the one that is given; in four queries.

    `checks` are the tallies of check items, where they are known already.
    """
    if checks is None:
        checks = check_tallies(campaign, judge)
    repeats, compared, same = _repeat_tallies(campaign, judge)
    scale = _scale_use(campaign, judge)
    return {
        judge: JudgeQuality(
            checks.get(judge, CheckTally()),
            repeats.get(judge, CheckTally()),
            compared.get(judge, 0),
            same.get(judge, 0),
            *scale.get(judge, (0, 0, 0)),
        )
        for judge in {*checks, *repeats, *scale}
    }


def check_tallies(
    campaign: Campaign, judge: Judge | None = None, submitted: Q | None = None
) -> dict[int, CheckTally]:
    """Check items answered and passed, by the judge's key; one query.

    Of one judge when one is given; `submitted` selects rankings (as `ranking__...`).
    """
    same_item = Ranking.objects.filter(judge=OuterRef("ranking__judge"), item=OuterRef("ranking__item"))
    first = same_item.filter(skipped=False).order_by("revision").values("pk")[:1]
    rankings = _ranks(campaign, Purpose.CHECK, Q(ranking=Subquery(first)) & (submitted or Q()), judge)
    tallies: dict[int, list[bool]] = defaultdict(list)
    for (judge_id, _), (item, ranks) in rankings.items():
        tallies[judge_id].append(is_as_expected(item, ranks))
    return {key: CheckTally(len(answers), sum(answers)) for key, answers in tallies.items()}


def is_as_expected(expected: Mapping[str, Any], ranks: Ranks) -> bool:
    """Whether ranks by position agree with every pair of an item's `expected` answer."""
    return not wrong_pairs(expected, ranks)


def wrong_pairs(expected: Mapping[str, Any], ranks: Ranks) -> list[tuple[int, int, bool]]:
    """The expected pairs that the ranks contradict: (position, position, whether a tie is expected)."""
    before = [(a, b, False) for a, b in expected.get("before", ()) if not ranks[a] < ranks[b]]
    equal = [(a, b, True) for a, b in expected.get("equal", ()) if ranks[a] != ranks[b]]
    return before + equal


def _repeat_tallies(
    campaign: Campaign, judge: Judge | None = None
) -> tuple[dict[int, CheckTally], dict[int, int], dict[int, int]]:
    """By judge: repetitions answered and passed, pairs compared, and pairs ranked alike."""
    repeats = _ranks(campaign, Purpose.REPEAT, Q(ranking__is_current=True), judge)
    rows = (
        _ranks_by(judge)
        .filter(
            ranking__is_current=True,
            ranking__judge__campaign=campaign,
            # A repetition is shown to one judge; the first answers of the others are not asked for.
            ranking__item__repeats__reserved_for=F("ranking__judge"),
        )
        .values_list("ranking__judge", "ranking__item", "output__position", "rank")
    )
    originals: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for judge_id, item_id, position, rank in rows:
        originals[judge_id, item_id][position] = rank
    answers: dict[int, list[bool]] = defaultdict(list)
    compared: dict[int, int] = defaultdict(int)
    same: dict[int, int] = defaultdict(int)
    for (judge_id, _), (item, ranks) in repeats.items():
        earlier = originals.get((judge_id, item["original"]))
        if earlier is None or earlier.keys() != ranks.keys():
            continue
        signs = [
            (_sign(earlier[a] - earlier[b]), _sign(ranks[a] - ranks[b])) for a, b in combinations(ranks, 2)
        ]
        kept = sum(first == second for first, second in signs)
        answers[judge_id].append(kept >= sum(first * second < 0 for first, second in signs))
        compared[judge_id] += len(signs)
        same[judge_id] += kept
    tallies = {key: CheckTally(len(given), sum(given)) for key, given in answers.items()}
    return tallies, compared, same


def _scale_use(campaign: Campaign, judge: Judge | None = None) -> dict[int, tuple[int, int, int]]:
    """(rankings, without a rank 1, not dense) by judge, over the items that count."""
    own = Ranking.objects.all() if judge is None else Ranking.objects.filter(judge=judge)
    rankings = (
        own.filter(
            judge__campaign=campaign,
            is_current=True,
            skipped=False,
            item__purpose__in=(Purpose.JUDGING, Purpose.REPEAT),
        )
        .annotate(
            best=Min("ranks__rank"), worst=Max("ranks__rank"), levels=Count("ranks__rank", distinct=True)
        )
        .order_by()
        .values_list("judge_id", "best", "worst", "levels")
    )
    counts_of: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for judge_id, best, worst, levels in rankings:
        if best is None:
            continue
        counts = counts_of[judge_id]
        counts[0] += 1
        counts[1] += best > 1
        counts[2] += worst != levels
    return {judge_id: (counts[0], counts[1], counts[2]) for judge_id, counts in counts_of.items()}


def _ranks(
    campaign: Campaign, purpose: str, which: Q, judge: Judge | None = None
) -> dict[tuple[int, int], tuple[dict[str, Any], dict[int, int]]]:
    """(expected answer, rank by position) by judge and item; `which` selects one ranking of each."""
    rows = _ranks_by(judge).filter(which, ranking__judge__campaign=campaign, ranking__item__purpose=purpose)
    # As text: a row for each output would otherwise read the same document again and again.
    rows = rows.annotate(expected=Cast("ranking__item__expected", TextField()))
    items: dict[int, dict[str, Any]] = {}
    found: dict[tuple[int, int], tuple[dict[str, Any], dict[int, int]]] = {}
    for judge_id, item_id, expected, original, position, rank in rows.values_list(
        "ranking__judge",
        "ranking__item",
        "expected",
        "ranking__item__original",
        "output__position",
        "rank",
    ):
        if item_id not in items:
            items[item_id] = {**(json.loads(expected) or {}), "original": original}
        found.setdefault((judge_id, item_id), (items[item_id], {}))[1][position] = rank
    return found


def _ranks_by(judge: Judge | None) -> QuerySet[RankedOutput]:
    ranks = RankedOutput.objects.order_by()
    return ranks if judge is None else ranks.filter(ranking__judge=judge)


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)
