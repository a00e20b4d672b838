"""The page of one item: everything that a manager may want to know about it."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from rankings.access import managed, page
from rankings.corpus.preview import ScreenOutput
from rankings.desk.item_list import LARGEST_NUMBER, ItemRow, rows_of
from rankings.items.edits import mark_edits
from rankings.models import Campaign, Item, ItemOutputSystem, RankedOutput, Ranking, Sentence


@dataclass(frozen=True, slots=True)
class StoryOutput(ScreenOutput):
    """One output: what judges see, and who wrote it. `letter` is its name on this page alone."""

    letter: str
    text: str


@dataclass(frozen=True, slots=True)
class StoryRanking:
    """One judge's answer. `ranks` are in the order of the outputs, None where there is none."""

    ranking: Ranking
    ranks: tuple[int | None, ...]
    is_repeat: bool

    @property
    def lettered_ranks(self) -> list[tuple[str, int | None]]:
        return [(_letter(place), rank) for place, rank in enumerate(self.ranks)]

    @property
    def is_flagged(self) -> bool:
        return bool(self.ranking.flag_reason or self.ranking.flag_note)


@dataclass(frozen=True, slots=True)
class ItemStory:
    """An item with its surroundings, outputs and answers."""

    row: ItemRow
    before: str
    after: str
    outputs: tuple[StoryOutput, ...]
    rankings: tuple[StoryRanking, ...]
    previous: int | None
    following: int | None

    @property
    def item(self) -> Item:
        return self.row.item

    @property
    def document(self) -> str:
        """The document's name; "" where it is the sentence's number, as of sentences that stand alone."""
        sentence = self.row.item.sentence
        name = sentence.document.name
        return "" if name == str(sentence.index + 1) else name


@login_required
@require_safe
def item(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One item: its texts, its rankings, its flags."""
    access = managed(request, slug)
    if number > LARGEST_NUMBER:
        raise Http404
    shown = get_object_or_404(Item, campaign=access.campaign, number=number, original=None)
    context = {"tab": "items", "story": item_story(access.campaign, shown, timezone.now())}
    return page(request, access, "desk/item.html", context)


def item_story(campaign: Campaign, item: Item, now: datetime) -> ItemStory:
    """The story of one item. The number of queries depends on nothing."""
    (row,) = rows_of(campaign, [item.pk], now)
    sentence = row.item.sentence
    neighbours = dict(
        Sentence.objects.filter(
            document=sentence.document_id, index__in=(sentence.index - 1, sentence.index + 1)
        ).values_list("index", "text")
    )
    outputs = list(item.outputs.order_by("position"))
    systems: dict[int, list[str]] = {}
    producers = ItemOutputSystem.objects.filter(item=item).order_by("system__name")
    for output_id, name in producers.values_list("output_id", "system__name"):
        systems.setdefault(output_id, []).append(name)
    numbers = Item.objects.filter(campaign=campaign, original=None).order_by("number")
    return ItemStory(
        row=row,
        before=neighbours.get(sentence.index - 1, ""),
        after=neighbours.get(sentence.index + 1, ""),
        outputs=tuple(
            StoryOutput(
                segments=tuple(mark_edits(sentence.text, output.text)),
                systems=tuple(systems.get(output.pk, ())),
                letter=_letter(place),
                text=output.text,
            )
            for place, output in enumerate(outputs)
        ),
        rankings=_rankings(item, [output.position for output in outputs]),
        previous=numbers.filter(number__lt=item.number).values_list("number", flat=True).last(),
        following=numbers.filter(number__gt=item.number).values_list("number", flat=True).first(),
    )


def _rankings(item: Item, positions: list[int]) -> tuple[StoryRanking, ...]:
    """The answers that count, also to repetitions, whose outputs are copies in the same positions."""
    given = (
        Ranking.objects.filter(Q(item=item) | Q(item__original=item), is_current=True)
        .select_related("judge", "item")
        .order_by("judge__name", "pk")
    )
    rankings = list(given)
    ranks: dict[int, dict[int, int]] = {}
    rows = RankedOutput.objects.filter(ranking__in=[ranking.pk for ranking in rankings])
    for ranking_id, position, rank in rows.values_list("ranking_id", "output__position", "rank"):
        ranks.setdefault(ranking_id, {})[position] = rank
    return tuple(
        StoryRanking(
            ranking,
            tuple(ranks.get(ranking.pk, {}).get(position) for position in positions),
            ranking.item.original_id is not None,
        )
        for ranking in rankings
    )


def _letter(place: int) -> str:
    return chr(ord("A") + place)
