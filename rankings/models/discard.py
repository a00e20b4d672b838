"""Rankings that a manager has discarded: left out of everything that counts, and never deleted."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from rankings.models.campaign import Campaign, Judge


class Discard(models.Model):
    """A manager's decision that rankings of one judge do not count, until somebody undoes it.

    `Ranking.discard` names the decision in force; `DiscardedRanking` keeps which rankings it took, also after
    it was undone. The items of discarded rankings go to other judges (`Assignment.discard`).
    """

    class Scope(models.TextChoices):
        ALL = "all", "All rankings"
        SPAN = "span", "Rankings of some days"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="discards")
    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="discards")
    scope = models.CharField(max_length=6, choices=Scope)
    since = models.DateTimeField(null=True, blank=True, help_text="of a span: its first moment")
    until = models.DateTimeField(null=True, blank=True, help_text="of a span: the first moment after it")
    reason = models.TextField("reason", max_length=1000)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField()
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(scope__in=["all", "span"]), name="discard_scope_known"),
        ]

    def __str__(self) -> str:
        return f"discarded rankings of judge {self.judge_id}"


class DiscardedRanking(models.Model):
    """A ranking that a decision took out, in force or undone since."""

    discard = models.ForeignKey(Discard, on_delete=models.CASCADE, related_name="taken")
    ranking = models.ForeignKey("rankings.Ranking", on_delete=models.CASCADE, related_name="discards")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["discard", "ranking"], name="ranking_discarded_once_by_a_decision"
            ),
        ]

    def __str__(self) -> str:
        return f"ranking {self.ranking_id} in discard {self.discard_id}"
