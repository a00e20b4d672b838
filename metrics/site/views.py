"""Pages of metrics, for everybody on the team. Never opened to judges. Addresses stand at the end."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from appraise_gec.jobs.views import may_change
from appraise_gec.present import html
from appraise_gec.present.files import TABLE_FILES
from appraise_gec.present.numbers import counted
from appraise_gec.present.table import Table
from metrics.models import MetricRun
from metrics.site import files, runs
from metrics.site.explaining import ORDERS, edit_counts, outputs_of, references_of, sentence_order
from metrics.site.forms import ScoresForm, again_pairs
from metrics.site.references import file_of_references, reference_sets, systems_that_are_references
from metrics.site.stored import compared_table, run_note, run_title
from metrics.site.texts import texts_mark
from rankings.access import Refused, opened, page, signed_in

RUNS_SHOWN = 30


@login_required
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest scores of every metric side by side, runs in progress, and references."""
    access = opened(request, slug)
    campaign = access.campaign
    newest = runs.newest_runs(campaign)
    mark = texts_mark(campaign)
    recent = campaign.metric_runs.select_related("job", "created_by", "campaign").defer("recipe")
    context: dict[str, Any] = {
        "newest": newest,
        "old": [run for run in newest if runs.changes_since(run, mark)],
        "pending": [
            (run, run_title(run), may_change(signed_in(request), run.job))
            for run in MetricRun.objects.working(campaign=campaign).order_by("created_at", "pk")
        ],
        "recent": [(run, run_title(run), run_note(run)) for run in recent[:RUNS_SHOWN]],
        "references": campaign.reference_sets.defer("content"),
    }
    if newest:
        context["references_that_are_systems"] = systems_that_are_references(campaign)
        context["table"] = written(compared_table(newest))
    return page(request, access, "metrics/overview.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose metrics and settings, and ask for their scores."""
    access = opened(request, slug)
    if request.method != "POST":
        return page(request, access, "metrics/new.html", {"form": ScoresForm(campaign=access.campaign)})
    form = ScoresForm(request.POST, campaign=access.campaign)
    if form.is_valid():
        try:
            requested = runs.request_runs(access.campaign, signed_in(request), form.requests())
        except Refused as refusal:
            form.add_error(None, refusal.reasons)
        else:
            if known := sum(not is_new for _, is_new in requested):
                told = counted(known, "metric was", "metrics were")
                messages.info(request, f"{told} computed already, with the same texts and settings.")
            return redirect(requested[0][0]) if len(requested) == 1 else redirect("metrics:overview", slug)
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
        has_sentences = opened_run.sentence_scores.exists()
        address = reverse("metrics:sentences", args=[slug, key])
        links = {
            name: f"{address}?{urlencode({'system': name, 'order': 'lost'})}"
            for name in opened_run.system_scores.values_list("system__name", flat=True)
            if has_sentences
        }
        table, types = files.tables_of(opened_run)
        context |= {
            "table": written(table, _files(opened_run, "scores"), links),
            "types": written(types, _files(opened_run, "types")) if types.rows else "",
            "changes": runs.changes_since(opened_run, texts_mark(access.campaign)),
            "has_sentences": has_sentences,
        }
    return page(request, access, "metrics/run.html", context)


@login_required
@require_GET
def run_file(request: HttpRequest, slug: str, key: UUID, name: str, extension: str) -> HttpResponseBase:
    """A table of systems or error types, all sentences, or recipe and scores as JSON."""
    finished = runs.open_run(opened(request, slug).campaign, key, finished=True)
    return files.run_file(finished, name, extension)


@login_required
@require_safe
def sentences(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """One sentence with the output of every system and its score; `?number=` counts from 1.

    `?order=lost&system=...` goes through those where the system lost most. Without a number, the first comes.
    """
    access = opened(request, slug)
    finished = runs.open_run(access.campaign, key, finished=True)
    names = sorted(finished.system_scores.values_list("system__name", flat=True))
    order = request.GET.get("order", "")
    order = order if order in ORDERS else "text"
    system = request.GET.get("system", "")
    system = system if system in names else next(iter(names), "")
    indices = sentence_order(finished, system, order)
    asked = request.GET.get("number", "")
    index = int(asked) - 1 if asked.isdecimal() and len(asked) < 9 else next(iter(indices), 0)
    row = finished.sentence_scores.filter(index=index).first()
    source = access.campaign.sentences.filter(index=index).first()
    if row is None or source is None:
        raise Http404
    # Outside of the order, its first sentence comes next.
    place = indices.index(index) if index in indices else -1
    before, after = indices[max(place - 1, 0) : max(place, 0)], indices[place + 1 : place + 2]
    context = {
        "run": finished,
        "counts_edits": bool(edit_counts(finished)),
        "title": run_title(finished),
        "source": source.text,
        "number": index + 1,
        "total": finished.sentence_scores.count(),
        "outputs": outputs_of(finished, source, row, system if order == "lost" else ""),
        "references": references_of(source, row),
        "system": system,
        "systems": names,
        "order": order,
        "orders": ORDERS.items(),
        "place": place + 1,
        "of": len(indices),
        "previous": before[0] + 1 if before else None,
        "next": after[0] + 1 if after else None,
        "query": urlencode({"system": system, "order": order}),
    }
    return page(request, access, "metrics/sentence.html", context)


@login_required
@require_safe
def references(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """The stored references, with the files to download."""
    access = opened(request, slug)
    stored = get_object_or_404(reference_sets(access.campaign), key=key)
    return page(request, access, "metrics/references.html", {"references": stored})


@login_required
@require_GET
def references_file(request: HttpRequest, slug: str, key: UUID, number: int) -> HttpResponse:
    """One file as it was uploaded."""
    return file_of_references(opened(request, slug).campaign, key, number)


def _files(opened_run: MetricRun, name: str) -> dict[str, str]:
    """Where the files of a table lie, by their titles."""
    place = [opened_run.campaign.slug, opened_run.key, name]
    return {title: reverse("metrics:file", args=[*place, end]) for end, (title, _) in TABLE_FILES.items()}


def written(
    table: Table, files: Mapping[str, str] | None = None, links: Mapping[str, str] | None = None
) -> SafeString:
    """A table as HTML."""
    return mark_safe(html.write(table, files, links=links))  # noqa: S308 - escapes every text


app_name = "metrics"

urlpatterns = [
    path("", overview, name="overview"),
    path("new/", new, name="new"),
    path("references/<uuid:key>/", references, name="references"),
    path("references/<uuid:key>/files/<int:number>/", references_file, name="references-file"),
    path("<uuid:key>/", run, name="run"),
    path("<uuid:key>/<slug:name>.<slug:extension>", run_file, name="file"),
    path("<uuid:key>/sentences/", sentences, name="sentences"),
]
