"""Pages of researchers: request scores, read them, download them."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from appraise_gec.jobs.views import may_change
from appraise_gec.present.downloads import TABLE_FILES
from appraise_gec.present.numbers import counted
from metrics.models import MetricRun
from metrics.scorers.results import Scores
from metrics.site.forms import ScoresForm, again_pairs
from metrics.site.pages import FILE_TITLES, page, sorted_table, written
from metrics.site.references.services import outgrown
from metrics.site.runs import services as runs
from metrics.site.runs.files import TABLES, run_file
from metrics.site.runs.names import run_note, run_title
from metrics.site.runs.stored import compared_table, stored_scores
from metrics.site.texts import texts_mark
from rankings.access.pages import opened, signed_in
from rankings.access.refusals import Refused

RUNS_SHOWN = 30


@login_required
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest scores of every metric side by side, runs in progress, and references."""
    access = opened(request, slug)
    campaign = access.campaign
    newest = runs.newest_runs(campaign)
    mark = texts_mark(campaign)
    old = [run for run in newest if runs.changes_since(run, mark)]
    recent = campaign.metric_runs.select_related("job", "created_by", "campaign").defer("recipe")
    context: dict[str, Any] = {
        "newest": newest,
        "old": old,
        "pending": [
            (run, run_title(run), may_change(signed_in(request), run.job))
            for run in runs.runs_in_progress(campaign)
        ],
        "recent": [(run, run_title(run), run_note(run)) for run in recent[:RUNS_SHOWN]],
        "references": campaign.reference_sets.defer("content"),
        "outgrown": outgrown(campaign),
        "sentences": campaign.sentences.count(),
    }
    if newest:
        context["table"] = sorted_table(request, compared_table(newest), str(newest[0].key))
    return page(request, access, "metrics/overview.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose metrics and settings, and ask for their scores."""
    access = opened(request, slug)
    campaign = access.campaign
    if request.method != "POST":
        return page(request, access, "metrics/new.html", {"form": ScoresForm(campaign=campaign)})
    form = ScoresForm(request.POST, campaign=campaign)
    if form.is_valid():
        try:
            requested = runs.request_runs(campaign, signed_in(request), form.requests())
        except Refused as refusal:
            form.add_error(None, refusal.reasons)
        else:
            known = sum(not is_new for _, is_new in requested)
            if known:
                told = counted(known, "metric was", "metrics were")
                messages.info(request, f"{told} computed already, with the same texts and settings.")
            if len(requested) == 1:
                return redirect(requested[0][0])
            return redirect("metrics:overview", slug=slug)
    return page(request, access, "metrics/new.html", {"form": form}, 422)


@login_required
@require_safe
def run(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """One metric: its progress, its failure, or its scores."""
    access = opened(request, slug)
    opened_run = runs.open_run(access.campaign, key)
    context: dict[str, Any] = {
        "run": opened_run,
        "title": run_title(opened_run),
        "note": run_note(opened_run),
        "job": opened_run.job,
        "may_change_job": may_change(signed_in(request), opened_run.job),
        "again": again_pairs(opened_run),
    }
    if opened_run.recipe is not None:
        scores = stored_scores(opened_run)
        has_sentences = opened_run.sentence_scores.exists()
        links = _to_sentences(opened_run, scores) if has_sentences else {}
        table, types = (TABLES[name](opened_run, scores) for name in ("scores", "types"))
        context |= {
            "table": sorted_table(request, table, "score", _files(opened_run, "scores"), links),
            "types": written(types, _files(opened_run, "types")) if types.rows else "",
            "changes": runs.changes_since(opened_run, texts_mark(access.campaign)),
            "has_sentences": has_sentences,
        }
    return page(request, access, "metrics/run.html", context)


@login_required
@require_GET
def file(request: HttpRequest, slug: str, key: UUID, name: str, extension: str) -> HttpResponseBase:
    """A table of systems or error types, all sentences, or recipe and scores as JSON."""
    return run_file(runs.open_run(opened(request, slug).campaign, key, finished=True), name, extension)


def _files(run: MetricRun, name: str) -> dict[str, str]:
    """Where the files of a table lie, by their titles."""
    place = [run.campaign.slug, run.key, name]
    return {FILE_TITLES[one]: reverse("metrics:file", args=[*place, one]) for one in TABLE_FILES}


def _to_sentences(run: MetricRun, scores: Scores) -> dict[str, str]:
    """By system, the address of its sentences with the largest losses."""
    address = reverse("metrics:sentences", args=[run.campaign.slug, run.key])
    return {
        system.system: f"{address}?{urlencode({'system': system.system, 'order': 'lost'})}"
        for system in scores.systems
    }
