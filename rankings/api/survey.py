"""The survey of a campaign for programs: its questions, their order, and what judges have answered."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.present.downloads import download
from rankings.api.base import made
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import FILE, PAGING, documented, page_of
from rankings.api.entity_tags import refuse_when_changed
from rankings.api.form_fields import check, document_of, fill
from rankings.api.serializers import KnownFields
from rankings.desk.survey_form import QuestionForm
from rankings.models import Campaign, SurveyAnswer
from rankings.survey import services
from rankings.survey.questions import (
    BUILT_IN,
    LONGEST_CHOICE,
    MOST_CHOICES,
    MOST_QUESTIONS,
    Question,
    built_in,
    stored,
)
from rankings.survey.summary import answered_by, answers_file, answers_that_stand

LONGEST_KEY = 80


def _choices(**more: Any) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_CHOICE), max_length=MOST_CHOICES, **more
    )


QuestionRequest = document_of(
    "QuestionRequest",
    QuestionForm(),
    without=("choices",),
    choices=_choices(required=False, help_text="answers to choose from, of the kinds choice and choices"),
)
_QuestionFields = document_of("QuestionFields", QuestionForm(), without=("choices",), choices=_choices())


class QuestionDocument(_QuestionFields):  # type: ignore[misc,valid-type]
    """A question. Its key names it in answers, and stays when its words change."""

    key = serializers.CharField()


class SurveyDocument(serializers.Serializer[Any]):
    """The questions that judges are asked now, in their order, and the built-in ones that could be added."""

    version = serializers.IntegerField(help_text="of the questions; 0 where there have never been any")
    questions = QuestionDocument(many=True)
    offered = QuestionDocument(many=True)
    answered = serializers.DictField(
        child=serializers.IntegerField(), help_text="how many judges have answered, by moment"
    )
    answers_url = serializers.URLField()
    page_url = serializers.URLField()


class SurveyOrder(KnownFields):
    """The keys of all questions, as they should follow each other."""

    order = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_KEY), max_length=MOST_QUESTIONS
    )


class SurveyAnswerDocument(serializers.Serializer[Any]):
    """What a judge has answered before judging, or after it."""

    judge = serializers.CharField(source="judge.name")
    moment = serializers.ChoiceField(choices=SurveyAnswer.Moment.values)
    version = serializers.IntegerField(help_text="of the questions")
    revision = serializers.IntegerField(help_text="how often the judge has answered so far")
    submitted_at = serializers.DateTimeField()
    answers = serializers.DictField(help_text="by the key of the question")


class SurveyView(ManagedView):
    """A view of the survey."""

    def document(self, campaign: Campaign) -> Any:
        questions = services.questions_in_force(campaign)
        keys = {question.key for question in questions}
        document = {
            "version": campaign.survey_version,
            "questions": stored(questions),
            "offered": stored(one for one in BUILT_IN if one.key not in keys),
            "answered": answered_by(campaign),
            "answers_url": reverse("api:survey-answers", args=[campaign.slug], request=self.request),
            "page_url": reverse("campaigns:survey", args=[campaign.slug], request=self.request),
        }
        return SurveyDocument(document).data

    def question(self, campaign: Campaign, key: str) -> Question:
        questions = services.questions_in_force(campaign)
        found = next((question for question in questions if question.key == key), None)
        if found is None:
            raise NotFound("The survey has no such question.")
        return found

    def change(self, campaign: Campaign, change: Callable[[list[Question]], Sequence[Question]]) -> None:
        services.change_questions(campaign, change, self.person)


class Survey(SurveyView):
    """The questions of a campaign to its judges."""

    @documented("The questions to judges", SurveyDocument)
    def get(self, request: Request, slug: str) -> Response:
        return Response(self.document(self.managed(slug).campaign))

    @documented("Put the questions in another order", SurveyDocument, asks=SurveyOrder(partial=True))
    def patch(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        refuse_when_changed(request, self.document(campaign))
        asked = SurveyOrder(data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        if "order" in asked.validated_data:
            order = asked.validated_data["order"]
            self.change(campaign, lambda now: _in_order(now, order))
        return Response(self.document(campaign))


class Questions(SurveyView):
    """Questions of a campaign's own."""

    @documented("Add a question at the end", QuestionDocument, asks=QuestionRequest, status=201)
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        asked = QuestionRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        form = _form(asked.validated_data)
        added: list[Question] = []

        def with_it(now: list[Question]) -> list[Question]:
            # The key is chosen where nobody else can choose it at the same time.
            added[:] = [form.question(services.unused_key(campaign))]
            return [*now, *added]

        self.change(campaign, with_it)
        url = reverse("api:survey-question", args=[slug, added[0].key], request=request)
        return made(_described(added[0]), url)


