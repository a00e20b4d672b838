"""Pages of studies: ask for one, follow it, read it, take it away."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from appraise_gec.presentation.downloads import download, drawn_once, show_figure
from appraise_gec.presentation.figures import CONTENT_TYPES, WIDTH
from metrics.models import MetricStudy
from metrics.site.pages import opened, page
from metrics.site.studies import services as studies
from metrics.site.studies import tables as study_tables
from metrics.site.studies.figures import HEIGHTS, draw
from metrics.site.studies.forms import StudyForm
from rankings.access.audience import CampaignAccess
from rankings.access.pages import signed_in
from rankings.access.refusals import Refused

PIXELS_AN_INCH = 120


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose what to compare, and how."""
    access = opened(request, slug)
    user = signed_in(request)
    if request.method != "POST":
        return page(
            request, access, "metrics/studies/study_new.html", {"form": StudyForm(access.campaign, user)}
        )
    form = StudyForm(access.campaign, user, request.POST)
    if form.is_valid():
        try:
            requested = studies.request_study(access.campaign, user, form.options())
        except Refused as refusal:
            form.add_error(None, refusal.reasons)
        except ValueError as error:
            form.add_error(None, str(error))
        else:
            if not requested.is_new:
                messages.info(
                    request, "This comparison exists: neither rankings, scores nor settings have changed."
                )
            return redirect(requested.study)
    return page(request, access, "metrics/studies/study_new.html", {"form": form}, 422)


@login_required
@require_safe
def study(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """How far it is, why it failed, or what it found."""
    access, found = _open(request, slug, key)
    user = signed_in(request)
    context: dict[str, Any] = {
        "study": found,
        "job": found.job,
        "may_change_job": found.job is not None
        and (user.is_superuser or found.job.requested_by_id == user.pk),
        "form": StudyForm.of_study(found, user),
    }
    if found.result is not None:
        context |= _shown(request, found)
    return page(request, access, "metrics/studies/study.html", context)


@login_required
@require_GET
def document(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Recipe and result as JSON."""
    _, found = _open(request, slug, key, finished=True)
    return download(study_tables.study_json(found), "application/json", _file_name(found, "study", "json"))


@login_required
@require_GET
def table(request: HttpRequest, slug: str, key: UUID, table: str) -> HttpResponse:
    """One table as CSV."""
    _, found = _open(request, slug, key, finished=True)
    if table not in study_tables.CSV_TABLES:
        raise Http404
    content = study_tables.study_csv(found, table)
    return download(content, "text/csv; charset=utf-8", _file_name(found, table, "csv"))


@login_required
@require_GET
def figure(request: HttpRequest, slug: str, key: UUID, figure: str, extension: str) -> HttpResponse:
    """One figure: shown in the page, or downloaded with `?download`."""
    _, found = _open(request, slug, key, finished=True)
    if figure not in HEIGHTS or extension not in CONTENT_TYPES:
        raise Http404
    content = drawn_once(
        f"study-figure:{found.key}:{figure}:{extension}", lambda: draw(figure, extension, found.result or {})
    )
    return show_figure(request, content, _file_name(found, figure, extension))


def _shown(request: HttpRequest, found: MetricStudy) -> dict[str, Any]:
    result = found.result or {}
    coefficient = request.GET.get("coefficient", "")
    coefficient = coefficient if coefficient in study_tables.TESTED else study_tables.TESTED[0]
    return {
        "result": result,
        "changes": studies.changes_since(found),
        "correlations": study_tables.correlation_rows(result),
        "differences": study_tables.differences(result, coefficient),
        "tested": [(name, study_tables.COEFFICIENTS[name]) for name in study_tables.TESTED],
        "sentences": study_tables.sentence_rows(result),
        "best_betas": study_tables.best_betas(result),
        "sweep_metrics": [one["metric"] for one in result.get("beta_sweep", [])],
        "sweep_rows": study_tables.sweep_rows(result),
        "confidence": f"{100 * result['confidence']:g} %",
        "several": len(result["sets"]) > 1,
        "extensions": list(CONTENT_TYPES),
        "width": round(WIDTH * PIXELS_AN_INCH),
        "heights": {
            name.replace("-", "_"): round(height(result) * PIXELS_AN_INCH) for name, height in HEIGHTS.items()
        },
        "wide": round(1.25 * WIDTH * PIXELS_AN_INCH),
    }


def _open(
    request: HttpRequest, slug: str, key: UUID, *, finished: bool = False
) -> tuple[CampaignAccess, MetricStudy]:
    access = opened(request, slug)
    return access, studies.open_study(signed_in(request), access.campaign, key, finished=finished)


def _file_name(found: MetricStudy, what: str, extension: str) -> str:
    return f"{found.campaign.slug}-metrics-people-{what}-{str(found.key)[:8]}.{extension}"
