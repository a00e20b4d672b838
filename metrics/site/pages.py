"""Helpers for the pages of metrics."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from appraise_gec.presentation.downloads import download
from appraise_gec.presentation.tables import WORDS, Table
from appraise_gec.presentation.writers import csv, latex, markdown
from appraise_gec.presentation.writers.page import Sorting
from rankings.access.audience import MANAGERS, RESEARCHERS, CampaignAccess, open_campaign
from rankings.access.pages import signed_in
from rankings.access.refusals import Refused

TABLE_FILES: dict[str, tuple[Callable[[Table], bytes], str]] = {
    "csv": (csv.write, "text/csv"),
    "tex": (latex.write, "application/x-tex"),
    "md": (markdown.write, "text/markdown"),
}


def opened(request: HttpRequest, slug: str, *, to_manage: bool = False) -> CampaignAccess:
    """The campaign, for its team, or for its managers alone; Http404 for everybody else, judges included."""
    return open_campaign(signed_in(request), slug, MANAGERS if to_manage else RESEARCHERS)


def page(
    request: HttpRequest, access: CampaignAccess, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A page of a campaign's metrics, with the context of its head."""
    shared = {
        "campaign": access.campaign,
        "access": access,
        "tab": "metrics",
        "may_change": access.may_manage and access.campaign.state != "frozen",
    }
    return render(request, template, {**shared, **context}, status=status)


def table_file(table: Table, name: str, extension: str) -> HttpResponse:
    """A table as a file of one of `TABLE_FILES`."""
    write, content_type = TABLE_FILES[extension]
    return download(write(table), f"{content_type}; charset=utf-8", f"{name}.{extension}")


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
