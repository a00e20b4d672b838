"""Pages of researchers: ask for a report, follow it, read it, take it away."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_GET, require_POST, require_safe

from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.views import may_change
from appraise_gec.present.downloads import (
    download,
    download_of,
    show_figure,
    table_file,
)
from appraise_gec.present.figure import CONTENT_TYPES
from appraise_gec.report.figures import FIGURES
from appraise_gec.report.filters_in_words import filters_in_short
from appraise_gec.report.methods_text import METHODS_FILES, methods_files
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.result import report_result
from appraise_gec.report.site import keeping, services
from appraise_gec.report.site.contributed import report_table
from appraise_gec.report.site.exporting import export_judgments_of, figure_of, short_key
from appraise_gec.report.site.forms import ReportForm, form_pairs
from appraise_gec.report.site.presentation import SECTIONS, page_of
from rankings.access.audience import CampaignAccess
from rankings.access.pages import opened, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.analysis.methods import REGISTERED
from rankings.formats.records import FormatError
from rankings.judgments.edit_marks import has_edit_marks
from rankings.judgments.exporting import EXPORTS, Export, export_judgments, export_titles
from rankings.models import Campaign, Report
from rankings.tables.nouns import UNITS

MOST_LISTED = 20


@login_required
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """The fullest report, or the way to the first one."""
    access = opened(request, slug)
    report = keeping.front_report(access.campaign)
    form = ReportForm.of_options(access.campaign, report.options if report else {})
    return _overview(request, access, report, form)


@login_required
@require_POST
def request_report(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a report and go to it."""
    access = opened(request, slug)
    form = ReportForm(access.campaign, request.POST)
    if form.is_valid():
        try:
            requested = services.request_report(access.campaign, signed_in(request), form.options())
        except Refused as refusal:
            form.add_error(None, refusal.reasons)
        else:
            if not requested.is_new:
                messages.info(
                    request,
                    "This report exists already: neither the rankings nor the settings have changed.",
                )
            return redirect(requested.report)
    return _overview(request, access, keeping.front_report(access.campaign), form, status=422)


@login_required
@require_safe
def report(request: HttpRequest, slug: str, key: UUID, section: str = "") -> HttpResponse:
    """A report: how far it is, why it failed, or what it stored, a section at a time."""
    access, stored = _open_report(request, slug, key, finished=section != "")
    if section not in SECTIONS:
        raise Http404
    context = {
        "tab": "report",
        "report": stored,
        "job": stored.job,
        "may_change_job": may_change(signed_in(request), stored.job),
        "may_keep": keeping.may_change(access, signed_in(request), stored),
        # Most sections have no form, and offering filters takes several queries.
        "form": SimpleLazyObject(partial(ReportForm.of_options, access.campaign, stored.options)),
        "exports": export_titles(usual=True),
        "further_exports": export_titles(usual=False),
    }
    if stored.result is not None:
        context |= page_of(stored, section, request.GET.dict()) | _changes(stored)
    return page(request, access, "reports/report.html", context)


