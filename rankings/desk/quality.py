"""How judges rank: known answers, and their own repetitions."""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.db.models import F, OuterRef, Q, Subquery, TextField
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
class RepeatTally:
    """Pairs of outputs of the items that a judge ranked twice, and how many of them were ranked alike."""

    pairs: int = 0
    same: int = 0

    @property
    def percent(self) -> int | None:
        return round(100 * self.same / self.pairs) if self.pairs else None


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


def repeat_tallies(campaign: Campaign) -> dict[int, RepeatTally]:
    """How alike judges ranked the items that the plan showed them twice, by the judge's key; two queries."""
    repeats = _ranks(campaign, Purpose.REPEAT, Q(ranking__is_current=True))
    rows = RankedOutput.objects.filter(
        ranking__is_current=True,
        ranking__judge__campaign=campaign,
        # A repetition is shown to one judge; the first answers of the others are not asked for.
        ranking__item__repeats__reserved_for=F("ranking__judge"),
    ).order_by()
    originals: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for judge_id, item_id, position, rank in rows.values_list(
        "ranking__judge", "ranking__item", "output__position", "rank"
    ):
        originals[judge_id, item_id][position] = rank
    tallies: dict[int, RepeatTally] = {}
    for (judge_id, _), (item, ranks) in repeats.items():
        earlier = originals.get((judge_id, item["original"]))
        if earlier is None or earlier.keys() != ranks.keys():
            continue
        alike = [
            _sign(earlier[a] - earlier[b]) == _sign(ranks[a] - ranks[b]) for a, b in combinations(ranks, 2)
        ]
        known = tallies.get(judge_id, RepeatTally())
        tallies[judge_id] = RepeatTally(known.pairs + len(alike), known.same + sum(alike))
    return tallies


def _ranks(
    campaign: Campaign, purpose: str, which: Q, judge: Judge | None = None
) -> dict[tuple[int, int], tuple[dict[str, Any], dict[int, int]]]:
    """(expected answer, rank by position) by judge and item; `which` selects one ranking of each."""
    ranks = RankedOutput.objects.filter(
        which, ranking__judge__campaign=campaign, ranking__item__purpose=purpose
    )
    rows = ranks.order_by() if judge is None else ranks.order_by().filter(ranking__judge=judge)
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


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)
