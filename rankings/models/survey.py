"""What judges answer before and after judging."""

from django.db import models
from django.db.models import Q

from rankings.models.campaign import Judge


class SurveyAnswer(models.Model):
    """A judge's answers to the questions before judging, or to those after it.

    They stay with the questions as they were asked. Answers that a judge withdraws are deleted; a row without
    answers says that, so that the judge is not asked again.
    """

    class Moment(models.TextChoices):
        BEFORE = "before", "Before judging"
        AFTER = "after", "After judging"

    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="survey_answers")
    moment = models.CharField(max_length=6, choices=Moment)
    asked = models.JSONField(default=list, help_text="the questions, as in the survey of a campaign")
    answers = models.JSONField(default=dict, help_text="by the key of the question")
    is_withdrawn = models.BooleanField(default=False)
    submitted_at = models.DateTimeField()

    class Meta:
        ordering = ["judge_id", "moment"]
        constraints = [
            models.UniqueConstraint(fields=["judge", "moment"], name="one_survey_answer_per_moment"),
            models.CheckConstraint(condition=Q(moment__in=["before", "after"]), name="survey_moment_known"),
        ]

    def __str__(self) -> str:
        return f"answers of judge {self.judge_id} {self.moment} judging"
