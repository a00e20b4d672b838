"""Helpers for the pages of metrics."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe

from appraise_gec.present import html
from appraise_gec.present.table import WORDS, Table
from rankings.access import CampaignAccess

FILE_TITLES = {"csv": "CSV", "tex": "LaTeX", "md": "Markdown", "svg": "SVG", "pdf": "PDF"}
"""Of files, by extension."""


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


def sorted_table(
    request: HttpRequest,
    table: Table,
    usual: str,
    files: Mapping[str, str] | None = None,
    links: Mapping[str, str] | None = None,
) -> SafeString:
    """A table in the order that the address gives; by default names from A, numbers from the greatest."""
    asked, direction = request.GET.get("sort", ""), request.GET.get("dir", "")
    kinds = {column.key: column.kind for column in table.columns}
    key = asked if asked in kinds else usual
    ascending = direction == "asc" if direction in {"asc", "desc"} else kinds[key] in WORDS
    table = table.sorted_by("system", ascending=True).sorted_by(key, ascending=ascending)
    return written(table, files, links, html.Sorting(key, ascending))


def written(
    table: Table,
    files: Mapping[str, str] | None = None,
    links: Mapping[str, str] | None = None,
    sorting: html.Sorting | None = None,
) -> SafeString:
    """A table as HTML."""
    return mark_safe(html.write(table, files, links=links, sorting=sorting))  # noqa: S308 - escapes every text
