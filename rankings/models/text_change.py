"""Systems and sentences that were added, replaced or renamed after a campaign was made."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rankings.models.campaign import Campaign
from rankings.models.corpus import System


class TextChange(models.Model):
    """A change of a campaign's texts, and what undoing it needs to know.

    `system` is the one that was added, replaced or renamed, under `name` since then. A replaced system stays
    as `former_system` under `former_name`, with the outputs that judges saw; `former_name` of a system that
    was renamed is the name before. `rankings_before` counted when the change was made.
    `items` holds numbers of items by what became of them: "retired" because they show a replaced output,
    "made" in their place or for the new system, "kept" because they show an output that is the same in both.
    """

    class Kind(models.TextChoices):
        SYSTEM_ADDED = "added", _("System added")
        SYSTEM_REPLACED = "replaced", _("Output of a system replaced")
        SYSTEM_RENAMED = "renamed", _("System renamed")
        SENTENCES_ADDED = "sentences", _("Sentences added")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="text_changes")
    kind = models.CharField(max_length=10, choices=Kind)
    system = models.ForeignKey(System, on_delete=models.SET_NULL, null=True, related_name="changes")
    former_system = models.ForeignKey(System, on_delete=models.SET_NULL, null=True, related_name="+")
    name = models.CharField(max_length=100, blank=True)
    former_name = models.CharField(max_length=100, blank=True)
    rankings_before = models.PositiveIntegerField(default=0)
    first_sentence = models.PositiveIntegerField(null=True, help_text="index of the first sentence added")
    sentences = models.PositiveIntegerField(default=0, help_text="how many were added")
    items = models.JSONField(default=dict)
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
            models.CheckConstraint(
                condition=Q(kind__in=["added", "replaced", "renamed", "sentences"]),
                name="text_change_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.name or self.sentences}"
