"""The survey of a campaign for programs: its questions, and what judges have answered."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.present.downloads import download
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import FILE, documented
from rankings.api.serializers import KnownFields
from rankings.models import Campaign, SurveyAnswer
from rankings.survey import services
from rankings.survey.questions import (
    BUILT_IN,
    KINDS,
    LONGEST_CHOICE,
    LONGEST_WORDS,
    MOST_CHOICES,
    SCALE_POINTS,
    check_questions,
    questions_of,
    stored,
)


class QuestionDocument(KnownFields):
    """A question. Its key names it in answers, and stays when its words change."""

    key = serializers.SlugField(max_length=80)
    moment = serializers.ChoiceField(choices=SurveyAnswer.Moment.values)
    kind = serializers.ChoiceField(choices=list(KINDS))
    words = serializers.CharField(max_length=LONGEST_WORDS)
    note = serializers.CharField(max_length=LONGEST_WORDS, allow_blank=True, default="")
    required = serializers.BooleanField(default=False)  # type: ignore[assignment] # named as in the survey
    choices = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_CHOICE), max_length=MOST_CHOICES, default=list
    )
    points = serializers.IntegerField(min_value=SCALE_POINTS[0], max_value=SCALE_POINTS[1], default=5)
    low = serializers.CharField(max_length=LONGEST_CHOICE, allow_blank=True, default="")
    high = serializers.CharField(max_length=LONGEST_CHOICE, allow_blank=True, default="")


class SurveyRequest(KnownFields):
    """All questions, in the order in which judges read them."""

    questions = QuestionDocument(many=True)

    def validate_questions(self, questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
        try:
            check_questions(questions)
        except ValueError as error:
            raise serializers.ValidationError(str(error)) from error
        return questions


class SurveyDocument(SurveyRequest):
    """The questions that judges are asked, and the built-in ones that could be added."""

    offered = QuestionDocument(many=True)
    answered = serializers.DictField(
        child=serializers.IntegerField(), help_text="how many judges have answered, by moment"
    )
    answers_url = serializers.URLField()
    page_url = serializers.URLField()


class Survey(ManagedView):
    """The questions of a campaign to its judges."""

    @documented("The questions to judges", SurveyDocument)
    def get(self, request: Request, slug: str) -> Response:
        return Response(self.document(self.managed(slug).campaign))

    @documented("Ask these questions; answers keep what was asked", SurveyDocument, asks=SurveyRequest)
    def put(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        asked = SurveyRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        questions = questions_of(asked.validated_data["questions"])
        services.change_questions(campaign, lambda _: questions, self.person)
        return Response(self.document(campaign))

    def document(self, campaign: Campaign) -> Any:
        keys = {question["key"] for question in campaign.survey}
        document = {
            "questions": campaign.survey,
            "offered": stored(one for one in BUILT_IN if one.key not in keys),
            "answered": services.answered_by(campaign),
            "answers_url": reverse("api:survey-file", args=[campaign.slug], request=self.request),
            "page_url": reverse("campaigns:survey", args=[campaign.slug], request=self.request),
        }
        return SurveyDocument(document).data


class SurveyAnswersFile(ManagedView):
    """What judges have answered."""

    gives_file = True

    @documented("Every answer that stands, one in a row", FILE, media_types=("text/csv",))
    def get(self, request: Request, slug: str) -> HttpResponse:
        campaign = self.managed(slug).campaign
        content = services.answers_file(campaign)
        return download(content, "text/csv; charset=utf-8", f"{campaign.slug}-survey.csv")
