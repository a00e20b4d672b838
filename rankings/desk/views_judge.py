"""A judge's work: the answers, and what a manager does about them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from appraise_gec.present.downloads import download
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.desk import discards
from rankings.desk.alarms import alarms, crowd_of
from rankings.desk.judge_facts import known_judges
from rankings.desk.judge_hours import hours_file
from rankings.desk.judge_work import answers_of, summary_of
from rankings.desk.quality import JudgeQuality, quality_of_judges
from rankings.judgments.stored import counting_rankings
from rankings.models import Campaign, Judge
from rankings.people import members as people
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
        "progress": next(row for row in progress.judges if row.judge.pk == chosen.pk),
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
@require_POST
def hold_judge(request: HttpRequest, slug: str, judge: int, act: str) -> HttpResponse:
    """Put the judge on hold, or end the hold, and come back to the judge's page."""
    access = managed(request, slug)
    chosen = judge_of(access.campaign, judge)
    if act not in ("hold", "resume"):
        raise Http404
    try:
        people.set_on_hold(chosen, act == "hold", signed_in(request))
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        said = (
            "%(name)s is on hold. Rankings made so far stay." if act == "hold" else "%(name)s can continue."
        )
        messages.success(request, said % {"name": chosen.name})
    return redirect("campaigns:judge-work", slug=slug, judge=chosen.pk)


def judge_of(campaign: Campaign, number: int) -> Judge:
    """The judge of the campaign by key; Http404 for others'."""
    if number > LARGEST_KEY:
        raise Http404
    return get_object_or_404(Judge.objects.select_related("campaign", "user"), campaign=campaign, pk=number)
