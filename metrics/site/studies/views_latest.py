"""Which metric agrees with human judgment? The newest scores of every metric against the latest report."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_safe

from appraise_gec.present.downloads import asked_width, show_figure, table_file
from appraise_gec.present.writers import figure as figure_writer
from appraise_gec.report.site.keeping import front_report
from appraise_gec.report.site.services import is_stale
from metrics.site.pages import page
from metrics.site.references.identical import SameTexts, systems_that_are_references
from metrics.site.runs import services as runs
from metrics.site.studies.latest import FIGURES, correlate_runs, correlation_table, human_ranking
from metrics.site.studies.services import recent_studies
from rankings.access.pages import opened, signed_in
from rankings.analysis.methods import registration
from rankings.models import Campaign
from rankings.tables.nouns import UNITS


@login_required
@require_safe
def correlation(request: HttpRequest, slug: str) -> HttpResponse:
    """The table, and a drawing of one metric against people."""
    access = opened(request, slug)
    report = front_report(access.campaign)
    newest = runs.newest_runs(access.campaign)
    context: dict[str, Any] = {
        "report": report,
        "newest": newest,
        "studies": [
            (study, registration(study.options["method"]).title, UNITS[study.options["unit"]])
            for study in recent_studies(signed_in(request), access.campaign)
        ],
    }
    if report is not None and newest and human_ranking(report):
        references, without = _references(request, access.campaign)
        rows = correlate_runs(report, newest, without)
        keys = {str(row.run.key): row for row in rows}
        drawn = keys.get(request.GET.get("metric", ""), rows[0])
        context |= {
            "rows": rows,
            "table": correlation_table(rows),
            "links": {row.title: row.run.get_absolute_url() for row in rows},
            "drawn": drawn,
            "references": references,
            "counts_references": bool(references) and not without,
            "charts": {name: draw(report, drawn.run, without) for name, draw in FIGURES.items()},
            "stale": is_stale(report),
            "ranking_title": (report.result or {})["ranking"]["title"],
        }
    return page(request, access, "metrics/studies/correlation.html", context)


@login_required
@require_GET
def table(request: HttpRequest, slug: str, table: str, extension: str) -> HttpResponse:
    """The table as a file."""
    access = opened(request, slug)
    report = front_report(access.campaign)
    if report is None or table != "correlation":
        raise Http404
    without = _references(request, access.campaign)[1]
    rows = correlate_runs(report, runs.newest_runs(access.campaign), without)
    return table_file(correlation_table(rows), f"{slug}-metric-correlation", extension)


@login_required
@require_GET
def figure(
    request: HttpRequest, slug: str, key: UUID, extension: str, figure: str = "people"
) -> HttpResponse:
    """One metric against human scores or ranks: shown in the page, or downloaded with `?download`."""
    access = opened(request, slug)
    report = front_report(access.campaign)
    run = runs.open_run(access.campaign, key, finished=True)
    if report is None or extension not in figure_writer.CONTENT_TYPES:
        raise Http404
    width = asked_width(request)
    without = _references(request, access.campaign)[1]
    content = figure_writer.write(FIGURES[figure](report, run, without), extension, width)
    name = figure_writer.file_name(f"{slug}-{str(key)[:8]}-{figure}", extension, width)
    return show_figure(request, content, name, seconds=60)


def _references(request: HttpRequest, campaign: Campaign) -> tuple[list[SameTexts], set[str]]:
    """Systems that are a reference, and those left out: all of them, unless the address counts them."""
    found = systems_that_are_references(campaign)
    return found, set() if request.GET.get("references") == "count" else {same.system for same in found}
