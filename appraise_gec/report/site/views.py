"""Pages of the team: ask for a report, follow it, read it, and take it away. And the public page of one."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from appraise_gec.accounts.services import record_event
from appraise_gec.accounts.throttle import WRONG_LINKS, neighbourhood
from appraise_gec.jobs.views import may_change
from appraise_gec.present import html
from appraise_gec.report.options import filters_in_short
from appraise_gec.report.site import actions, folders, services
from appraise_gec.report.site.forms import ReportForm, form_pairs, form_values
from rankings.access import CampaignAccess, Refused, opened, page, signed_in, tell_refusal
from rankings.formats.records import FormatError
from rankings.judgments.exporting import (
    EXPORTS,
    Export,
    edit_marks,
    export,
    export_judgments,
    export_titles,
    has_edit_marks,
)
from rankings.models import Campaign, PublicReport, Report, ReportFolder

MOST_LISTED = 20


@login_required
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """The fullest report, or the way to the first one."""
    access = opened(request, slug)
    report = services.front_report(access.campaign) or services.report_in_progress(access.campaign)
    return redirect(report) if report else _listed(request, access)


@login_required
@require_safe
def every(request: HttpRequest, slug: str) -> HttpResponse:
    """All reports, and the campaign's rankings as files."""
    return _listed(request, opened(request, slug))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose what to compute, and ask for it."""
    access = opened(request, slug)
    if request.method != "POST":
        front = services.front_report(access.campaign)
        options = front.options if front else services.usual_options(access.campaign).as_json()
        form = ReportForm(access.campaign, initial=form_values(options))
        return page(request, access, "reports/ask.html", {"form": form})
    form = ReportForm(access.campaign, request.POST)
    if form.is_valid():
        try:
            requested = services.request_report(access.campaign, signed_in(request), form.options())
        except Refused as refusal:
            form.add_error(None, refusal.reasons)
        else:
            if not requested.is_new:
                said = "This report exists already: neither the rankings nor the settings have changed."
                messages.info(request, said)
            return redirect(requested.report)
    return page(request, access, "reports/ask.html", {"form": form}, status=422)


@login_required
@require_safe
def report(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """A report: how far it is, why it failed, or what it found."""
    (access, stored), user = _opened(request, slug, key), signed_in(request)
    context: dict[str, Any] = {"report": stored, "job": stored.job}
    if stored.result is not None:
        folder = folders.folder_of(stored, is_public=False)
        if folder is None or not folder.page:
            folder = folders.asked_folder(stored, user, is_public=False)
            context["job"] = folder.job
        context |= {
            "folder": folder,
            "stale": services.is_stale(stored),
            "newer": services.report_in_progress(access.campaign),
            **_shared(request, access, stored),
        }
    keeping_it = [one(access, user, stored) for one in (actions.NameReport, actions.DeleteReport)]
    context |= {
        "again": form_pairs(stored.options),
        "may_change_job": may_change(user, context["job"]),
        "keeping": [one for one in keeping_it if not one.obstacles()],
    }
    return page(request, access, "reports/report.html", context)


@login_required
@require_safe
def member(request: HttpRequest, slug: str, key: UUID, path: str) -> HttpResponse:
    """One file of a report's folder, or the whole as `report.zip`."""
    folder = folders.folder_of(_opened(request, slug, key)[1], is_public=False)
    if folder is None:
        raise Http404
    return folders.member(request, folder, path, stem(slug, key))


@login_required
@require_GET
def rankings(request: HttpRequest, slug: str, key: UUID, format_name: str) -> HttpResponseBase:
    """The rankings that a report was computed from, as a file."""
    access, stored = _opened(request, slug, key)

    def make() -> Export:
        return export(services.judgments_of(stored), f"{slug}-judgments-{str(key)[:8]}", format_name)

    return _export(request, access.campaign, format_name, make, report=str(key)) or redirect(stored)


@login_required
@require_GET
def export_all(request: HttpRequest, slug: str, format_name: str) -> HttpResponseBase:
    """The campaign's rankings as a file."""
    campaign = opened(request, slug).campaign
    file = _export(request, campaign, format_name, partial(export_judgments, campaign, format_name))
    return file or redirect("reports:every", slug)


