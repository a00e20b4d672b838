"""Earlier and present wordings of a campaign's guidelines."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from rankings.models.campaign import Campaign


class GuidelinesRevision(models.Model):
    """The guidelines as they stood from one change to the next; rankings keep the number."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="guidelines_revisions")
    version = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    format = models.CharField(
        max_length=10, choices=Campaign.GuidelinesFormat, default=Campaign.GuidelinesFormat.MARKDOWN
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "version"], name="guidelines_version_unique"),
        ]

    def __str__(self) -> str:
        return f"guidelines {self.version} of {self.campaign}"
