"""Questions to judges before and after judging, and their answers."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from rankings.models.campaign import Campaign, Judge


class SurveyRevision(models.Model):
    """The questions of a survey as they stood from one change to the next; answers keep the number.

    `questions` is a list, as `rankings.survey.questions` describes it.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="survey_revisions")
    version = models.PositiveIntegerField()
    questions = models.JSONField(default=list)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "version"], name="survey_version_unique"),
        ]

    def __str__(self) -> str:
        return f"survey {self.version} of {self.campaign}"


class SurveyAnswer(models.Model):
    """A judge's answers to the questions before judging, or to those after it.

    Append-only: a change is a new revision, and one is current. Answers that a judge withdraws are deleted;
    a revision without answers says that, so that the judge is not asked again.
    """

    class Moment(models.TextChoices):
        BEFORE = "before", "Before judging"
        AFTER = "after", "After judging"

    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="survey_answers")
    moment = models.CharField(max_length=6, choices=Moment)
    version = models.PositiveIntegerField(help_text="of the questions")
    revision = models.PositiveIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    is_withdrawn = models.BooleanField(default=False)
    answers = models.JSONField(default=dict, help_text="by the key of the question")
    submitted_at = models.DateTimeField()

    class Meta:
        ordering = ["judge_id", "moment", "revision"]
        constraints = [
            models.UniqueConstraint(
                fields=["judge", "moment", "revision"], name="survey_answer_revision_unique"
            ),
            models.UniqueConstraint(
                fields=["judge", "moment"],
                condition=Q(is_current=True),
                name="one_current_survey_answer_per_moment",
            ),
            models.CheckConstraint(condition=Q(moment__in=["before", "after"]), name="survey_moment_known"),
        ]

    def __str__(self) -> str:
        return f"answers of judge {self.judge_id} {self.moment} judging"
