"""Two reports of a campaign beside each other."""

import json
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from appraise_gec.presentation.downloads import download
from appraise_gec.presentation.numbers import NONE
from appraise_gec.words import in_readers_language
from rankings.access.joined_reports import readable_reports
from rankings.access.pages import opened, page, signed_in
from rankings.analysis.methods import REGISTERED
from rankings.models import Campaign, Report
from rankings.reports import keeping
from rankings.reports.comparison import (
    ASIDE,
    OPTIONS,
    as_sentences,
    rankings_sentence,
    systems_table,
)
from rankings.reports.options import ReportOptions
from rankings.reports.stored_comparison import compare_stored, comparison_document

MOST_OFFERED = 50


@login_required
@require_safe
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """What differs between two reports, by default the one that comes first and the newest other one."""
    access = opened(request, slug)
    finished = _finished(request, access.campaign)
    offered = list(finished.defer("result", "recipe", "ranking_runs")[:MOST_OFFERED])
    first = _asked(finished, request, "first") or keeping.front_report(access.campaign) or finished.first()
    second = _asked(finished, request, "second") or _another(finished, first)
    context: dict[str, Any] = {
        "tab": "report",
        "offered": [(one, unusual_options(one)) for one in offered],
        "first": first,
        "second": second,
    }
    if first is not None and second is not None:
        comparison = compare_stored(first, second)
        context |= {
            "comparison": comparison,
            "sentences": as_sentences(comparison),
            "rankings_sentence": rankings_sentence(comparison),
            "settings": [
                (OPTIONS[one.name], said(one.name, one.first), said(one.name, one.second))
                for one in comparison.settings
            ],
            "systems": systems_table(comparison),
        }
    return page(request, access, "reports/compare.html", context)


@login_required
@require_safe
def document(request: HttpRequest, slug: str, key: UUID, other: UUID) -> HttpResponse:
    """The same as JSON, of the two reports that the address names."""
    finished = _finished(request, opened(request, slug).campaign)
    first, second = (get_object_or_404(finished, key=one) for one in (key, other))
    whole = comparison_document(first, second)
    content = json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"
    return download(content, "application/json", f"{slug}-comparison.json")


def _finished(request: HttpRequest, campaign: Campaign) -> QuerySet[Report]:
    return readable_reports(signed_in(request), campaign.reports.filter(result__isnull=False))


def _asked(finished: QuerySet[Report], request: HttpRequest, name: str) -> Report | None:
    """The finished report that the address names; None where it names none. Raises Http404 for any other."""
    key = request.GET.get(name, "")
    if not key:
        return None
    try:
        found = finished.filter(key=UUID(key)).first()
    except ValueError:
        found = None
    if found is None:
        raise Http404
    return found


def _another(finished: QuerySet[Report], first: Report | None) -> Report | None:
    return finished.exclude(pk=first.pk).first() if first else None


def unusual_options(report: Report) -> str:
    """What was asked for otherwise than by default, by which people tell reports of the same day apart."""
    usual = ReportOptions().as_json()
    told = (
        f"{in_readers_language(OPTIONS[name])}: {said(name, value)}"
        for name, value in report.options.items()
        if name in OPTIONS and name not in ASIDE and value != usual.get(name)
    )
    return "; ".join(told)


def said(name: str, value: Any) -> str:
    """The value of an option in a few words."""
    if name == "method" and value in REGISTERED:
        return in_readers_language(REGISTERED[value].title)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return NONE
    if isinstance(value, list):
        return ", ".join(map(str, value)) or NONE
    if isinstance(value, float):
        return f"{value:g}"
    # A seed is a name and no quantity.
    return f"{value:,}" if isinstance(value, int) and name != "seed" else str(value)
