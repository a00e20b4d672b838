"""Pages that describe the API, for anybody: they say no more than the source code."""

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rankings.api.reference import Group, groups_of
from rankings.api.schema import current_document


@cache
def groups() -> dict[str, Group]:
    """The calls of this version by group."""
    return groups_of(current_document())


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """All calls, by group."""
    return render(request, "api/reference.html", {"groups": list(groups().values())})


@require_safe
def reference_group(request: HttpRequest, group: str) -> HttpResponse:
    """The calls of one group, with what they take and answer."""
    if group not in groups():
        raise Http404
    keys = list(groups())
    place = keys.index(group)
    context = {
        "group": groups()[group],
        "groups": list(groups().values()),
        "before": groups()[keys[place - 1]] if place else None,
        "after": groups()[keys[place + 1]] if place + 1 < len(keys) else None,
    }
    return render(request, "api/reference_group.html", context)
