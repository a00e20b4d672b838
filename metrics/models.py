"""The database models of automatic metrics: references, requests and scores."""

import uuid

from django.db import models
from django.urls import reverse
from django.utils import timezone

from appraise_gec.jobs.asked import Asked
from rankings.models import Campaign, System


class ReferenceSet(models.Model):
    """References of a campaign: gold edits or reference texts.

    `content` holds the files as they were uploaded, as one zip archive written by the server; `files` names
    them in its order, with size and SHA-256. `sha256` identifies scores that were made from them. `summary`
    is that of the preview.
    """

    class Kind(models.TextChoices):
        GOLD = "gold", "gold edits"
        TEXTS = "texts", "reference texts"

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="reference_sets")
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=10, choices=Kind)
    files = models.JSONField(default=list)
    content = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    summary = models.JSONField(default=dict)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "name"], name="reference_set_name_unique_in_campaign"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("metrics:references", args=[self.campaign.slug, self.key])

    @property
    def annotators(self) -> list[int]:
        """Of gold edits."""
        return [one["annotator"] for one in self.summary.get("annotators", ())]


class MetricRun(Asked):
    """One metric with its settings over all systems of a campaign, computed here or imported.

    `settings`, `annotator` and `reference_set` are what was asked for; `recipe` what was computed, or None as
    long as the job has not finished. `texts_mark` and `references_sha256` show cheaply whether sentences,
    outputs or references have changed since they were read.
    """

    class Origin(models.TextChoices):
        COMPUTED = "computed"
        IMPORTED = "imported"

    KIND = "metric"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="metric_runs")
    job = models.OneToOneField("jobs.Job", on_delete=models.SET_NULL, null=True, related_name="metric_run")
    origin = models.CharField(max_length=10, choices=Origin, default=Origin.COMPUTED)
    metric = models.CharField(max_length=64, help_text="its name in the registry, or in the imported table")
    settings = models.JSONField(default=dict)
    signature = models.TextField(blank=True)
    reference_set = models.ForeignKey(
        ReferenceSet, on_delete=models.SET_NULL, null=True, related_name="runs", help_text="none: not needed"
    )
    annotator = models.PositiveIntegerField(null=True, help_text="one of the gold's annotators; none: all")
    references_sha256 = models.CharField(max_length=64, blank=True)
    references_name = models.CharField(max_length=100, blank=True)
    texts_mark = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.metric} of {self.campaign}"

    def get_absolute_url(self) -> str:
        return reverse("metrics:run", args=[self.campaign.slug, self.key])

    @property
    def is_imported(self) -> bool:
        return self.origin == self.Origin.IMPORTED


class SystemScore(models.Model):
    """A metric's score of one system. `types` holds [type, matched, gold] where the metric knows types."""

    run = models.ForeignKey(MetricRun, on_delete=models.CASCADE, related_name="system_scores")
    system = models.ForeignKey(System, on_delete=models.CASCADE, related_name="metric_scores")
    score = models.FloatField()
    parts = models.JSONField(default=dict)
    types = models.JSONField(default=list)

    class Meta:
        ordering = ["-score", "system__name"]
        constraints = [
            models.UniqueConstraint(fields=["run", "system"], name="one_metric_score_per_system"),
        ]

    def __str__(self) -> str:
        return f"{self.run.metric} {self.score:.4f}"


class SentenceScores(models.Model):
    """A metric's scores of every system for one sentence.

    `scores` maps a system's name to its score followed by the parts that the run's recipe names. `edits`
    maps it to what every annotator makes of its edits (`metrics.site.explaining`), for MaxMatch only.
    `references` are the texts that were compared with.
    """

    run = models.ForeignKey(MetricRun, on_delete=models.CASCADE, related_name="sentence_scores")
    index = models.PositiveIntegerField()
    scores = models.JSONField(default=dict)
    edits = models.JSONField(default=dict)
    references = models.JSONField(default=list)

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["run", "index"], name="one_row_of_scores_per_sentence"),
        ]

    def __str__(self) -> str:
        return f"sentence {self.index + 1}"
