"""Files that somebody has uploaded and not yet confirmed."""

import uuid

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone

from appraise_gec.jobs.models import Job
from rankings.models.campaign import Campaign


class Upload(models.Model):
    """Files that wait until their owner has seen what they would become.

    The files are in the parts, in their order, as one zip archive that the server wrote. They go when the
    upload is confirmed; the row stays until it expires, so that a second click finds what came of it.
    """

    class State(models.TextChoices):
        READING = "reading", "being read by a worker"
        UNUSABLE = "unusable", "cannot be confirmed: see its form and its problems"
        READY = "ready", "may be confirmed"
        STORING = "storing", "being stored by a worker"
        FAILED = "failed", "the worker has failed, or was cancelled"
        DONE = "done", "stored"

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=30, help_text="name of an UploadKind")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="uploads")
    campaign = models.ForeignKey(
        Campaign,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="uploads",
        help_text="the campaign that the files are for, or that was made of them",
    )
    state = models.CharField(max_length=10, choices=State, default=State.UNUSABLE)
    form = models.JSONField(default=dict, encoder=DjangoJSONEncoder, help_text="the form's values, by field")
    files = models.JSONField(default=list, help_text="role, name, size and member in the archive of each")
    left_out = models.JSONField(default=list, help_text="names in archives that hold no files of their role")
    refused = models.JSONField(default=list, help_text="problems of files that could not be unpacked")
    preview = models.JSONField(null=True, blank=True, help_text="what was read: problems and facts")
    job = models.ForeignKey(
        Job, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", help_text="the newest one"
    )
    size = models.PositiveBigIntegerField(default=0, help_text="bytes of the archive")
    leads_to = models.CharField(max_length=255, blank=True, help_text="address of what came of it")
    told = models.TextField(blank=True, help_text="what came of it, in a sentence")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.kind} of {self.owner} at {self.created_at:%Y-%m-%d %H:%M}"

    @property
    def title(self) -> str:
        """What people call it: the title in its form, or the name of its first file."""
        first = self.files[0]["name"] if self.files else ""
        return str(self.form.get("title") or self.form.get("name") or first)

    @property
    def is_working(self) -> bool:
        """Whether a worker is at it, or will be."""
        return self.job is not None and not self.job.is_final

    @property
    def standing(self) -> str:
        """Its state; failed where a worker should be at it and is not any more."""
        waits = self.state in (self.State.READING, self.State.STORING)
        return self.State.FAILED if waits and not self.is_working else self.State(self.state)

    @property
    def unpacked_size(self) -> int:
        """Bytes of the files."""
        return sum(file["size"] for file in self.files)


class UploadPart(models.Model):
    """A piece of the archive of an upload."""

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["upload", "number"], name="one_upload_part_per_number"),
        ]

    def __str__(self) -> str:
        return f"part {self.number} of {self.upload_id}"
