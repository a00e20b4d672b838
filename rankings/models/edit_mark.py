"""What judges say of single edits."""

from django.db import models
from django.db.models import F, Q

from rankings.models.judging import ItemOutput, Ranking


class EditMark(models.Model):
    """An edit of an output that a judge marked as wrong or unneeded, in one revision of a ranking.

    It is append-only as its ranking is: whoever changes a mark makes a new revision with all marks that stand
    then. Where `Ranking.offers_marks` is true, every edit of its outputs without a mark was left unmarked.

    The source tokens `start..end-1` are replaced; `start == end` inserts before `start`. `tokens` says what a
    token is, `kind` what the edit does (`rankings.items.offered_edits`).
    """

    class Verdict(models.TextChoices):
        WRONG = "wrong", "Wrong"
        UNNEEDED = "unneeded", "Unneeded"

    ranking = models.ForeignKey(Ranking, on_delete=models.CASCADE, related_name="edit_marks")
    output = models.ForeignKey(ItemOutput, on_delete=models.CASCADE, related_name="edit_marks")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    original = models.TextField(blank=True)
    correction = models.TextField(blank=True)
    kind = models.CharField(max_length=12)
    tokens = models.CharField(max_length=6)
    verdict = models.CharField(max_length=8, choices=Verdict)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ranking", "output", "start", "end"], name="edit_marked_once_in_a_ranking"
            ),
            models.CheckConstraint(condition=Q(end__gte=F("start")), name="edit_mark_ends_after_its_start"),
            models.CheckConstraint(
                condition=Q(verdict__in=["wrong", "unneeded"]), name="edit_mark_verdict_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.verdict}: {self.original} -> {self.correction}"
