"""Pages of researchers: ask for a report, follow it, read it, take it away."""

import json
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST, require_safe

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.presentation.downloads import download, drawn_once, show_figure
from appraise_gec.presentation.figures import CONTENT_TYPES
from rankings.access.audience import RESEARCHERS, CampaignAccess, open_campaign
from rankings.access.refusals import Refused
from rankings.formats.records import FormatError
from rankings.judgments.exporting import EXPORTS, export_judgments
from rankings.models import Report
from rankings.reports import services
from rankings.reports.exporting import export_judgments_of, short_key
from rankings.reports.figures import FIGURES, draw
from rankings.reports.forms import ReportForm, form_pairs
from rankings.reports.options import ReportOptions
from rankings.reports.presentation import SECTIONS, page_of
from rankings.reports.tables import WRITERS


@login_required
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """The latest report, or the way to the first one."""
    access = open_campaign(cast("User", request.user), slug, RESEARCHERS)
    report = services.latest_report(access.campaign)
    form = ReportForm.of_options(access.campaign, report.options) if report else ReportForm(access.campaign)
    return _overview(request, access, report, form)


@login_required
@require_POST
def request_report(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a report and go to it."""
    user = cast("User", request.user)
    access = open_campaign(user, slug, RESEARCHERS)
    form = ReportForm(access.campaign, request.POST)
    if form.is_valid():
        try:
            requested = services.request_report(access.campaign, user, form.options())
        except Refused as refusal:
            form.add_error(None, refusal.reasons)
        else:
            if not requested.is_new:
                messages.info(
                    request, "This report exists already: neither the rankings nor the settings have changed."
                )
            return redirect(requested.report)
    return _overview(request, access, services.latest_report(access.campaign), form, status=422)


@login_required
@require_safe
def report(request: HttpRequest, slug: str, key: UUID, section: str = "") -> HttpResponse:
    """A report: how far it is, why it failed, or what it found, a section at a time."""
    access, stored = _open_report(request, slug, key, finished=section != "")
    if section not in SECTIONS:
        raise Http404
    user = cast("User", request.user)
    context = {
        "access": access,
        "campaign": access.campaign,
        "tab": "report",
        "report": stored,
        "job": stored.job,
        "may_change_job": stored.job is not None
        and (user.is_superuser or stored.job.requested_by_id == user.pk),
        "form": ReportForm.of_options(access.campaign, stored.options),
        "exports": EXPORTS,
    }
    if stored.result is not None:
        context |= page_of(stored, section, request.GET.dict()) | {"stale": services.is_stale(stored)}
    return render(request, "reports/report.html", context)


@login_required
@require_GET
def document(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Recipe and result as JSON: the same recipe gives the same bytes."""
    access, stored = _open_report(request, slug, key, finished=True)
    content = report_json(stored)
    return download(content, "application/json", f"{access.campaign.slug}-report-{short_key(stored)}.json")


@login_required
@require_GET
def table(request: HttpRequest, slug: str, key: UUID, table: str, extension: str) -> HttpResponse:
    """One table of a report as CSV, or as LaTeX or Markdown to print."""
    access, stored = _open_report(request, slug, key, finished=True)
    write, content_type, names = WRITERS[extension]
    if table not in names:
        raise Http404
    content = write(table, cast("dict[str, Any]", stored.result))
    return download(content, content_type, f"{access.campaign.slug}-{table}-{short_key(stored)}.{extension}")


@login_required
@require_GET
def figure(request: HttpRequest, slug: str, key: UUID, figure: str, extension: str) -> HttpResponse:
    """One figure of a report: shown in the page, or downloaded with `?download`."""
    access, stored = _open_report(request, slug, key, finished=True)
    if figure not in FIGURES or extension not in CONTENT_TYPES:
        raise Http404
    result = cast("dict[str, Any]", stored.result)
    content = drawn_once(f"figure:{stored.key}:{figure}:{extension}", lambda: draw(figure, extension, result))
    return show_figure(request, content, f"{access.campaign.slug}-{figure}-{short_key(stored)}.{extension}")


@login_required
@require_GET
def rankings(request: HttpRequest, slug: str, key: UUID, format_name: str) -> HttpResponse:
    """The rankings that a report was computed from, as a file."""
    access, stored = _open_report(request, slug, key, finished=True)
    if format_name not in EXPORTS:
        raise Http404
    try:
        exported = export_judgments_of(stored, format_name)
    except FormatError as error:
        messages.error(request, f"{format_name.upper()} cannot hold these rankings: {error}")
    except Refused as refusal:
        messages.error(request, " ".join(refusal.reasons))
    else:
        user = cast("User", request.user)
        record_event(user, "judgments.export", access.campaign.pk, format=format_name, report=str(stored.key))
        return download(exported.content, exported.content_type, exported.name)
    return redirect("reports:section", slug=slug, key=key, section="data")


@login_required
@require_GET
def export(request: HttpRequest, slug: str, format_name: str) -> HttpResponse:
    """The campaign's rankings as a file."""
    user = cast("User", request.user)
    access = open_campaign(user, slug, RESEARCHERS)
    if format_name not in EXPORTS:
        raise Http404
    try:
        exported = export_judgments(access.campaign, format_name)
    except FormatError as error:
        messages.error(request, f"{format_name.upper()} cannot hold these rankings: {error}")
        return redirect("reports:overview", slug=slug)
    record_event(user, "judgments.export", access.campaign.pk, format=format_name)
    return download(exported.content, exported.content_type, exported.name)


def report_json(report: Report) -> bytes:
    """A finished report as the bytes that its recipe determines."""
    whole = {"recipe": report.recipe, "result": report.result}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"


def _overview(
    request: HttpRequest, access: CampaignAccess, report: Report | None, form: ReportForm, status: int = 200
) -> HttpResponse:
    campaign = access.campaign
    context: dict[str, Any] = {
        "access": access,
        "campaign": campaign,
        "tab": "report",
        "report": report,
        "pending": services.report_in_progress(campaign),
        "reports": campaign.reports.select_related("job", "created_by").defer("result", "recipe")[:20],
        **services.ranking_counts(campaign),
        "form": form,
        "exports": EXPORTS,
        "again": form_pairs(ReportOptions().as_json()),
    }
    if report is not None:
        context |= page_of(report, "", {}) | {"stale": services.is_stale(report)}
    return render(request, "reports/overview.html", context, status=status)


def _open_report(
    request: HttpRequest, slug: str, key: UUID, *, finished: bool = False
) -> tuple[CampaignAccess, Report]:
    access = open_campaign(cast("User", request.user), slug, RESEARCHERS)
    reports = Report.objects.select_related("campaign", "job", "created_by")
    stored = get_object_or_404(reports, campaign=access.campaign, key=key)
    if finished and stored.result is None:
        raise Http404
    return access, stored
