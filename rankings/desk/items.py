"""Items and answers: the list of them with its filter, and the page of one.

Repetitions have no line and no page of their own: they are shown to one judge only, and their answers stand
with the item that they repeat. Which system wrote what is on the page of an item alone.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from rankings.access import managed, page
from rankings.corpus.preview import ScreenOutput
from rankings.desk.item_actions import flagged, leases, open_flags
from rankings.items.collapse import pairs_alike
from rankings.items.edits import mark_edits
from rankings.models import (
    Assignment,
    Campaign,
    Item,
    ItemOutput,
    ItemOutputSystem,
    Judge,
    RankedOutput,
    Ranking,
    Sentence,
)

PER_PAGE = 50
LARGEST_NUMBER = 2**31 - 1
Purpose = Item.Purpose
_PLANNED = Q(purpose=Purpose.JUDGING, is_imported=False)
_KIND_OF: Mapping[str, Q] = {
    "planned": _PLANNED & Q(top_up=None),
    "top-up": _PLANNED & Q(top_up__isnull=False),
    "check": Q(purpose=Purpose.CHECK),
    "training": Q(purpose=Purpose.TRAINING),
    "imported": Q(is_imported=True),
}
# Of a ranking: its item, or the one that this repeats.
_ITEM = Coalesce("item__original_id", "item_id")


class ItemFilter(forms.Form):
    """What to list."""

    search = forms.CharField(
        required=False,
        max_length=200,
        label="Words of the sentence, or a number",
        widget=forms.TextInput(attrs={"type": "search", "dir": "auto"}),
    )
    state = forms.ChoiceField(
        required=False,
        choices=[
            ("", "Any"),
            ("waiting", "Waiting: nobody has ranked it"),
            ("begun", "Begun: some judges are missing"),
            ("complete", "Complete"),
            ("retired", "Retired"),
            ("held", "With a judge now"),
            ("single", "Never shown: one output only"),
        ],
    )
    kind = forms.ChoiceField(
        required=False,
        choices=[
            ("", "Any"),
            ("planned", "Planned items"),
            ("top-up", "Top-ups"),
            ("check", "Check items"),
            ("training", "Training items"),
            ("imported", "Imported items"),
        ],
    )
    answers = forms.ChoiceField(
        required=False,
        choices=[
            ("", "Any"),
            ("to-review", "With a flag to review"),
            ("flagged", "Flagged"),
            ("disagreed", "Judges disagree"),
            ("discarded", "Discarded"),
        ],
    )
    judge = forms.ModelChoiceField(
        Judge.objects.none(), required=False, label="Answered by", empty_label="Anybody or nobody"
    )

    def __init__(self, data: Any, campaign: Campaign) -> None:
        super().__init__(data)
        judges: Any = self.fields["judge"]
        judges.queryset = campaign.judges.order_by("name")
        judges.label_from_instance = lambda judge: judge.name

    def wanted(self) -> dict[str, Any]:
        """What is asked for; what cannot be is left out."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item of the list. `item` knows its rankings (`done`), `state` and `repeat_count`.

    `wanted` judges are None where the plan names no number. `holding` are loans at the moment, `alike` of
    `compared` pairs of outputs as in `pairs_alike`.
    """

    item: Any
    wanted: int | None
    skipped: int
    holding: Sequence[Assignment]
    flags: int
    open_flags: Sequence[Ranking]
    alike: int
    compared: int

    @property
    def agreement_percent(self) -> int | None:
        return round(100 * self.alike / self.compared) if self.compared else None


@dataclass(frozen=True, slots=True)
class ShownOutput(ScreenOutput):
    """One output: what judges see, and who wrote it. `letter` is its name on this page alone."""

    letter: str
    text: str


@dataclass(frozen=True, slots=True)
class ShownRanking:
    """One judge's answer. `ranks` are those of the letters, None where there is none."""

    ranking: Ranking
    ranks: Sequence[tuple[str, int | None]]

    @property
    def is_repeat(self) -> bool:
        return self.ranking.item.original_id is not None

    @property
    def is_flagged(self) -> bool:
        return bool(self.ranking.flag_reason or self.ranking.flag_note)


