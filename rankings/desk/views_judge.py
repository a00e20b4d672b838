"""The judges of a campaign, and one of them: the answers, and what a manager does about them."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from appraise_gec.present.downloads import download
from rankings.access.pages import managed, page
from rankings.desk import discards
from rankings.desk.alarms import alarms, crowd_of
from rankings.desk.judge_facts import known_judges
from rankings.desk.judge_hours import hours_file
from rankings.desk.judge_work import answers_of, summary_of
from rankings.desk.quality import JudgeQuality, quality_of_judges
from rankings.judgments.stored import counting_rankings
from rankings.models import Judge
from rankings.people.judge_list import judge_rows
from rankings.people.letters import unfinished
from rankings.plan.progress import campaign_progress


@login_required
@require_safe
def judges(request: HttpRequest, slug: str) -> HttpResponse:
    """Who judges, how far everybody is, and what is odd."""
    access = managed(request, slug)
    campaign = access.campaign
    progress = campaign_progress(campaign)
    known = known_judges(campaign, progress.rankings)
    evidence = known.evidence
    raised = {one.judge.pk: one for one in alarms(campaign, progress, evidence, timezone.now())}
    rows = [
        (row, known.quality(row.judge.pk), crowd_of(evidence, row.judge.pk), raised.get(row.judge.pk))
        for row in judge_rows(campaign, progress.judges)
    ]
    context = {"tab": "judges", "rows": rows, "known": known, "letters": unfinished(campaign)}
    return page(request, access, "people/judges.html", context)


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
    known_here = Judge.objects.select_related("campaign", "user").filter(campaign=access.campaign)
    chosen = get_object_or_404(known_here, pk=judge)
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
