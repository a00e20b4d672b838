"""Judgments from the database: all statistics and exports read them here."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery

from rankings.formats.records import JudgedOutput, Judgment
from rankings.models import Campaign, Discard, Item, ItemOutputSystem, RankedOutput, Ranking, TextChange

ROWS_AT_ONCE = 5000


@dataclass(frozen=True, slots=True)
class CampaignJudgments:
    """Judgments as they were read, with a mark to detect later changes.

    `top_up_rankings` of the campaign's rankings belong to items that were added later for systems whose order
    was uncertain; they are in `judgments` unless they were to be left out. `random_top_up_rankings` belong
    to items that were added with those, but sampled at random; they stay. `keys` are those of the rankings
    behind `judgments`, in the same order. `discarded_rankings` are left out because a manager discarded them,
    unless they were to be included. `imported` are the keys of rankings that came from a file.
    """

    judgments: list[Judgment]
    keys: list[int]
    mark: str
    top_up_rankings: int = 0
    random_top_up_rankings: int = 0
    discarded_rankings: int = 0
    imported: frozenset[int] = frozenset()


def campaign_judgments(campaign: Campaign) -> list[Judgment]:
    """The current rankings of a campaign, skipped ones included, in the order in which they came.

    Rankings of check and training items are left out: they assess judges, not systems. An item
    that was shown to the same judge again counts each time, as repeated items did in 2015.
    An imported judgment comes back as in its file. One that was made here belongs to a result set named
    after the campaign; its item is the item's number, its document the document's name, and its outputs are
    in the item's order, which says nothing about the order that the judge saw. Rankings that a manager has
    discarded are left out. Four queries, whatever the size; where rankings have been discarded, five.
    """
    return load_judgments(campaign).judgments


def load_judgments(
    campaign: Campaign, *, without_top_ups: bool = False, with_discarded: bool = False
) -> CampaignJudgments:
    """`campaign_judgments`, with their mark; without those of top-ups when that is asked for.

    With `with_discarded`, rankings that a manager has discarded are among them. The mark is the same.
    """
    # Before the rankings: what is discarded in between makes the mark too old, never too new.
    steps = _steps(campaign)
    rows = list(_rows(standing_rankings(campaign) if with_discarded else counting_rankings(campaign)))
    discarded = sum(row["discard_id"] is not None for row in rows)
    added = [row for row in rows if row["item__top_up_id"] is not None]
    chosen = {row["id"] for row in added if not row["item__at_random"]}
    used = [row for row in rows if not (without_top_ups and row["id"] in chosen)]
    return CampaignJudgments(
        judgments=_judgments(campaign, used),
        keys=[row["id"] for row in used],
        mark=_mark(len(rows) - discarded, _last_counting(rows), steps),
        top_up_rankings=len(chosen),
        random_top_up_rankings=len(added) - len(chosen),
        discarded_rankings=_discarded(campaign) if steps.discarding else 0,
        imported=frozenset(row["id"] for row in used if row["result_set_id"] is not None),
    )


def judgments_of_rankings(campaign: Campaign, keys: Collection[int]) -> list[Judgment]:
    """The judgments behind rankings of the campaign, revised since or not, under the judges' present names.

    Raises ValueError when one of them is not there any more.
    """
    wanted = set(keys)
    rows = [row for row in _rows(Ranking.objects.filter(judge__campaign=campaign)) if row["id"] in wanted]
    if len(rows) < len(wanted):
        raise ValueError(f"{len(wanted) - len(rows)} of {len(wanted)} rankings are not there any more")
    return _judgments(campaign, rows)


def rankings_mark(campaign: Campaign) -> str:
    """A short text that changes with the campaign's rankings: they are append-only, so two numbers tell.

    Where rankings have been discarded, a third counts the times that somebody did or undid it; where systems
    or sentences have been changed, a fourth counts that.
    """
    steps = _steps(campaign)
    counts = counting_rankings(campaign).aggregate(number=Count("pk"), last=Max("pk"))
    return _mark(counts["number"], counts["last"], steps)


def counting_rankings(campaign: Campaign) -> QuerySet[Ranking]:
    """Current rankings that results are made from: all but those of check and training items.

    Those that a manager has discarded are not current.
    """
    return _of_results(Ranking.objects.filter(judge__campaign=campaign, is_current=True))


def standing_rankings(campaign: Campaign) -> QuerySet[Ranking]:
    """The same, with those that a manager has discarded."""
    return _of_results(Ranking.objects.filter(Ranking.STANDS, judge__campaign=campaign))


def _last_counting(rows: Sequence[dict[str, Any]]) -> int | None:
    return next((row["id"] for row in reversed(rows) if row["discard_id"] is None), None)


def _of_results(rankings: QuerySet[Ranking]) -> QuerySet[Ranking]:
    return rankings.exclude(item__purpose__in=(Item.Purpose.CHECK, Item.Purpose.TRAINING))


def _discarded(campaign: Campaign) -> int:
    return _of_results(Ranking.objects.filter(discard__campaign=campaign)).count()


@dataclass(frozen=True, slots=True)
class _Steps:
    """How often rankings were discarded or put back, and how often texts were changed or put back."""

    discarding: int
    texts: int


def _steps(campaign: Campaign) -> _Steps:
    """In one query."""

    def steps(model: type[Discard] | type[TextChange]) -> Subquery:
        rows = model._default_manager.filter(campaign=OuterRef("pk")).order_by().values("campaign")
        return Subquery(rows.annotate(n=Count("pk") + Count("undone_at")).values("n"))

    found = Campaign.objects.filter(pk=campaign.pk).values_list(steps(Discard), steps(TextChange)).first()
    discarding, texts = found or (0, 0)
    return _Steps(discarding or 0, texts or 0)


def _mark(number: int, last: int | None, steps: _Steps) -> str:
    parts = [f"{number}-{last or 0}"]
    if steps.discarding or steps.texts:
        parts.append(f"{steps.discarding}")
    if steps.texts:
        parts.append(f"{steps.texts}")
    return "-".join(parts)


def _judgments(campaign: Campaign, rows: Iterable[dict[str, Any]]) -> list[Judgment]:
    groups = _systems_of_outputs(campaign)
    ranks = _ranks_of_rankings(campaign)
    judgments = []
    for row in rows:
        ranked = ranks.get(row["id"], [])
        if not row["item__is_imported"]:
            ranked.sort(key=itemgetter(1))
        outputs = tuple(JudgedOutput(groups[output], rank) for output, _, rank in ranked)
        judgments.append(_judgment(campaign, row, outputs))
    return judgments


def _rows(rankings: QuerySet[Ranking]) -> Iterator[Any]:
    """What is read of each ranking, in the order in which they came."""
    yield from (
        rankings.order_by("pk")
        .values(
            "id",
            "discard_id",
            "skipped",
            "wall_seconds",
            "active_seconds",
            "opened_at",
            "submitted_at",
            "guidelines_version",
            "source_label",
            "source_document",
            "result_set_id",
            "result_set__name",
            "result_set__source_language",
            "result_set__target_language",
            "judge__name",
            "item__number",
            "item__is_imported",
            "item__top_up_id",
            "item__at_random",
            "item__sentence__index",
            "item__sentence__document__name",
            "item__sentence__document__position",
        )
        .iterator(chunk_size=ROWS_AT_ONCE)
    )


def _systems_of_outputs(campaign: Campaign) -> dict[int, tuple[str, ...]]:
    producers = ItemOutputSystem.objects.filter(item__campaign=campaign).order_by("pk")
    groups: dict[int, list[str]] = defaultdict(list)
    for output, name in producers.values_list("output_id", "system__name").iterator(chunk_size=ROWS_AT_ONCE):
        groups[output].append(name)
    return {output: tuple(names) for output, names in groups.items()}


def _ranks_of_rankings(campaign: Campaign) -> dict[int, list[tuple[int, int, int]]]:
    """(output, its position in the item, rank) by ranking, in the order in which they were stored.

    Ranks of older revisions are read too: a ranking that is edited while this reads would otherwise lose its
    ranks between two queries.
    """
    ranks = RankedOutput.objects.filter(ranking__judge__campaign=campaign).order_by("ranking_id", "pk")
    rows = ranks.values_list("ranking_id", "output_id", "output__position", "rank")
    return {
        ranking: [(output, position, rank) for _, output, position, rank in group]
        for ranking, group in groupby(rows.iterator(chunk_size=ROWS_AT_ONCE), key=itemgetter(0))
    }


def _judgment(campaign: Campaign, row: dict[str, Any], outputs: tuple[JudgedOutput, ...]) -> Judgment:
    answer = Judgment(
        judge=row["judge__name"],
        sentence=str(row["item__sentence__index"]),
        outputs=outputs,
        seconds=row["wall_seconds"],
        skipped=row["skipped"],
        active_seconds=row["active_seconds"],
        opened_at=row["opened_at"],
        submitted_at=row["submitted_at"],
        guidelines_version=row["guidelines_version"],
    )
    if row["result_set_id"] is not None:
        return replace(
            answer,
            item=row["source_label"],
            document=row["source_document"],
            result_set=row["result_set__name"],
            source_language=row["result_set__source_language"],
            target_language=row["result_set__target_language"],
        )
    position = row["item__sentence__document__position"]
    return replace(
        answer,
        item=str(row["item__number"]),
        document=row["item__sentence__document__name"] or f"document-{position + 1}",
        result_set=campaign.slug,
        source_language=campaign.language,
        target_language=campaign.language,
    )