class OneQuestion(SurveyView):
    """A question of the survey."""

    @documented("A question that judges are asked now", QuestionDocument)
    def get(self, request: Request, slug: str, key: str) -> Response:
        return Response(_described(self.question(self.managed(slug).campaign, key)))

    @documented("Add the built-in question of this key", QuestionDocument, status=201, or_status=200)
    def post(self, request: Request, slug: str, key: str) -> Response:
        campaign = self.managed(slug).campaign
        offered = built_in(key)
        if offered is None:
            raise NotFound("There is no such built-in question.")
        known: list[bool] = []

        def with_it(now: list[Question]) -> list[Question]:
            known[:] = [any(one.key == key for one in now)]
            return now if known[0] else [*now, offered]

        self.change(campaign, with_it)
        url = reverse("api:survey-question", args=[slug, key], request=request)
        return made(_described(self.question(campaign, key)), url, is_new=not known[0])

    @documented(
        "Change a question; answers that were given keep what was asked",
        QuestionDocument,
        asks=QuestionRequest(partial=True),
    )
    def patch(self, request: Request, slug: str, key: str) -> Response:
        campaign = self.managed(slug).campaign
        question = self.question(campaign, key)
        refuse_when_changed(request, _described(question))
        asked = QuestionRequest(data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        before = {name: value for name, value in stored([question])[0].items() if name != "key"}
        changed = _form(fill(before, asked.validated_data)).question(key)
        self.change(campaign, lambda now: [changed if one.key == key else one for one in now])
        return Response(_described(self.question(campaign, key)))

    @documented("Ask it no more; answers to it stay", status=204)
    def delete(self, request: Request, slug: str, key: str) -> Response:
        campaign = self.managed(slug).campaign
        self.question(campaign, key)
        self.change(campaign, lambda now: [one for one in now if one.key != key])
        return Response(status=204)


class SurveyAnswers(ManagedView):
    """What judges have answered."""

    @documented("Answers that stand, by judge", page_of(SurveyAnswerDocument), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        rows = answers_that_stand(self.managed(slug).campaign)
        return self.paged(rows, lambda row: SurveyAnswerDocument(row).data)


class SurveyAnswersFile(ManagedView):
    """The same as a file."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Whatever a program accepts, it gets the file, or why there is none."""
        return super().perform_content_negotiation(request, force=True)

    @documented("Every answer that stands, one in a row", FILE, media_types=("text/csv",))
    def get(self, request: Request, slug: str) -> HttpResponse:
        campaign = self.managed(slug).campaign
        return download(answers_file(campaign), "text/csv; charset=utf-8", f"{campaign.slug}-survey.csv")


def _form(sent: dict[str, Any]) -> QuestionForm:
    """The valid form of a question, whose choices stand in lines there."""
    choices = sent.get("choices", [])
    lines = "\n".join(choices)
    if len(lines.splitlines()) != len(choices):
        raise serializers.ValidationError({"choices": ["Each answer is one line of text."]})
    usual = {name: field.initial for name, field in QuestionForm.base_fields.items() if field.initial}
    form = QuestionForm({**usual, **sent, "choices": lines})
    check(form)
    return form


def _in_order(questions: list[Question], order: list[str]) -> list[Question]:
    by_key = {question.key: question for question in questions}
    if sorted(order) != sorted(by_key):
        raise serializers.ValidationError({"order": ["Name every question once, by its key."]})
    return [by_key[key] for key in order]


def _described(question: Question) -> Any:
    return QuestionDocument(stored([question])[0]).data
