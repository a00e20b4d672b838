"""Helpers for the pages of metrics."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from appraise_gec.present.html import Sorting
from appraise_gec.present.table import WORDS, Table
from rankings.access.audience import CampaignAccess
from rankings.access.refusals import Refused


def page(
    request: HttpRequest, access: CampaignAccess, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A page of a campaign's metrics, with the context of its head."""
    shared = {
        "campaign": access.campaign,
        "access": access,
        "tab": "metrics",
        "may_change": access.may_manage and not access.campaign.is_read_only,
    }
    return render(request, template, {**shared, **context}, status=status)


def chosen_sorting(request: HttpRequest, table: Table, usual: str) -> Sorting:
    """The order of a table given by the address; by default names from A, numbers from the greatest."""
    asked, direction = request.GET.get("sort", ""), request.GET.get("dir", "")
    kinds = {column.key: column.kind for column in table.columns}
    key = asked if asked in kinds else usual
    ascending = direction == "asc" if direction in {"asc", "desc"} else kinds[key] in WORDS
    return Sorting(key, ascending)


def is_allowed(form: forms.Form, *rules: Callable[[], object]) -> bool:
    """Whether the form is valid and no rule refuses it; a refusal becomes an error of the form."""
    if not form.is_valid():
        return False
    try:
        for rule in rules:
            rule()
    except Refused as refusal:
        form.add_error(None, refusal.reasons)
        return False
    return True
