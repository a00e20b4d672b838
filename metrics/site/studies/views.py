"""Pages of studies: request one, follow it, read it, download it."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from appraise_gec.jobs.views import may_change
from appraise_gec.present.charts import Chart
from appraise_gec.present.downloads import asked_width, download, drawn_once, show_figure, table_file
from appraise_gec.present.numbers import count, percent
from appraise_gec.present.table import Table
from appraise_gec.present.writers import figure as figure_writer
from metrics.charts import correlation as charts
from metrics.models import MetricStudy
from metrics.site.pages import page
from metrics.site.studies import services as studies
from metrics.site.studies.forms import StudyForm
from metrics.tables import correlation as tables
from metrics.tables.beta_sweep import best_betas, sweep
from metrics.tables.sentence_agreement import sentences
from metrics.validation.results import StudyResult
from rankings.access.audience import CampaignAccess
from rankings.access.pages import opened, signed_in
from rankings.access.refusals import Refused
from rankings.formats.results import to_json
from rankings.tables.nouns import UNITS

TABLES: dict[str, Callable[[StudyResult], Table]] = {
    "correlations": tables.correlations,
    "intervals": tables.wider_intervals,
    "differences": tables.differences,
    "sentences": sentences,
    "beta-sweep": sweep,
    "best-betas": best_betas,
}
CHARTS: dict[str, Callable[[StudyResult], Chart]] = {
    "intervals": charts.intervals,
    "beta-sweep": charts.beta_sweep,
}


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
                    request,
                    "This comparison exists: neither rankings, scores nor settings have changed.",
                )
            return redirect(requested.study)
    return page(request, access, "metrics/studies/study_new.html", {"form": form}, 422)


@login_required
@require_safe
def study(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """A study: its progress, its failure, or its result."""
    access, stored = _open(request, slug, key)
    user = signed_in(request)
    context: dict[str, Any] = {
        "study": stored,
        "job": stored.job,
        "may_change_job": may_change(user, stored.job),
        "form": StudyForm.of_study(stored, user),
    }
    if stored.result is not None:
        context |= _shown(request, stored)
    return page(request, access, "metrics/studies/study.html", context)


@login_required
@require_GET
def document(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Recipe and result as JSON."""
    _, stored = _open(request, slug, key, finished=True)
    whole = {"recipe": stored.recipe, "result": to_json(studies.study_result(stored))}
    content = json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"
    return download(content, "application/json", f"{_file_name(stored, 'study')}.json")


@login_required
@require_GET
def table(request: HttpRequest, slug: str, key: UUID, table: str, extension: str) -> HttpResponse:
    """One table as a file."""
    _, stored = _open(request, slug, key, finished=True)
    if table not in TABLES:
        raise Http404
    return table_file(TABLES[table](studies.study_result(stored)), _file_name(stored, table), extension)


@login_required
@require_GET
def figure(request: HttpRequest, slug: str, key: UUID, figure: str, extension: str) -> HttpResponse:
    """One figure: shown in the page, or downloaded with `?download`."""
    _, stored = _open(request, slug, key, finished=True)
    if figure not in CHARTS or extension not in figure_writer.CONTENT_TYPES:
        raise Http404
    width = asked_width(request)
    content = drawn_once(
        f"study-figure:{stored.key}:{figure}:{extension}:{width}",
        lambda: figure_writer.write(CHARTS[figure](studies.study_result(stored)), extension, width),
    )
    return show_figure(
        request, content, figure_writer.file_name(_file_name(stored, figure), extension, width)
    )


def _shown(request: HttpRequest, stored: MetricStudy) -> dict[str, Any]:
    result = studies.study_result(stored)
    coefficient = request.GET.get("coefficient", "")
    coefficient = coefficient if coefficient in tables.TESTED else tables.TESTED[0]
    return {
        "result": result,
        "method": result.title,
        "unit": UNITS[result.unit],
        "units": " + ".join(map(count, result.units)),
        "left_out": [(metric.metric, metric.reason) for metric in result.left_out],
        "warnings": result.warnings,
        "changes": studies.changes_since(stored),
        "correlations": tables.correlations(result),
        "wider": tables.wider_intervals(result),
        "differences": tables.differences(result, [coefficient]),
        "pairs": len(tables.clearest(result, coefficient)),
        "clear": tables.clear_differences(result, coefficient),
        "coefficient": coefficient,
        "tested": {name: tables.COEFFICIENTS[name] for name in tables.TESTED},
        "coefficient_title": tables.COEFFICIENTS[coefficient],
        "sentences": sentences(result),
        "best_betas": best_betas(result),
        "sweep": sweep(result),
        "confidence": percent(result.confidence),
        "intervals": any(one.interval(name) for one in result.metrics for name in tables.COEFFICIENTS),
        "several": len(result.sets) > 1,
        "intervals_chart": charts.intervals(result),
        "sweep_chart": charts.beta_sweep(result),
    }


def _open(
    request: HttpRequest, slug: str, key: UUID, *, finished: bool = False
) -> tuple[CampaignAccess, MetricStudy]:
    access = opened(request, slug)
    return access, studies.open_study(signed_in(request), access.campaign, key, finished=finished)


def _file_name(stored: MetricStudy, what: str) -> str:
    return f"{stored.campaign.slug}-metrics-people-{what}-{str(stored.key)[:8]}"
