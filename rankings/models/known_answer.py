"""Earlier known answers of check and training items."""

from django.conf import settings
from django.db import models

from rankings.models.judging import Item


class FormerKnownAnswer(models.Model):
    """What a check or training item expected until a manager changed it; the item has what it expects now."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="former_answers")
    version = models.PositiveIntegerField()
    expected = models.JSONField(default=dict)
    explanation = models.TextField(max_length=4000, blank=True)
    replaced_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    replaced_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["item", "version"], name="known_answer_version_unique"),
        ]

    def __str__(self) -> str:
        return f"known answer {self.version} of item {self.item_id}"
