"""Sentences of one run, a list and one by one. Never opened to judges."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from appraise_gec.present.table import capital
from metrics.models import MetricRun
from metrics.site.pages import page
from metrics.site.runs import names as titles
from metrics.site.runs import services as runs
from metrics.site.runs.explaining import ORDERS, edit_counts, outputs_of, references_of, sentence_order
from metrics.tables.scores import worded
from metrics.tables.titles import part_title
from rankings.access.pages import opened

SENTENCES_ON_A_PAGE = 50


@login_required
@require_safe
def sentences(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """All sentences, or those where one system lost most, with its scores."""
    access = opened(request, slug)
    run = runs.open_run(access.campaign, key, finished=True)
    names, system, order = _choice(request, run)
    indices = sentence_order(run, system, order)
    number = request.GET.get("number", "")
    if number.isdecimal() and len(number) < 9:
        query = urlencode({"system": system, "order": order})
        address = reverse("metrics:sentence", args=[slug, key, int(number)])
        return redirect(f"{address}?{query}")
    shown = Paginator(indices, SENTENCES_ON_A_PAGE).get_page(request.GET.get("page"))
    here = list(shown.object_list)
    texts = dict(access.campaign.sentences.filter(index__in=here).values_list("index", "text"))
    scores = dict(run.sentence_scores.filter(index__in=here).values_list("index", "scores"))
    names_of_parts = run.recipe["sentence_parts"] if run.recipe else []
    repeated = titles.repeated_part(run)
    kept = [place for place, name in enumerate(names_of_parts) if name != repeated]
    context = {
        "run": run,
        "counts_edits": bool(edit_counts(run)),
        "title": titles.run_title(run),
        "note": titles.run_note(run),
        "system": system,
        "systems": names,
        "order": order,
        "orders": ORDERS.items(),
        "page_of": shown,
        "parts": [capital(part_title(names_of_parts[place])) for place in kept],
        "rows": [
            (
                index + 1,
                texts.get(index, ""),
                _cells(scores[index].get(system, []), kept),
            )
            for index in here
        ],
        "query": urlencode({"system": system, "order": order}),
    }
    return page(request, access, "metrics/runs/sentences.html", context)


@login_required
@require_safe
def sentence(request: HttpRequest, slug: str, key: UUID, number: int) -> HttpResponse:
    """One sentence, numbered from 1: the output of every system with its score."""
    access = opened(request, slug)
    run = runs.open_run(access.campaign, key, finished=True)
    index = number - 1
    row = run.sentence_scores.filter(index=index).first()
    source = access.campaign.sentences.filter(index=index).first()
    if row is None or source is None:
        raise Http404
    names, system, order = _choice(request, run)
    indices = sentence_order(run, system, order)
    place = indices.index(index) if index in indices else None
    repeated = titles.repeated_part(run)
    outputs = outputs_of(run, source, row, system if order == "lost" else "")
    context = {
        "run": run,
        "counts_edits": bool(edit_counts(run)),
        "title": titles.run_title(run),
        "note": titles.run_note(run),
        "source": source.text,
        "number": number,
        "total": run.sentence_scores.count(),
        "outputs": [
            (
                output,
                worded(output.score),
                [(capital(part_title(name)), worded(v)) for name, v in output.parts if name != repeated],
            )
            for output in outputs
        ],
        "references": references_of(source, row),
        "system": system,
        "systems": names,
        "order": order,
        "orders": ORDERS.items(),
        "place": None if place is None else place + 1,
        "of": len(indices),
        "previous": _neighbour(indices, place, -1),
        "next": _neighbour(indices, place, 1),
        "query": urlencode({"system": system, "order": order}),
    }
    return page(request, access, "metrics/runs/sentence.html", context)


def _cells(numbers: Sequence[Any], kept: Sequence[int]) -> list[str]:
    """The score, and the parts at these places after it."""
    return [worded(value) for value in (*numbers[:1], *(numbers[place + 1] for place in kept if numbers))]


def _choice(request: HttpRequest, run: MetricRun) -> tuple[list[str], str, str]:
    names = sorted(run.system_scores.values_list("system__name", flat=True))
    system, order = request.GET.get("system", ""), request.GET.get("order", "")
    return (
        names,
        system if system in names else (names[0] if names else ""),
        order if order in ORDERS else "text",
    )


def _neighbour(indices: list[int], place: int | None, step: int) -> int | None:
    """The number of the sentence before or after; None of the order: its first sentence comes next."""
    if place is None:
        return indices[0] + 1 if indices and step > 0 else None
    return indices[place + step] + 1 if 0 <= place + step < len(indices) else None