@login_required
@require_GET
def document(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Recipe and result as JSON: the same recipe gives the same bytes."""
    stored = _open_report(request, slug, key)[1]
    return download(report_json(stored), "application/json", f"{_file_name(stored, 'report')}.json")


@login_required
@require_GET
def table(request: HttpRequest, slug: str, key: UUID, table: str, extension: str) -> HttpResponse:
    """One table of a report as CSV, or as LaTeX or Markdown to print."""
    stored = _open_report(request, slug, key)[1]
    result = report_result(stored.result or {})
    described = report_table(result, table)
    if described is None:
        raise Http404
    return table_file(described, _file_name(stored, table), extension)


@login_required
@require_GET
def figure(request: HttpRequest, slug: str, key: UUID, figure: str, extension: str) -> HttpResponse:
    """One figure of a report: shown in the page, or downloaded with `?download`."""
    stored = _open_report(request, slug, key)[1]
    if figure not in FIGURES or extension not in CONTENT_TYPES:
        raise Http404
    content = figure_of(stored, figure, extension)
    return show_figure(request, content, f"{_file_name(stored, figure)}.{extension}")


@login_required
@require_GET
def methods(request: HttpRequest, slug: str, key: UUID, name: str) -> HttpResponse:
    """The paragraph on methods, or its references, as a file."""
    _, stored = _open_report(request, slug, key)
    if name not in METHODS_FILES:
        raise Http404
    files = methods_files(report_result(stored.result or {}), stored.recipe or {})
    stem, _, extension = name.partition(".")
    return download(
        files[name], f"{METHODS_FILES[name]}; charset=utf-8", f"{_file_name(stored, stem)}.{extension}"
    )


@login_required
@require_GET
def rankings(request: HttpRequest, slug: str, key: UUID, format_name: str) -> HttpResponseBase:
    """The rankings that a report was computed from, as a file."""
    access, stored = _open_report(request, slug, key)
    make = partial(export_judgments_of, stored, format_name)
    file = _export(request, access.campaign, format_name, make, report=str(key))
    return file or redirect("reports:section", slug=slug, key=key, section="data")


@login_required
@require_GET
def export(request: HttpRequest, slug: str, format_name: str) -> HttpResponseBase:
    """The campaign's rankings as a file."""
    campaign = opened(request, slug).campaign
    file = _export(request, campaign, format_name, partial(export_judgments, campaign, format_name))
    return file or redirect("reports:overview", slug=slug)


def _export(
    request: HttpRequest, campaign: Campaign, format_name: str, make: Callable[[], Export], **details: str
) -> HttpResponseBase | None:
    """A file of rankings; None where there can be none, which the next page then explains."""
    if format_name not in EXPORTS:
        raise Http404
    try:
        exported = make()
    except FormatError as error:
        problem = "%(format)s cannot hold these rankings: %(error)s"
        told = error.in_words()
        messages.error(request, problem % {"format": format_name.upper(), "error": told})
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        record_event(signed_in(request), "judgments.export", campaign.pk, format=format_name, **details)
        return download_of(exported.pieces, exported.content_type, exported.name, is_short=exported.is_short)
    return None


def report_json(report: Report) -> bytes:
    """A finished report as the bytes that its recipe determines."""
    whole = {"recipe": report.recipe, "result": report.result}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"


def _file_name(report: Report, what: str) -> str:
    return f"{report.campaign.slug}-{what}-{short_key(report)}"


def _overview(
    request: HttpRequest, access: CampaignAccess, report: Report | None, form: ReportForm, status: int = 200
) -> HttpResponse:
    campaign = access.campaign
    newest = list(_newest(campaign))
    context: dict[str, Any] = {
        "tab": "report",
        "report": report,
        "pending": services.report_in_progress(campaign),
        "reports": [
            (one, method_title(one), unit_title(one), filters_in_short(one.options))
            for one in newest[:MOST_LISTED]
        ],
        "more_reports": len(newest) > MOST_LISTED,
        **services.ranking_counts(campaign),
        "form": form,
        "exports": export_titles(usual=True),
        "further_exports": export_titles(usual=False),
        "has_edit_marks": has_edit_marks(campaign),
        "again": form_pairs(ReportOptions().as_json()),
    }
    if report is not None:
        context |= page_of(report, "", {}) | _changes(report)
        context["may_keep"] = keeping.may_change(access, signed_in(request), report)
    return page(request, access, "reports/overview.html", context, status)


def _changes(report: Report) -> dict[str, Any]:
    """What has changed since the report was computed."""
    return {
        "stale": services.is_stale(report),
        "survey_changed": services.survey_has_changed(report),
    }


def _newest(campaign: Campaign) -> QuerySet[Report]:
    reports = campaign.reports.select_related("job", "created_by")
    return reports.defer("result", "recipe")[: MOST_LISTED + 1]


def method_title(report: Report) -> str:
    """What people call the method that was asked for; its name where this version does not know it."""
    name = report.options.get("method", ReportOptions().method)
    return REGISTERED[name].title if name in REGISTERED else str(name)


def unit_title(report: Report) -> str:
    """What was resampled; its name where this version does not know it."""
    unit = str(report.options.get("unit", ReportOptions().unit))
    return UNITS.get(unit, unit)


def _open_report(
    request: HttpRequest, slug: str, key: UUID, *, finished: bool = True
) -> tuple[CampaignAccess, Report]:
    access = opened(request, slug)
    reports = Report.objects.select_related("campaign", "job", "created_by")
    stored = get_object_or_404(reports, campaign=access.campaign, key=key)
    if finished and stored.result is None:
        raise Http404
    return access, stored