@login_required
@require_safe
def browse(request: HttpRequest, slug: str) -> HttpResponse:
    """The items that a filter names."""
    access = managed(request, slug)
    campaign, now = access.campaign, timezone.now()
    form = ItemFilter(request.GET, campaign)
    wanted = form.wanted()
    shown = Paginator(_filtered(campaign, wanted, now), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "tab": "items",
        "form": form,
        "wanted": wanted,
        "shown": shown,
        "rows": rows_of(campaign, [item.pk for item in shown], now),
        "all_items": campaign.items.filter(original=None).count(),
        # Of the filter without the page, for the links to other pages.
        "query": urlencode({name: request.GET[name] for name in wanted}),
    }
    return page(request, access, "desk/items.html", context)


@login_required
@require_safe
def item(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One item: its texts, its rankings, its flags. The number of queries depends on nothing."""
    access = managed(request, slug)
    campaign = access.campaign
    if number > LARGEST_NUMBER:
        raise Http404
    found = get_object_or_404(Item, campaign=campaign, number=number, original=None)
    (row,) = rows_of(campaign, [found.pk], timezone.now())
    sentence = row.item.sentence
    around = Sentence.objects.filter(
        document=sentence.document_id, index__in=(sentence.index - 1, sentence.index + 1)
    )
    neighbours = dict(around.values_list("index", "text"))
    systems: dict[int, list[str]] = defaultdict(list)
    producers = ItemOutputSystem.objects.filter(item=found).order_by("system__name")
    for output_id, name in producers.values_list("output_id", "system__name"):
        systems[output_id].append(name)
    outputs = list(found.outputs.order_by("position"))
    letters = {output.position: chr(ord("A") + place) for place, output in enumerate(outputs)}
    numbers = campaign.items.filter(original=None).order_by("number").values_list("number", flat=True)
    name = sentence.document.name
    context = {
        "tab": "items",
        "item": row.item,
        "row": row,
        # Of a sentence that stands alone, the document is called like its number.
        "document": "" if name == str(sentence.index + 1) else name,
        "before": neighbours.get(sentence.index - 1, ""),
        "after": neighbours.get(sentence.index + 1, ""),
        "outputs": [
            ShownOutput(
                segments=tuple(mark_edits(sentence.text, output.text)),
                systems=tuple(systems[output.pk]),
                letter=letters[output.position],
                text=output.text,
            )
            for output in outputs
        ],
        "rankings": _rankings(found, letters),
        "previous": numbers.filter(number__lt=number).last(),
        "following": numbers.filter(number__gt=number).first(),
    }
    return page(request, access, "desk/item.html", context)


def rows_of(campaign: Campaign, keys: Sequence[int], now: datetime) -> list[ItemRow]:
    """These items, by key and in their order. Six queries."""
    repeats = _count(Item.objects.filter(original=OuterRef("pk")), "original")
    items = Item.objects.filter(pk__in=keys).select_related("sentence__document")
    by_key = {one.pk: one for one in _with_state(items, campaign).annotate(repeat_count=repeats)}
    skipped: dict[int, int] = defaultdict(int)
    flags: dict[int, int] = defaultdict(int)
    of_these = Q(item__in=keys) | Q(item__original__in=keys)
    given = Ranking.objects.filter(of_these, is_current=True).order_by()
    for key, original, was_skipped, reason, note in given.values_list(
        "item_id", "item__original_id", "skipped", "flag_reason", "flag_note"
    ):
        flags[original or key] += bool(reason or note)
        skipped[original or key] += was_skipped
    undecided: dict[int, list[Ranking]] = defaultdict(list)
    for one in open_flags(campaign).filter(of_these):
        undecided[one.item.original_id or one.item_id].append(one)
    holding: dict[int, list[Assignment]] = defaultdict(list)
    for lease in leases(campaign).filter(of_these, lease_expires_at__gt=now):
        holding[lease.item.original_id or lease.item_id].append(lease)
    agreement = _agreement(RankedOutput.objects.filter(ranking__item__in=keys))
    return [
        ItemRow(
            row,
            campaign.judges_per_item if row.purpose == Purpose.JUDGING and not row.is_imported else None,
            skipped[key],
            holding[key],
            flags[key],
            undecided[key],
            *agreement.get(key, (0, 0)),
        )
        for key in keys
        for row in [by_key[key]]
    ]


def _filtered(campaign: Campaign, wanted: Mapping[str, Any], now: datetime) -> QuerySet[Any]:
    items = _with_state(Item.objects.filter(campaign=campaign, original=None), campaign)
    items = items.order_by("number")
    match wanted:
        case {"state": "held"}:
            items = _among(items, leases(campaign).filter(lease_expires_at__gt=now))
        case {"state": state}:
            items = items.filter(state=state)
    match wanted.get("answers"):
        case "to-review":
            items = _among(items, open_flags(campaign))
        case "flagged":
            items = _among(items, flagged(campaign))
        case "discarded":
            discarded = Ranking.objects.filter(judge__campaign=campaign, discarded_at__isnull=False)
            items = _among(items, discarded)
        case "disagreed":
            ranks = RankedOutput.objects.filter(ranking__item__campaign=campaign)
            agreement = _agreement(ranks).items()
            items = items.filter(pk__in=[key for key, (alike, of) in agreement if 2 * alike < of])
    if kind := wanted.get("kind"):
        items = items.filter(_KIND_OF[kind])
    if judge := wanted.get("judge"):
        items = _among(items, judge.rankings.filter(is_current=True))
    if search := wanted.get("search"):
        found = Q(sentence__text__icontains=search)
        digits = search.removeprefix("#")
        if digits.isascii() and digits.isdigit() and int(digits) <= LARGEST_NUMBER:
            found |= Q(number=int(digits)) | Q(sentence__index=int(digits) - 1)
        items = items.filter(found)
    return items


def _with_state(items: QuerySet[Item], campaign: Campaign) -> QuerySet[Any]:
    """With `done`, its rankings, and `state`, as the filter knows it."""
    ranked = Ranking.objects.filter(item=OuterRef("pk"), is_current=True, skipped=False)
    second = ItemOutput.objects.filter(item=OuterRef("pk"), position=1)
    return items.annotate(
        done=_count(ranked, "item"),
        state=Case(
            When(retired_at__isnull=False, then=Value("retired")),
            When(~Exists(second), then=Value("single")),
            When(done=0, then=Value("waiting")),
            When(_PLANNED & Q(done__lt=campaign.judges_per_item), then=Value("begun")),
            default=Value("complete"),
        ),
    )


def _among(items: QuerySet[Any], rows: QuerySet[Any]) -> QuerySet[Any]:
    """The items of these rankings or loans, or those that their items repeat."""
    return items.filter(pk__in=rows.order_by().annotate(place=_ITEM).values("place"))


def _count(rows: QuerySet[Any], group: str) -> Coalesce:
    counted = rows.order_by().values(group).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _agreement(ranks: QuerySet[RankedOutput]) -> dict[int, tuple[int, int]]:
    """`pairs_alike` of the current rankings among these ranks, by item; one query."""
    by_item: dict[int, dict[int, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
    rows = ranks.filter(ranking__is_current=True, ranking__skipped=False).order_by()
    for key, ranking, output, rank in rows.values_list("ranking__item_id", "ranking_id", "output_id", "rank"):
        by_item[key][ranking][output] = rank
    return {key: pairs_alike(list(rankings.values())) for key, rankings in by_item.items()}


def _rankings(item: Item, letters: Mapping[int, str]) -> list[ShownRanking]:
    """The answers that count, also to repetitions, whose outputs are copies in the same positions."""
    given = Ranking.objects.filter(Q(item=item) | Q(item__original=item), is_current=True)
    rankings = list(given.select_related("judge", "item").order_by("judge__name", "pk"))
    ranks: dict[int, dict[int, int]] = defaultdict(dict)
    rows = RankedOutput.objects.filter(ranking__in=[ranking.pk for ranking in rankings])
    for key, position, rank in rows.values_list("ranking_id", "output__position", "rank"):
        ranks[key][position] = rank
    return [
        ShownRanking(one, [(letter, ranks[one.pk].get(place)) for place, letter in letters.items()])
        for one in rankings
    ]
