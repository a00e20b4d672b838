"""The text of a campaign: sentences in documents, systems and their outputs."""

from typing import Self

from django.db import models
from django.utils import timezone

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
