"""The survey of a campaign: its questions, and what judges have answered."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from appraise_gec.present.downloads import download
from rankings.access.audience import CampaignAccess
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.desk.survey_form import QuestionForm
from rankings.models import Campaign, SurveyAnswer
from rankings.survey import services
from rankings.survey.answer_form import AnswerForm
from rankings.survey.questions import BUILT_IN, Question, built_in, questions_of


@login_required
@require_safe
def survey(request: HttpRequest, slug: str) -> HttpResponse:
    """The questions, as judges read them; built-in ones to switch on."""
    access = managed(request, slug)
    questions = questions_of(access.campaign.survey)
    keys = {question.key for question in questions}
    moments = [
        {
            "value": value,
            "label": label,
            "rows": AnswerForm([one for one in questions if one.moment == value], None).rows,
        }
        for value, label in SurveyAnswer.Moment.choices
    ]
    context = {
        "tab": "settings",
        "moments": moments,
        "is_empty": not questions,
        "offered": [one for one in BUILT_IN if one.key not in keys],
        "answered": services.answered_by(access.campaign),
    }
    return page(request, access, "survey/questions.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_question(request: HttpRequest, slug: str) -> HttpResponse:
    """A question of the manager's own."""
    access = managed(request, slug)
    form = QuestionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _changed(
            request,
            access.campaign,
            lambda now: [*now, form.question(services.unused_key(now))],
            "The question is added.",
        )
    return _question_page(request, access, form, None)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_question(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Change a question. Answers that were given keep what was asked."""
    access = managed(request, slug)
    question = _of_key(questions_of(access.campaign.survey), key)
    form = QuestionForm(request.POST) if request.method == "POST" else QuestionForm.of(question)
    if request.method == "POST" and form.is_valid():
        news = form.question(key)
        said = "The question is changed."
        return _changed(
            request, access.campaign, lambda now: [news if o.key == key else o for o in now], said
        )
    return _question_page(request, access, form, question)


@login_required
@require_POST
def change_survey(request: HttpRequest, slug: str, key: str, act: str) -> HttpResponse:
    """Switch a built-in question on; move or remove a question."""
    campaign = managed(request, slug).campaign
    if act == "add":
        offered = built_in(key)
        if offered is None:
            raise Http404
        return _changed(request, campaign, lambda now: _with(now, offered), "The question is added.")
    if act not in ("up", "down", "remove"):
        raise Http404
    _of_key(questions_of(campaign.survey), key)
    if act == "remove":
        said = "The question is removed. Answers to it stay."
        return _changed(request, campaign, lambda now: [one for one in now if one.key != key], said)
    return _changed(request, campaign, lambda now: _moved(now, key, -1 if act == "up" else 1), "")


@login_required
@require_safe
def survey_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Every answer as CSV."""
    campaign = managed(request, slug).campaign
    return download(services.answers_file(campaign), "text/csv; charset=utf-8", f"{campaign.slug}-survey.csv")


def _of_key(questions: list[Question], key: str) -> Question:
    found = next((question for question in questions if question.key == key), None)
    if found is None:
        raise Http404
    return found


def _with(questions: list[Question], one: Question) -> list[Question]:
    """The question at the end, once however often the button is pressed."""
    return questions if any(other.key == one.key for other in questions) else [*questions, one]


def _moved(questions: list[Question], key: str, step: int) -> list[Question]:
    """The question changes places with its neighbour of the same moment."""
    moment = next((one.moment for one in questions if one.key == key), "")
    same = [place for place, one in enumerate(questions) if one.moment == moment]
    here = next((at for at, place in enumerate(same) if questions[place].key == key), -1)
    moved = list(questions)
    if here >= 0 and 0 <= here + step < len(same):
        one, other = same[here], same[here + step]
        moved[one], moved[other] = moved[other], moved[one]
    return moved


def _changed(
    request: HttpRequest, campaign: Campaign, change: Callable[[list[Question]], list[Question]], said: str
) -> HttpResponse:
    try:
        services.change_questions(campaign, change, signed_in(request))
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        if said:
            messages.success(request, said)
    return redirect("campaigns:survey", slug=campaign.slug)


def _question_page(
    request: HttpRequest, access: CampaignAccess, form: QuestionForm, question: Question | None
) -> HttpResponse:
    context: dict[str, Any] = {
        "tab": "settings",
        "form": form,
        "question": question,
        "answered": services.answered_by(access.campaign),
    }
    return page(request, access, "survey/question_form.html", context, 422 if form.errors else 200)
