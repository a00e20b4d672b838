"""Files of marked edits that a worker writes, because a request would not last."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from rankings.models.campaign import Campaign


class EditMarksFile(models.Model):
    """Marked edits of a campaign, until the file expires. Its bytes are in the parts, in their order."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="edit_marks_files")
    extension = models.CharField(max_length=10)
    name = models.CharField(max_length=255, blank=True)
    size = models.PositiveBigIntegerField(default=0, help_text="bytes; 0 until the file is written")
    job = models.OneToOneField(
        "jobs.Job", on_delete=models.SET_NULL, null=True, related_name="edit_marks_file"
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"edit marks of {self.campaign_id} as {self.extension}"


class EditMarksPart(models.Model):
    """A piece of such a file's bytes."""

    file = models.ForeignKey(EditMarksFile, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["file", "number"], name="one_edit_marks_part_per_number"),
        ]

    def __str__(self) -> str:
        return f"part {self.number} of {self.file_id}"
