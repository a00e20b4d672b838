"""Judgments from the database: all statistics and exports read them here."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from operator import itemgetter
from typing import Any
from zlib import crc32

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery

from rankings.formats.extent import Extent
from rankings.formats.judgment_filter import ALL_JUDGMENTS, Filtering
from rankings.formats.records import JudgedOutput, Judgment
from rankings.formats.shared_parts import SharedParts
from rankings.models import Campaign, Discard, Item, ItemOutputSystem, RankedOutput, Ranking

ROWS_AT_ONCE = 5000


# Whatever a judgment names, but for its item and systems.
_NAMES = (
    "source_document",
    "result_set_id",
    "result_set__name",
    "result_set__source_language",
    "result_set__target_language",
    "judge__name",
    "item__sentence__document__name",
    "item__sentence__document__position",
)
_COLUMNS = (
    "id",
    "discard_id",
    "skipped",
    "wall_seconds",
    "active_seconds",
    "opened_at",
    "submitted_at",
    "guidelines_version",
    "source_label",
    *_NAMES,
    "item_id",
    "item__number",
    "item__is_imported",
    "item__top_up_id",
    "item__sentence__index",
)
# What a filter looks at.
_FILTERED_BY = (
    *("judge__name", "item__sentence__document__name", "item__sentence__document__position"),
    *("submitted_at", "active_seconds", "wall_seconds"),
)


@dataclass(frozen=True, slots=True)
class CampaignJudgments:
    """Judgments as they were read, with a mark to detect later changes.

    `top_up_rankings` of the campaign's rankings belong to items that were added once the plan was complete;
    they are in `judgments` unless they were to be left out. `keys` are those of the rankings behind
    `judgments`, in the same order. `discarded_rankings` are left out because a manager discarded them,
    unless they were to be included. `imported` are the keys of rankings that came from a file. `left_out`
    says what a filter has left out (`Filtering.left_out`).
    """

    judgments: list[Judgment]
    keys: list[int]
    mark: str
    top_up_rankings: int = 0
    discarded_rankings: int = 0
    imported: frozenset[int] = frozenset()
    left_out: dict[str, Any] = field(default_factory=dict)


def campaign_judgments(campaign: Campaign) -> list[Judgment]:
    """The current rankings of a campaign, skipped ones included, in the order in which they came.

    Rankings of check and training items are left out: they assess judges, not systems. An item
    that was shown to the same judge again counts each time, as repeated items did in 2015.
    An imported judgment comes back as in its file. One that was made here belongs to a result set named
    after the campaign; its item is the item's number, its document the document's name, and its outputs are
    in the item's order, which says nothing about the order that the judge saw. Rankings that a manager has
    discarded are left out. Four queries for 5,000 rankings and two for each further 5,000; one more where
    rankings have been discarded.
    """
    return load_judgments(campaign).judgments


def load_judgments(
    campaign: Campaign,
    *,
    without_top_ups: bool = False,
    with_discarded: bool = False,
    filtering: Filtering | None = None,
) -> CampaignJudgments:
    """`campaign_judgments`, with their mark; without those of top-ups when that is asked for.

    With `with_discarded`, rankings that a manager has discarded are among them. A filter takes those of
    documents by the campaign's documents, whatever an imported file says. The mark is the same.
    """
    # Before the rankings: what is discarded in between makes the mark too old, never too new.
    steps = _steps(campaign)
    filtering = filtering or Filtering(ALL_JUDGMENTS)
    rows = list(_rows(standing_rankings(campaign) if with_discarded else counting_rankings(campaign)))
    discarded = sum(row["discard_id"] is not None for row in rows)
    top_ups = {row["id"] for row in rows if row["item__top_up_id"] is not None}
    whole = [row for row in rows if not (without_top_ups and row["id"] in top_ups)]
    used = [row for row in whole if _is_kept(row, filtering)] if filtering else whole
    added = sum(row["item__top_up_id"] is not None for row in used)
    return CampaignJudgments(
        judgments=list(_judgments(campaign, used)),
        keys=[row["id"] for row in used],
        mark=_mark(len(rows) - discarded, _last_counting(rows), steps),
        top_up_rankings=len(top_ups) if without_top_ups else added,
        discarded_rankings=_discarded(campaign) if steps.discarding else 0,
        imported=frozenset(row["id"] for row in used if row["result_set_id"] is not None),
        left_out=filtering.left_out,
    )


def try_filter(
    campaign: Campaign, filtering: Filtering, *, without_top_ups: bool = False, with_discarded: bool = False
) -> None:
    """Send the rankings that `load_judgments` would read through a filter, which counts them; one query."""
    rankings = standing_rankings(campaign) if with_discarded else counting_rankings(campaign)
    if without_top_ups:
        rankings = rankings.filter(item__top_up__isnull=True)
    for row in rankings.order_by("pk").values(*_FILTERED_BY).iterator(chunk_size=ROWS_AT_ONCE):
        _is_kept(row, filtering)


def document_name(name: str, position: int) -> str:
    """What files, filters and lists call a document of the campaign, which may have no name."""
    return name or f"document-{position + 1}"


def _is_kept(row: dict[str, Any], filtering: Filtering) -> bool:
    return filtering.keeps(
        row["judge__name"],
        document_name(row["item__sentence__document__name"], row["item__sentence__document__position"]),
        row["submitted_at"],
        row["active_seconds"],
        row["wall_seconds"],
    )


def judgments_of_rankings(campaign: Campaign, keys: Collection[int]) -> list[Judgment]:
    """The judgments behind rankings of the campaign, revised since or not, under the judges' present names.

    Raises ValueError when one of them is not there any more.
    """
    wanted = set(keys)
    rows = [row for row in _rows(Ranking.objects.filter(judge__campaign=campaign)) if row["id"] in wanted]
    if len(rows) < len(wanted):
        raise ValueError(f"{len(wanted) - len(rows)} of {len(wanted)} rankings are not there any more")
    return list(_judgments(campaign, rows))


class StoredJudgments:
    """The judgments of `campaign_judgments`, read from the database each time they are gone over.

    Some thousand are in memory at a time. To read them as they are at one moment, go over them in a snapshot.
    """

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._rankings = counting_rankings(campaign)

    def __iter__(self) -> Iterator[Judgment]:
        return _judgments(self._campaign, _rows(self._rankings))

    def count(self) -> int:
        return self._rankings.count()

    def extent(self) -> Extent:
        """Counted by the database, in two queries."""
        ranked = RankedOutput.objects.filter(ranking__in=self._rankings)
        outputs = ranked.order_by().values("ranking").annotate(n=Count("pk")).aggregate(most=Max("n"))["most"]
        named = ItemOutputSystem.objects.filter(output__in=ranked.order_by().values("output"))
        systems = named.order_by().values_list("system__name", flat=True).distinct()
        return Extent.of_names(outputs or 0, systems)

    def probes(self, extent: Extent) -> Iterator[Judgment]:
        """Few judgments with every name of all of them but items': they show whether a format holds them."""
        names = self._rankings.order_by().values(*_NAMES).distinct()
        unnamed = dict.fromkeys(set(_COLUMNS) - set(_NAMES))
        outputs = tuple(JudgedOutput((system,), 1) for system in extent.systems)
        for row in names.iterator(chunk_size=ROWS_AT_ONCE):
            known = {**unnamed, **row, "source_label": "", "item__sentence__index": 0, "item__number": 0}
            yield _judgment(self._campaign, known | {"skipped": False}, outputs)
            # Two are a pair, and all pairs of many systems have been there.
            outputs = outputs[:2]


