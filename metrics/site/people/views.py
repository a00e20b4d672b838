"""The page of metrics and people: what was found, asked for again with other options, and its files."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_GET, require_http_methods

from appraise_gec.jobs.views import may_change
from metrics.models import Comparison
from metrics.site.forms import ComparisonForm
from metrics.site.pages import page
from metrics.site.people import asking
from metrics.site.people.files import comparison_file, on_page
from metrics.site.references.identical import systems_that_are_references
from metrics.site.runs.services import newest_runs
from rankings.access.audience import CampaignAccess
from rankings.access.pages import opened, signed_in
from rankings.access.refusals import Refused


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest comparison and whether it is current; POST asks for one."""
    access = opened(request, slug)
    if request.method != "POST":
        return _page(request, access)
    form = ComparisonForm(request.POST, campaign=access.campaign)
    if form.is_valid():
        try:
            asking.request_comparison(access.campaign, signed_in(request), form.options())
        except Refused as refusal:
            form.add_error(None, refusal.reasons)
        else:
            return redirect("metrics:people", slug=slug)
    return _page(request, access, form)


@login_required
@require_GET
def file(request: HttpRequest, slug: str, name: str, extension: str) -> HttpResponse:
    """A table, a figure or the whole document of the newest comparison."""
    done, _ = Comparison.objects.newest(campaign=opened(request, slug).campaign)
    if done is None:
        raise Http404
    return comparison_file(request, done, name, extension)


def _page(request: HttpRequest, access: CampaignAccess, form: ComparisonForm | None = None) -> HttpResponse:
    campaign = access.campaign
    done, waiting = Comparison.objects.newest(campaign=campaign)
    latest = waiting or done
    context: dict[str, Any] = {
        "comparison": done,
        "waiting": waiting,
        "has_scores": bool(newest_runs(campaign)),
        "job": waiting.job if waiting else None,
        "may_change_job": waiting is not None and may_change(signed_in(request), waiting.job),
        "form": form or (ComparisonForm(initial=latest.options if latest else None, campaign=campaign)),
    }
    if done is not None:
        context |= {
            "shown": mark_safe(on_page(done)),  # noqa: S308 - escapes every text
            "changes": asking.changes_since(done),
            "counted": _counted(done),
        }
    return page(request, access, "metrics/people.html", context, 422 if form and form.errors else 200)


def _counted(comparison: Comparison) -> list[Any]:
    """Systems that are a reference and take part all the same."""
    without = comparison.options["without"]
    same = systems_that_are_references(comparison.campaign)
    return [one for one in same if one.system not in without]