@login_required
@require_safe
def archive(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """The archive for a paper, once it is written."""
    access, stored = _opened(request, slug, key)
    folder = folders.folder_of(stored, is_public=True)
    if folder is None:
        raise Http404
    answer = folders.member(request, folder, folders.WHOLE, stem(slug, key))
    if request.method == "GET":
        record_event(signed_in(request), "paper.download", access.campaign.pk, report=str(key))
    return answer


def stem(slug: str, key: UUID) -> str:
    """Begins the names of a report's files."""
    return f"{slug}-{str(key)[:8]}"


def _shared(request: HttpRequest, access: CampaignAccess, report: Report) -> dict[str, Any]:
    """What the dialog offers to take away or to pass on."""
    link, user = folders.link_of(report), signed_in(request)
    address = reverse("public-report", args=[link.token]) if link and access.may_manage else ""
    of_link = actions.RevokeLink if link else actions.PublishReport
    return {
        "archive": folders.folder_of(report, is_public=True),
        "make_archive": actions.MakeArchive(access, user, report),
        "link": link,
        "link_address": request.build_absolute_uri(address) if address else "",
        "link_action": of_link(access, user, report) if access.may_manage else None,
        "exports": export_titles(usual=True),
        "further_exports": export_titles(usual=False),
    }


def _export(
    request: HttpRequest, campaign: Campaign, format_name: str, make: Callable[[], Export], **details: str
) -> HttpResponseBase | None:
    """A file of rankings; None where there can be none, which the next page then explains."""
    if format_name not in EXPORTS:
        raise Http404
    try:
        exported = make()
    except FormatError as error:
        messages.error(request, f"{format_name.upper()} cannot hold these rankings: {error}")
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        record_event(signed_in(request), "judgments.export", campaign.pk, format=format_name, **details)
        return exported.response()
    return None


def _listed(request: HttpRequest, access: CampaignAccess) -> HttpResponse:
    campaign = access.campaign
    reports = campaign.reports.select_related("job", "created_by").defer("result", "recipe")
    newest = list(reports[: MOST_LISTED + 1])
    context = {
        "reports": [(one, filters_in_short(one.options)) for one in newest[:MOST_LISTED]],
        "more_reports": len(newest) > MOST_LISTED,
        **services.ranking_counts(campaign),
        "exports": export_titles(usual=True),
        "further_exports": export_titles(usual=False),
        "has_edit_marks": has_edit_marks(campaign),
        "again": form_pairs(services.usual_options(campaign).as_json()),
    }
    return page(request, access, "reports/every.html", context)


def _opened(request: HttpRequest, slug: str, key: UUID) -> tuple[CampaignAccess, Report]:
    access = opened(request, slug)
    reports = Report.objects.select_related("campaign", "job", "created_by")
    return access, get_object_or_404(reports, campaign=access.campaign, key=key)


@require_safe
def public_report(request: HttpRequest, token: str) -> HttpResponseBase:
    """The report as one page, for whoever has its link. Nothing here knows who asks."""
    folder = _folder(request, token)
    if isinstance(folder, HttpResponse):
        return folder
    response = HttpResponse(folder.page, content_type="text/html; charset=utf-8")
    response["Content-Security-Policy"] = f"{html.content_policy()}; frame-ancestors 'none'"
    return _unlisted(response)


@require_safe
def public_file(request: HttpRequest, token: str, path: str) -> HttpResponseBase:
    """One file of the archive, or all of it."""
    folder = _folder(request, token)
    if isinstance(folder, HttpResponse):
        return folder
    return _unlisted(folders.member(request, folder, path, "report"))


def _folder(request: HttpRequest, token: str) -> ReportFolder | HttpResponse:
    """The files behind the link where it works, else the page that says why it does not."""
    where = neighbourhood(request)
    if WRONG_LINKS.is_over(where):
        reason = "Too many wrong links were opened from here. Wait %(minutes)d minutes."
        return _closed(request, reason % {"minutes": WRONG_LINKS.minutes}, 429)
    links = PublicReport.objects.filter(token=token)
    link = links.select_related("report").defer("report__result").first()
    if link is None:
        WRONG_LINKS.take(where)
        return _closed(request, "This link is not in use. It may be incomplete or mistyped.", 404)
    if link.revoked_at is not None:
        return _closed(request, "This link was revoked. The report is no longer public.", 410)
    folder = folders.folder_of(link.report, is_public=True)
    if folder is None or not folder.page:
        return _closed(request, "Try again in some minutes.", 404, title="This report is being made")
    return folder


def _closed(
    request: HttpRequest, reason: str, status: int, title: str = "There is no report here"
) -> HttpResponse:
    told = {"title": title, "reason": reason}
    return _unlisted(render(request, "reports/public_closed.html", told, status=status))


def _unlisted(response: HttpResponseBase) -> "HttpResponse":
    """Search engines leave it out, nobody in between keeps it, and links do not tell its address."""
    response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response  # type: ignore[return-value]


app_name = "reports"

urlpatterns = [
    path("", overview, name="overview"),
    path("all/", every, name="every"),
    path("new/", ask, name="request"),
    path("rankings.<str:format_name>", export_all, name="export"),
    path("edit-marks.csv", edit_marks, name="edit-marks"),
    path("<uuid:key>/", report, name="report"),
    path("<uuid:key>/archive/", archive, name="archive"),
    path("<uuid:key>/rankings.<str:format_name>", rankings, name="rankings"),
    path("<uuid:key>/<path:path>", member, name="member"),
]