def rankings_mark(campaign: Campaign) -> str:
    """A short text that changes with the campaign's rankings: they are append-only, so two numbers tell.

    Where rankings have been discarded, a third counts the times that somebody did or undid it. The last one
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
    return next((row["id"] for row in reversed(rows) if row["discard_id"] is None), None)


def _of_results(rankings: QuerySet[Ranking]) -> QuerySet[Ranking]:
    return rankings.exclude(item__purpose__in=(Item.Purpose.CHECK, Item.Purpose.TRAINING))


def _discarded(campaign: Campaign) -> int:
    return _of_results(Ranking.objects.filter(discard__campaign=campaign)).count()


@dataclass(frozen=True, slots=True)
class _Steps:
    """How often rankings were discarded or put back, and a sum over the names of systems."""

    discarding: int
    names: int


def _steps(campaign: Campaign) -> _Steps:
    """In one query."""
    made = Discard.objects.filter(campaign=OuterRef("campaign")).order_by().values("campaign")
    done = Subquery(made.annotate(n=Count("pk") + Count("undone_at")).values("n"))
    rows = list(campaign.systems.order_by("pk").values_list("name", done))
    names = "\n".join(name for name, _ in rows)
    return _Steps((rows[0][1] if rows else 0) or 0, crc32(names.encode()))


def _mark(number: int, last: int | None, steps: _Steps) -> str:
    discarding = (f"{steps.discarding}",) if steps.discarding else ()
    return "-".join((f"{number}-{last or 0}", *discarding, f"{steps.names:08x}"))


def _judgments(campaign: Campaign, rows: Iterable[dict[str, Any]]) -> Iterator[Judgment]:
    """The judgments of rankings, which are in the order of their keys: two queries for each 5,000."""
    shared = SharedParts()
    waiting = iter(rows)
    while batch := list(islice(waiting, ROWS_AT_ONCE)):
        groups = _systems_of_outputs({row["item_id"] for row in batch})
        ranks = _ranks_of_rankings(campaign, batch[0]["id"], batch[-1]["id"])
        for row in batch:
            ranked = ranks.get(row["id"], [])
            if not row["item__is_imported"]:
                ranked.sort(key=itemgetter(1))
            outputs = tuple([shared.output(groups[output], rank) for output, _, rank in ranked])
            yield shared.judgment(_judgment(campaign, row, outputs))


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
    """(output, its position in the item, rank) by ranking, in the order in which they were stored.

    Of those whose keys lie between two.

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
        document=document_name(
            row["item__sentence__document__name"], row["item__sentence__document__position"]
        ),
        result_set=campaign.slug,
        source_language=campaign.language,
        target_language=campaign.language,
    )
