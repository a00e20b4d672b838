"""The items of a campaign, one by one: a list to search, and a page for each."""

from collections.abc import Collection
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from rankings.access import managed, page
from rankings.desk import item_list
from rankings.desk.item_list import LARGEST_NUMBER, ItemFilter
from rankings.desk.one_item import item_story
from rankings.models import Item


@login_required
@require_safe
def browse(request: HttpRequest, slug: str) -> HttpResponse:
    """The items that a filter names."""
    access = managed(request, slug)
    judges = dict(access.campaign.judges.values_list("pk", "name"))
    wanted = _filter(request, judges)
    found = item_list.item_page(access.campaign, wanted, request.GET.get("page"), timezone.now())
    context = {
        "tab": "items",
        "found": found,
        "wanted": wanted,
        "judges": judges,
        "states": item_list.STATES,
        "kinds": item_list.KINDS,
        "flag_choices": item_list.FLAGS,
        "sorts": item_list.SORTS,
        # Of the filter without the page, for the links to other pages.
        "query": urlencode(_as_query(wanted)),
        "is_filtered": _as_query(wanted).keys() - {"sort"},
    }
    return page(request, access, "desk/items.html", context)


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


def _filter(request: HttpRequest, judges: dict[int, str]) -> ItemFilter:
    """What the address asks for; what it does not know is left out."""

    def one_of(name: str, known: Collection[str], default: str = "") -> str:
        value = request.GET.get(name, "")
        return value if value in known else default

    judge = request.GET.get("judge", "")
    by_text = {str(key): key for key in judges}
    return ItemFilter(
        search=request.GET.get("search", "").strip()[: item_list.LONGEST_SEARCH],
        state=one_of("state", item_list.STATES),
        kind=one_of("kind", item_list.KINDS),
        flags=one_of("flags", item_list.FLAGS),
        judge=by_text.get(judge),
        sort=one_of("sort", item_list.SORTS, "number"),
    )


def _as_query(wanted: ItemFilter) -> dict[str, str]:
    values = {
        "search": wanted.search,
        "state": wanted.state,
        "kind": wanted.kind,
        "flags": wanted.flags,
        "judge": "" if wanted.judge is None else str(wanted.judge),
        "sort": "" if wanted.sort == "number" else wanted.sort,
    }
    return {name: value for name, value in values.items() if value}
