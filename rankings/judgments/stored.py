"""Judgments from the database: all statistics and exports read them here."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any
from zlib import crc32

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from msgspec.structs import replace

from appraise_gec.database import batched
from rankings.formats.columns import Judgments
from rankings.formats.left_out import Filtered
from rankings.formats.records import JudgedOutput, Judgment
from rankings.models import Campaign, Item, ItemOutputSystem, RankedOutput, Ranking

ROWS_AT_ONCE = 5000


_COLUMNS = (
    "id",
    "discarded_at",
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
    "item__sentence__document__name",
    "item__sentence__document__position",
    "item_id",
    "item__number",
    "item__is_imported",
    "item__top_up",
    "item__sentence__index",
)
# What a filter looks at.
_FILTERED_BY = (
    *("judge__name", "item__sentence__document__name", "item__sentence__document__position"),
    *("submitted_at", "active_seconds", "wall_seconds"),
)


@dataclass(frozen=True, slots=True)
class CampaignJudgments:
    """Judgments as they were read, with the keys of their rankings and a mark to detect later changes.

    `imported` are the keys of rankings that came from a file; `left_out` is as of `Filtered`.
    """

    judgments: Judgments
    keys: list[int]
    mark: str
    top_up_rankings: int = 0
    discarded_rankings: int = 0
    imported: frozenset[int] = frozenset()
    left_out: dict[str, Any] = field(default_factory=dict)


def campaign_judgments(campaign: Campaign) -> Judgments:
    """The current rankings of a campaign, skipped ones included, in the order in which they came.

    Those of check and training items are left out. An imported judgment comes back as in its file. One that
    was made here belongs to a result set named after the campaign; its outputs are in the item's order, which
    says nothing about the order that the judge saw.
    """
    return load_judgments(campaign).judgments


def load_judgments(
    campaign: Campaign,
    *,
    without_top_ups: bool = False,
    with_discarded: bool = False,
    choose: Callable[[Judgments, Sequence[str]], Filtered] | None = None,
) -> CampaignJudgments:
    """`campaign_judgments`, with their mark; without those of top-ups when that is asked for.

    With `with_discarded`, rankings that a manager has discarded are among them. `choose` filters them; it
    gets the campaign's document of each, whatever an imported file says. The mark is the same.
    """
    # Before the rankings: what is discarded in between makes the mark too old, never too new.
    steps = _steps(campaign)
    rows = list(_rows(standing_rankings(campaign) if with_discarded else counting_rankings(campaign)))
    discarded = sum(row["discarded_at"] is not None for row in rows)
    top_ups = {row["id"] for row in rows if row["item__top_up"] is not None}
    mark = _mark(len(rows) - discarded, _last_counting(rows), steps)
    rows = [row for row in rows if not (without_top_ups and row["id"] in top_ups)]
    judgments = Judgments.of(_records(campaign, rows))
    left_out: dict[str, Any] = {}
    if choose is not None:
        left = choose(judgments, [_document_of(row) for row in rows])
        judgments, left_out = judgments.where(left.kept), left.left_out
        rows = [row for row, kept in zip(rows, left.kept, strict=True) if kept]
    added = sum(row["item__top_up"] is not None for row in rows)
    return CampaignJudgments(
        judgments=judgments,
        keys=[row["id"] for row in rows],
        mark=mark,
        top_up_rankings=len(top_ups) if without_top_ups else added,
        discarded_rankings=_discarded(campaign) if len(steps) > 1 else 0,
        imported=frozenset(row["id"] for row in rows if row["result_set_id"] is not None),
        left_out=left_out,
    )


def rankings_to_filter(
    campaign: Campaign, *, without_top_ups: bool = False, with_discarded: bool = False
) -> Judgments:
    """What filters look at of the rankings that `load_judgments` would read, without outputs; one query."""
    rankings = standing_rankings(campaign) if with_discarded else counting_rankings(campaign)
    if without_top_ups:
        rankings = rankings.filter(item__top_up__isnull=True)
    rows = rankings.order_by("pk").values(*_FILTERED_BY).iterator(chunk_size=ROWS_AT_ONCE)
    return Judgments.of(
        Judgment(
            row["judge__name"],
            "",
            document=_document_of(row),
            seconds=row["wall_seconds"],
            active_seconds=row["active_seconds"],
            submitted_at=row["submitted_at"],
        )
        for row in rows
    )


def document_name(name: str, position: int) -> str:
    """What files, filters and lists call a document of the campaign, which may have no name."""
    return name or f"document-{position + 1}"


def _document_of(row: dict[str, Any]) -> str:
    return document_name(row["item__sentence__document__name"], row["item__sentence__document__position"])


def judgments_of_rankings(campaign: Campaign, keys: Collection[int]) -> Judgments:
    """The judgments behind rankings of the campaign, revised since or not, under the judges' present names.

    Raises ValueError when one of them is not there any more.
    """
    wanted = set(keys)
    rows = [row for row in _rows(Ranking.objects.filter(judge__campaign=campaign)) if row["id"] in wanted]
    if len(rows) < len(wanted):
        raise ValueError(f"{len(wanted) - len(rows)} of {len(wanted)} rankings are not there any more")
    return Judgments.of(_records(campaign, rows))


def rankings_mark(campaign: Campaign) -> str:
    """A short text that changes with the campaign's rankings: they are append-only, so two numbers tell.

    Where rankings have been discarded, a third says how many and when. The last one
    changes with the names of systems.
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
    return next((row["id"] for row in reversed(rows) if row["discarded_at"] is None), None)


