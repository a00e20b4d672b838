"""The judges of a campaign, and one of them: the answers, and what a manager does about them."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from appraise_gec.present.downloads import download
from rankings.access import managed, page
from rankings.desk import discards
from rankings.desk.judge_hours import hours_file
from rankings.desk.judge_rows import judge_rows
from rankings.desk.judge_work import answers_of, summary_of
from rankings.desk.quality import JudgeQuality, quality_of_judges
from rankings.judgments.stored import counting_rankings
from rankings.models import Judge
from rankings.people.links import unfinished_sending


@login_required
@require_safe
def judges(request: HttpRequest, slug: str) -> HttpResponse:
    """Who judges, how far everybody is, and what is odd."""
    access = managed(request, slug)
    campaign = access.campaign
    rows, known = judge_rows(campaign)
    context = {"tab": "judges", "rows": rows, "known": known, "letters": unfinished_sending(campaign)}
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
    rows, known = judge_rows(access.campaign)
    row = next(row for row in rows if row.judge == chosen)
    summary = summary_of(chosen)
    context = {
        "alarm": row.alarm,
        "row": row,
        "known": known,
        "quality": quality_of_judges(access.campaign, chosen).get(chosen.pk, JudgeQuality()),
        "crowd": row.crowd,
        "summary": summary,
        "tab": "judges",
        "judge": chosen,
        "shown": shown,
        "answers": answers,
        "discards": discards.discards_of(chosen),
        "counting": counting_rankings(access.campaign).filter(judge=chosen).count(),
    }
    return page(request, access, "desk/judge_work.html", context)
