"""The sentences of one run, one at a time. Never opened to judges."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from appraise_gec.present.table import capital
from metrics.models import MetricRun
from metrics.sections.scores import in_words, worded
from metrics.site.pages import page
from metrics.site.runs import names as titles
from metrics.site.runs import services as runs
from metrics.site.runs.explaining import ORDERS, edit_counts, outputs_of, references_of, sentence_order
from rankings.access.pages import opened


@login_required
@require_safe
def sentences(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """One sentence with the output of every system and its score; `?number=` counts from 1.

    `?order=lost&system=...` goes through those where the system lost most. Without a number, the first comes.
    """
    access = opened(request, slug)
    run = runs.open_run(access.campaign, key, finished=True)
    total = run.sentence_scores.count()
    if not total:
        raise Http404
    names, system, order = _choice(request, run)
    indices = sentence_order(run, system, order)
    asked = request.GET.get("number", "")
    index = int(asked) - 1 if asked.isdecimal() and len(asked) < 9 else next(iter(indices), 0)
    row = run.sentence_scores.filter(index=index).first()
    source = access.campaign.sentences.filter(index=index).first()
    if row is None or source is None:
        raise Http404
    place = indices.index(index) if index in indices else None
    scorer = titles.scorer_of(run)
    repeated = scorer.repeated_part() if scorer else ""
    outputs = [
        (
            output,
            worded(output.score),
            [(capital(in_words(name)), worded(value)) for name, value in output.parts if name != repeated],
        )
        for output in outputs_of(run, source, row, system if order == "lost" else "")
    ]
    context: dict[str, Any] = {
        "run": run,
        "counts_edits": bool(edit_counts(run)),
        "title": titles.run_title(run),
        "note": titles.run_note(run),
        "source": source.text,
        "number": index + 1,
        "total": total,
        "outputs": outputs,
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
    return page(request, access, "metrics/sentence.html", context)


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
