"""The way to the next item, and where the survey stands in it: before the first item and after the last."""

from dataclasses import dataclass
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
from rankings.judging.standing import Task
from rankings.models import Assignment, Campaign, Judge, SurveyAnswer
from rankings.survey import answers
from rankings.survey.answers import AnswerForm, is_due, moments_answered, questions_at

BEFORE, AFTER = "before", "after"


@dataclass(frozen=True, slots=True)
class SurveySteps:
    """What the task page says of the survey.

    Attributes:
        asks_now: questions that are asked now that the judge has nothing more to do; 0 for none.
        may_close: whether a judge who wants to stop earlier can answer them.
        answered: moments of which there are answers to look at, the first first.
    """

    asks_now: int = 0
    may_close: bool = False
    answered: tuple[str, ...] = ()


def is_asked_last(task: Task) -> bool:
    """Whether the judge has done everything there is to do but to answer the questions after it."""
    at_end = task.stage in {"finished", "closed"} or task.stopped
    return at_end and task.done > 0 and is_due(task.judge, AFTER)


def survey_steps(task: Task) -> SurveySteps:
    """Without a query where the campaign has no survey."""
    if not task.campaign.survey:
        return SurveySteps()
    asks_now = is_asked_last(task)
    return SurveySteps(
        asks_now=len(questions_at(task.campaign, AFTER)) if asks_now else 0,
        may_close=not asks_now and task.done > 0 and is_due(task.judge, AFTER),
        answered=tuple(moments_answered(task.judge)),
    )


class SurveyFirst(Exception):  # noqa: N818 - named for what happened
    """The judge has to answer questions before the next item."""


def begin_item(judge: Judge) -> Assignment | None:
    """The item that the judge should do now, lent to the judge; None where there is none.

    Raises `SurveyFirst` where questions come before it.
    """
    if judge.campaign.state == Campaign.State.OPEN and is_due(judge, BEFORE):
        raise SurveyFirst
    return next_assignment(judge)


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
