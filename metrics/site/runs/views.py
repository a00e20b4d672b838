"""Pages of researchers: ask for scores, read them, take them away."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from appraise_gec.presentation.downloads import download, streamed_download
from metrics.models import MetricRun, SystemScore
from metrics.site.forms import ScoresForm, again_pairs
from metrics.site.pages import opened, page
from metrics.site.runs import services as runs
from metrics.site.runs import tables
from metrics.site.texts import texts_mark
from rankings.access.audience import CampaignAccess
from rankings.access.pages import signed_in, tell_refusal
from rankings.access.refusals import Refused

RUNS_SHOWN = 30


@login_required
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest scores of every metric side by side, what is on its way, what they are compared with."""
    access = opened(request, slug)
    campaign = access.campaign
    newest = runs.newest_runs(campaign)
    mark = texts_mark(campaign)
    recent = campaign.metric_runs.select_related("job", "created_by", "campaign").defer("recipe")
    context = {
        "newest": newest,
        "table": tables.comparison_table(newest, *_sorting(request)) if newest else None,
        "run_titles": {str(run.key): run for run in newest},
        "old": [run for run in newest if runs.changes_since(run, mark)],
        "pending": [
            (run, tables.run_title(run), _may_change_job(request, run))
            for run in runs.runs_in_progress(campaign)
        ],
        "recent": [(run, tables.run_title(run), tables.run_note(run)) for run in recent[:RUNS_SHOWN]],
        "references": campaign.reference_sets.defer("content"),
    }
    return page(request, access, "metrics/runs/overview.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose metrics and settings, and ask for their scores."""
    access = opened(request, slug)
    campaign = access.campaign
    if request.method != "POST":
        form = ScoresForm(campaign, initial={"metrics": ["m2"] if _has_gold(access) else []})
        return page(request, access, "metrics/runs/new.html", {"form": form})
    form = ScoresForm(campaign, request.POST)
    if form.is_valid():
        try:
            requested = runs.request_runs(campaign, signed_in(request), form.requests())
        except Refused as refusal:
            form.add_error(None, refusal.reasons)
        else:
            known = sum(not one.is_new for one in requested)
            if known:
                messages.info(
                    request,
                    f"{'These scores exist' if known == len(requested) else f'{known} of these exist'} "
                    "already: neither the texts nor the settings have changed.",
                )
            if len(requested) == 1:
                return redirect(requested[0].run)
            return redirect("metrics:overview", slug=slug)
    return page(request, access, "metrics/runs/new.html", {"form": form}, 422)


@login_required
@require_safe
def run(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """One metric: how far it is, why it failed, or every part of its scores."""
    access = opened(request, slug)
    found = runs.open_run(access.campaign, key)
    context = {
        "run": found,
        "title": tables.run_title(found),
        "note": tables.run_note(found),
        "job": found.job,
        "may_change_job": _may_change_job(request, found),
        "again": again_pairs(found),
    }
    if found.recipe is not None:
        scores = _scores(found)
        context |= {
            "table": tables.run_table(found, scores, *_sorting(request)),
            "heat": tables.heat_map(scores),
            "changes": runs.changes_since(found, texts_mark(access.campaign)),
            "has_sentences": found.sentence_scores.exists(),
        }
    return page(request, access, "metrics/runs/run.html", context)


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Delete the scores of one run."""
    access = opened(request, slug, to_manage=True)
    try:
        runs.remove_run(access.campaign, signed_in(request), key)
    except Refused as refusal:
        tell_refusal(request, refusal)
        return redirect("metrics:run", slug=slug, key=key)
    messages.success(request, "Removed the scores.")
    return redirect("metrics:overview", slug=slug)


@login_required
@require_GET
def document(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Recipe and scores as JSON."""
    access = opened(request, slug)
    found = runs.open_run(access.campaign, key, finished=True)
    content = tables.run_json(found, _scores(found))
    return download(content, "application/json", _file_name(access, found, "scores", "json"))


@login_required
@require_GET
def table(request: HttpRequest, slug: str, key: UUID, table: str) -> HttpResponseBase:
    """One table as CSV: of systems, of error types, or of all sentences."""
    access = opened(request, slug)
    found = runs.open_run(access.campaign, key, finished=True)
    name = _file_name(access, found, table, "csv")
    if table == "sentences":
        return streamed_download(tables.sentences_csv(found), "text/csv; charset=utf-8", name)
    if table not in tables.TABLES:
        raise Http404
    return download(tables.TABLES[table](found, _scores(found)), "text/csv; charset=utf-8", name)


def _scores(run: MetricRun) -> list[SystemScore]:
    return list(run.system_scores.select_related("system"))


def _sorting(request: HttpRequest) -> tuple[str, str]:
    return request.GET.get("sort", ""), request.GET.get("dir", "")


def _may_change_job(request: HttpRequest, run: MetricRun) -> bool:
    user = signed_in(request)
    return run.job is not None and (user.is_superuser or run.job.requested_by_id == user.pk)


def _has_gold(access: CampaignAccess) -> bool:
    return access.campaign.reference_sets.filter(kind="gold").exists()


def _file_name(access: CampaignAccess, run: MetricRun, what: str, extension: str) -> str:
    metric = "".join(letter if letter.isalnum() else "-" for letter in run.metric)
    return f"{access.campaign.slug}-{metric}-{what}-{str(run.key)[:8]}.{extension}"
