"""The survey as judges answer it. Works without scripts."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rankings.access import Refused, open_judge, signed_in, tell_refusal
from rankings.judging.assignment import next_assignment
from rankings.judging.survey_steps import BEFORE
from rankings.models import Campaign, Judge, SurveyAnswer
from rankings.survey import answers
from rankings.survey.answers import AnswerForm


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def survey(request: HttpRequest, slug: str, moment: str) -> HttpResponse:
    """The questions of one moment, with the judge's answers if there are any."""
    judge = open_judge(signed_in(request), slug)
    if moment not in SurveyAnswer.Moment.values or judge.campaign.state == Campaign.State.DRAFT:
        raise Http404
    questions = answers.questions_at(judge.campaign, moment)
    given = answers.current_answers(judge, moment)
    if not questions and given is None:
        raise Http404
    is_first = given is None
    stored = given.answers if given else None
    form = AnswerForm(questions, stored, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            answers.keep_answers(judge, moment, form.answers(), asked=request.POST.get("asked", ""))
        except Refused as refusal:
            tell_refusal(request, refusal)
            return redirect("judging:survey", slug, moment)
        messages.success(request, gettext("Your answers are saved."))
        return _onwards(judge, moment) if is_first else redirect("judging:task", slug)
    context: dict[str, Any] = {
        "campaign": judge.campaign,
        "moment": moment,
        "form": form,
        "asked": answers.mark_of(questions),
        "is_first": is_first,
        "is_withdrawn": given is not None and given.is_withdrawn,
        "may_withdraw": bool(answers.moments_answered(judge)),
    }
    return render(request, "survey/judge.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def withdraw_survey(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the judge's own answers."""
    judge = open_judge(signed_in(request), slug)
    if request.method == "POST":
        answers.withdraw_answers(judge)
        messages.success(request, gettext("Your answers to the questions are deleted."))
    return redirect("judging:task", slug)


def _onwards(judge: Judge, moment: str) -> HttpResponse:
    """To the first item, or to the end."""
    if moment == BEFORE and judge.campaign.state == Campaign.State.OPEN:
        assignment = next_assignment(judge)
        if assignment is not None:
            return redirect("judging:item", judge.campaign.slug, assignment.key)
    return redirect("judging:task", judge.campaign.slug)