def _of_results(rankings: QuerySet[Ranking]) -> QuerySet[Ranking]:
    return rankings.exclude(item__purpose__in=(Item.Purpose.CHECK, Item.Purpose.TRAINING))


def _discarded(campaign: Campaign) -> int:
    return _of_results(Ranking.objects.filter(judge__campaign=campaign, discarded_at__isnull=False)).count()


def _steps(campaign: Campaign) -> list[str]:
    """A sum over the systems' names; if any rankings are discarded, how many and when. In one query."""
    left_out = Ranking.objects.filter(judge__campaign=OuterRef("campaign"), discarded_at__isnull=False)
    of_campaign = left_out.order_by().values("judge__campaign")
    number = Subquery(of_campaign.annotate(n=Count("pk")).values("n"))
    last = Subquery(of_campaign.annotate(last=Max("discarded_at")).values("last"))
    rows = list(campaign.systems.order_by("pk").values_list("name", number, last))
    names = "\n".join(name for name, *_ in rows)
    discarded = [f"{rows[0][1]}.{rows[0][2].timestamp():.6f}"] if rows and rows[0][1] else []
    return [f"{crc32(names.encode()):08x}", *discarded]


def _mark(number: int, last: int | None, steps: list[str]) -> str:
    return "-".join((str(number), str(last or 0), *steps))


def _records(campaign: Campaign, rows: Iterable[dict[str, Any]]) -> Iterator[Judgment]:
    """The judgments of rankings, which are in the order of their keys: two queries for each 5,000."""
    for batch in batched(rows, ROWS_AT_ONCE):
        groups = _systems_of_outputs({row["item_id"] for row in batch})
        ranks = _ranks_of_rankings(campaign, batch[0]["id"], batch[-1]["id"])
        for row in batch:
            ranked = ranks.get(row["id"], [])
            if not row["item__is_imported"]:
                ranked.sort(key=itemgetter(1))
            outputs = tuple([JudgedOutput(groups[output], rank) for output, _, rank in ranked])
            yield _judgment(campaign, row, outputs)


def _rows(rankings: QuerySet[Ranking]) -> Iterator[Any]:
    """What is read of each ranking, in the order in which they came."""
    yield from (rankings.order_by("pk").values(*_COLUMNS).iterator(chunk_size=ROWS_AT_ONCE))


def _systems_of_outputs(items: Collection[int]) -> dict[int, tuple[str, ...]]:
    producers = ItemOutputSystem.objects.filter(item__in=items).order_by("pk")
    groups: dict[int, list[str]] = defaultdict(list)
    for output, name in producers.values_list("output_id", "system__name").iterator(chunk_size=ROWS_AT_ONCE):
        groups[output].append(name)
    return {output: tuple(names) for output, names in groups.items()}


def _ranks_of_rankings(campaign: Campaign, first: int, last: int) -> dict[int, list[tuple[int, int, int]]]:
    """(output, its position in the item, rank) by ranking between two keys, in the order of storing.

    Ranks of older revisions are read too: a ranking that is edited while this reads would otherwise lose its
    ranks between two queries.
    """
    of_campaign = RankedOutput.objects.filter(ranking__judge__campaign=campaign)
    ranks = of_campaign.filter(ranking_id__gte=first, ranking_id__lte=last).order_by("ranking_id", "pk")
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
    return replace(
        answer,
        item=str(row["item__number"]),
        document=_document_of(row),
        result_set=campaign.slug,
        source_language=campaign.language,
        target_language=campaign.language,
    )


def as_runs(keys: Iterable[int]) -> list[list[int]]:
    """[first, last] of each run of consecutive keys, ascending: few numbers, as rankings came in turn."""
    runs: list[list[int]] = []
    for key in sorted(set(keys)):
        if runs and key == runs[-1][1] + 1:
            runs[-1][1] = key
        else:
            runs.append([key, key])
    return runs


def of_runs(runs: Iterable[tuple[int, int]]) -> set[int]:
    """The keys that `as_runs` was given."""
    return {key for first, last in runs for key in range(first, last + 1)}
