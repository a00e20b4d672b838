"""The text of a campaign: sentences in documents, systems and their outputs."""

import uuid
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from appraise_gec.jobs.models import Job
from rankings.models.campaign import Campaign


class CampaignFile(models.Model):
    """A file from which texts or judgments of the campaign came."""

    class Kind(models.TextChoices):
        SOURCE = "source", "Source"
        OUTPUT = "output", "Output"
        DOCUMENTS = "documents", "Documents"
        JUDGMENTS = "judgments", "Judgments"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="files")
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField(help_text="bytes")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class Document(models.Model):
    """A run of neighbouring sentences; context shown to judges never crosses its borders."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="documents")
    position = models.PositiveIntegerField()
    name = models.CharField(max_length=255, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "position"], name="one_document_per_position"),
        ]

    def __str__(self) -> str:
        return self.name or f"document {self.position + 1}"


class Sentence(models.Model):
    """A source sentence. `index` is its zero-based number in the campaign (`src-id` in result files)."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="sentences")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="sentences")
    index = models.PositiveIntegerField()
    text = models.TextField()

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "index"], name="one_sentence_per_index"),
        ]

    def __str__(self) -> str:
        return self.text


class Systems(models.QuerySet["System"]):
    """Systems in the states that matter."""

    def taking_part(self) -> Self:
        """Those of new items, plans and metrics: all but retired ones."""
        return self.filter(retired_at=None)


class System(models.Model):
    """A correction system taking part. Its name is never shown to a judge."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="systems")
    name = models.CharField(max_length=100)
    is_input = models.BooleanField(default=False, help_text="the unchanged source, taking part as a system")
    retired_at = models.DateTimeField(
        null=True, blank=True, help_text="in no new item and no new metric score since then"
    )
    rankings_before = models.PositiveIntegerField(
        default=0, help_text="rankings that counted when it joined; 0 for one that was there from the start"
    )

    objects = Systems.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "name"], name="system_name_unique_in_campaign"),
        ]

    def __str__(self) -> str:
        return self.name


class Output(models.Model):
    """A system's output for a sentence."""

    # The index of the constraint finds outputs by their system, too; one more would slow every insertion.
    system = models.ForeignKey(System, on_delete=models.CASCADE, related_name="outputs", db_index=False)
    sentence = models.ForeignKey(Sentence, on_delete=models.CASCADE, related_name="outputs")
    text = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["system", "sentence"], name="one_output_per_system_and_sentence"),
        ]

    def __str__(self) -> str:
        return self.text


class StagedUpload(models.Model):
    """Files that a person has uploaded and not yet confirmed; gone when confirmed, discarded or expired.

    They are in the parts, in their order, as one zip archive that the server wrote.
    """

    token = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staged_uploads"
    )
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    campaign = models.ForeignKey(
        Campaign,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="staged_uploads",
        help_text="the campaign that the files are for; none for the files of a new one",
    )
    form = models.JSONField(default=dict, help_text="the fields of the form that came with the files")
    size = models.PositiveBigIntegerField(default=0, help_text="bytes of the archive")
    job = models.ForeignKey(
        Job,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="the newest job that works on files which are too large for a request",
    )
    preview = models.JSONField(null=True, blank=True, help_text="what a job computed for the preview")

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"upload of {self.owner} at {self.created_at:%Y-%m-%d %H:%M}"


class StagedPart(models.Model):
    """A piece of the archive of a staged upload."""

    upload = models.ForeignKey(StagedUpload, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["upload", "number"], name="one_staged_part_per_number"),
        ]

    def __str__(self) -> str:
        return f"part {self.number} of {self.upload_id}"
