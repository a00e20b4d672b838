"""Items that are added while judging is open, by results so far."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rankings.models.campaign import Campaign


class AdaptiveJudging(models.Model):
    """Adding items while judging is open, as a manager has set it up; at most one for a campaign.

    The rule is `rankings.analysis.adaptive.AddingRule`. It may be changed until results are looked at for the
    first time; from then on adding can only be paused and resumed, because a new rule would start a new count
    of the error.
    """

    class State(models.TextChoices):
        RUNNING = "running"
        PAUSED = "paused"
        ENDED = "ended"

    class Ending(models.TextChoices):
        SETTLED = "settled"
        LIMIT = "limit"
        HOPELESS = "hopeless"
        NO_SENTENCES = "no-sentences"
        CHANGED = "changed"

    class Goal(models.TextChoices):
        ORDER = "order", _("The order of all systems")
        BEST = "best", _("Which system is the best")

    class SpeaksFor(models.TextChoices):
        LIKE_THESE = "judges-like-these", _("Judges like these")
        THESE = "these-judges", _("These judges only")

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="adaptive_judging")
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    ending = models.CharField(max_length=12, choices=Ending, blank=True, help_text="why it has ended")
    goal = models.CharField(_("question"), max_length=10, choices=Goal, default=Goal.ORDER)
    speaks_for = models.CharField(
        _("for whom it should hold"), max_length=20, choices=SpeaksFor, default=SpeaksFor.LIKE_THESE
    )
    batch_size = models.PositiveSmallIntegerField(_("items at a time"), default=30)
    most_items = models.PositiveIntegerField(_("items to add at most"), default=300)
    looks = models.PositiveSmallIntegerField(_("looks at the results at most"), default=4)
    confidence_percent = models.PositiveSmallIntegerField(_("confidence (%)"), default=95)
    random_percent = models.PositiveSmallIntegerField(_("of these sampled at random (%)"), default=25)
    seed = models.BigIntegerField()
    planned_items = models.PositiveIntegerField(
        null=True, blank=True, help_text="sampled beforehand; counted at the first look"
    )
    looks_taken = models.PositiveSmallIntegerField(default=0)
    settled = models.JSONField(default=list, help_text="[better, worse, look that settled it], by name")
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state="ended", ended_at__isnull=False) & ~Q(ending="")
                | Q(state__in=["running", "paused"], ending="", ended_at__isnull=True),
                name="adaptive_ends_for_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(
                    looks__gte=2,
                    looks_taken__lte=models.F("looks"),
                    batch_size__gte=1,
                    most_items__gte=1,
                    confidence_percent__range=(50, 99),
                    random_percent__range=(10, 100),
                ),
                name="adaptive_numbers_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"adding items to {self.campaign}"
