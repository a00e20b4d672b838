"""Pages of managers who import scores: upload, preview, confirm."""

from functools import partial
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from appraise_gec.words import plural
from metrics.site.forms import ScoreTableForm
from metrics.site.pages import is_allowed, page
from metrics.site.runs.importing import (
    STAGED_KIND,
    ScoreTable,
    import_scores,
    read_score_table,
    stage_scores,
    staged_scores,
)
from metrics.tables.scores import ComparedMetric, compared
from rankings.access.audience import CampaignAccess
from rankings.access.pages import opened, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.access.states import refuse_when_frozen
from rankings.corpus.staging import CorpusFile


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a table. What is wrong with it is shown at once; a usable one waits for confirmation."""
    access = opened(request, slug, to_manage=True)
    if request.method != "POST":
        return _upload_page(request, access, ScoreTableForm())
    form = ScoreTableForm(request.POST, request.FILES)
    if not is_allowed(form, partial(refuse_when_frozen, access.campaign)):
        return _upload_page(request, access, form, status=422)
    chosen = cast("UploadedFile[bytes]", form.cleaned_data["file"])
    file = CorpusFile(STAGED_KIND, str(chosen.name), chosen.read())
    table = read_score_table(file, _systems(access))
    if not table.usable:
        return _upload_page(request, access, ScoreTableForm(), table, 422)
    staged = stage_scores(access.campaign, signed_in(request), file)
    return redirect("metrics:import-preview", slug=slug, token=staged.token)


@login_required
@require_safe
def preview(request: HttpRequest, slug: str, token: UUID) -> HttpResponse:
    """The content of the waiting table."""
    access = opened(request, slug, to_manage=True)
    _, file = staged_scores(access.campaign, signed_in(request), token)
    table = read_score_table(file, _systems(access))
    if not table.usable:
        return _upload_page(request, access, ScoreTableForm(), table, 409)
    metrics = [ComparedMetric(metric, metric, "", scores) for metric, scores in table.scores.items()]
    context = {"table": table, "scores": compared(metrics), "token": token}
    return page(request, access, "metrics/runs/import_preview.html", context)


@login_required
@require_POST
def confirm(request: HttpRequest, slug: str, token: UUID) -> HttpResponse:
    """Store the waiting table's scores."""
    access = opened(request, slug, to_manage=True)
    user = signed_in(request)
    staged, file = staged_scores(access.campaign, user, token)
    table = read_score_table(file, _systems(access))
    if not table.usable:
        return _upload_page(request, access, ScoreTableForm(), table, 409)
    try:
        count = len(import_scores(access.campaign, user, staged, table))
    except Refused as refusal:
        tell_refusal(request, refusal)
        return redirect("metrics:import", slug=slug)
    told = plural(count, "Imported the scores of {n} metric.", "Imported the scores of {n} metrics.")
    messages.success(request, told)
    return redirect("metrics:overview", slug=slug)


def _systems(access: CampaignAccess) -> list[str]:
    return list(access.campaign.systems.values_list("name", flat=True))


def _upload_page(
    request: HttpRequest,
    access: CampaignAccess,
    form: ScoreTableForm,
    table: ScoreTable | None = None,
    status: int = 200,
) -> HttpResponse:
    return page(request, access, "metrics/runs/import.html", {"form": form, "table": table}, status)
