"""The sentences of one run, one at a time. Never opened to judges."""

from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from metrics.site.pages import page
from metrics.site.runs.explaining import ORDERS, edit_counts, outputs_of, references_of, sentence_order
from metrics.site.runs.names import run_title
from metrics.site.runs.services import open_run
from rankings.access.pages import opened


@login_required
@require_safe
def sentences(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """One sentence with the output of every system and its score; `?number=` counts from 1.

    `?order=lost&system=...` goes through those where the system lost most. Without a number, the first comes.
    """
    access = opened(request, slug)
    run = open_run(access.campaign, key, finished=True)
    names = sorted(run.system_scores.values_list("system__name", flat=True))
    order = request.GET.get("order", "")
    order = order if order in ORDERS else "text"
    system = request.GET.get("system", "")
    system = system if system in names else next(iter(names), "")
    indices = sentence_order(run, system, order)
    asked = request.GET.get("number", "")
    index = int(asked) - 1 if asked.isdecimal() and len(asked) < 9 else next(iter(indices), 0)
    row = run.sentence_scores.filter(index=index).first()
    source = access.campaign.sentences.filter(index=index).first()
    if row is None or source is None:
        raise Http404
    place = indices.index(index) if index in indices else -1
    # Outside of the order, its first sentence comes next.
    before, after = indices[max(place - 1, 0) : place] if place > 0 else [], indices[place + 1 : place + 2]
    context = {
        "run": run,
        "counts_edits": bool(edit_counts(run)),
        "title": run_title(run),
        "source": source.text,
        "number": index + 1,
        "total": run.sentence_scores.count(),
        "outputs": outputs_of(run, source, row, system if order == "lost" else ""),
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
