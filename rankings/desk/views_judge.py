"""A judge's work: the answers, and what a manager does about them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from appraise_gec.present.downloads import download
from appraise_gec.words import plural
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.desk import discards
from rankings.desk.alarms import alarms, crowd_of
from rankings.desk.discard_form import DiscardForm
from rankings.desk.judge_facts import known_judges
from rankings.desk.judge_hours import hours_file
from rankings.desk.judge_work import answers_of, summary_of
from rankings.desk.quality import JudgeQuality, quality_of_judges
from rankings.judgments.stored import counting_rankings
from rankings.models import Campaign, Discard, Judge
from rankings.people.judge_list import judge_rows
from rankings.plan.progress import campaign_progress

LARGEST_KEY = 2**63 - 1


@login_required
@require_safe
def hours(request: HttpRequest, slug: str) -> HttpResponse:
    """What judges have worked, as CSV."""
    campaign = managed(request, slug).campaign
    return download(hours_file(campaign), "text/csv; charset=utf-8", f"{campaign.slug}-hours.csv")


@login_required
@require_safe
def judge_work(request: HttpRequest, slug: str, judge: int) -> HttpResponse:
    """The judge's answers, and the decisions about them."""
    access = managed(request, slug)
    chosen = judge_of(access.campaign, judge)
    shown, answers = answers_of(chosen, request.GET.get("page"))
    now = timezone.now()
    progress = campaign_progress(access.campaign)
    known = known_judges(access.campaign, progress.rankings)
    evidence = known.evidence
    raised = {one.judge.pk: one for one in alarms(access.campaign, progress, evidence, now)}
    summary = summary_of(chosen)
    context = {
        "alarm": raised.get(chosen.pk),
        "row": next(row for row in judge_rows(access.campaign, progress.judges) if row.judge == chosen),
        "known": known,
        "quality": quality_of_judges(access.campaign, chosen).get(chosen.pk, JudgeQuality()),
        "crowd": crowd_of(evidence, chosen.pk),
        "summary": summary,
        "tab": "judges",
        "judge": chosen,
        "shown": shown,
        "answers": answers,
        "discards": discards.discards_of(chosen),
        "counting": counting_rankings(access.campaign).filter(judge=chosen).count(),
    }
    return page(request, access, "desk/judge_work.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def discard(request: HttpRequest, slug: str, judge: int) -> HttpResponse:
    """Ask which rankings and why (GET), and discard them (POST)."""
    access = managed(request, slug)
    chosen = judge_of(access.campaign, judge)
    counting = counting_rankings(access.campaign).filter(judge=chosen).count()
    form = DiscardForm(
        request.POST if request.method == "POST" else None,
        counting=counting,
        may_hold=chosen.is_active,
    )
    if request.method == "POST" and form.is_valid():
        try:
            _made, number = discards.discard(
                chosen,
                form.wanted,
                form.cleaned_data["reason"],
                hold=form.cleaned_data.get("hold", False),
                actor=signed_in(request),
            )
        except Refused as refusal:
            for reason in refusal.reasons:
                form.add_error(None, reason)
        else:
            messages.success(request, discards.discarded_in_words(number, chosen))
            if form.cleaned_data.get("hold"):
                messages.success(request, f"{chosen.name} is now on hold.")
            return redirect("campaigns:judge", slug=slug, judge=chosen.pk)
    context = {
        "tab": "judges",
        "judge": chosen,
        "form": form,
        "counting": counting,
        "time_zone": timezone.get_current_timezone_name(),
    }
    return page(request, access, "desk/discard.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def undo_discard(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make discarded rankings count again."""
    access = managed(request, slug)
    if number > LARGEST_KEY:
        raise Http404
    get_object_or_404(Discard, campaign=access.campaign, pk=number)
    try:
        made, back = discards.undo(access.campaign, number, signed_in(request))
    except Refused as refusal:
        tell_refusal(request, refusal)
        return redirect("campaigns:judges", slug=slug)
    messages.success(request, plural(back, "{n} ranking counts again.", "{n} rankings count again."))
    return redirect("campaigns:judge", slug=slug, judge=made.judge_id)


def judge_of(campaign: Campaign, number: int) -> Judge:
    """The judge of the campaign by key; Http404 for others'."""
    if number > LARGEST_KEY:
        raise Http404
    return get_object_or_404(Judge.objects.select_related("campaign", "user"), campaign=campaign, pk=number)
