"""Frozen computations over a campaign's rankings."""

from django.conf import settings
from django.db import models
from django.urls import reverse

from appraise_gec.jobs.models import Asked
from rankings.models.campaign import Campaign


class Report(Asked):
    """The statistics of a campaign's rankings at one moment, with the recipe that reproduces them.

    `options` are what was asked for; `recipe` holds version, options, seed and a SHA-256 over the rankings;
    `result` what was computed, or None as long as the job has not finished. A finished report never changes,
    but for the names of judges who are renamed or forgotten (`rankings.people.judge_names`).
    `rankings_mark` shows cheaply whether the campaign's rankings have changed since they were read.
    `ranking_runs` lists the rankings that went in, as [first key, last key] of each run of consecutive keys:
    rankings are never changed, so that they can be handed out with the report for as long as it stands. None
    where it is not known, as for reports of earlier versions. `pinned_at` is set in one report of a campaign
    at most: the one that everybody sees first (`rankings.reports.keeping`).

    A report over several campaigns belongs to the one where it was asked for. `joined` names all of them,
    this one first; the mark is then over the marks of all, and the runs are in their rows.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="reports")
    job = models.OneToOneField("jobs.Job", on_delete=models.SET_NULL, null=True, related_name="report")
    options = models.JSONField(default=dict)
    result = models.JSONField(null=True, blank=True)
    rankings_mark = models.CharField(max_length=64, blank=True)
    ranking_runs = models.JSONField(null=True, blank=True)
    name = models.CharField(max_length=80, blank=True, default="")
    pinned_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"report of {self.campaign} of {self.created_at:%Y-%m-%d %H:%M}"

    def get_absolute_url(self) -> str:
        return reverse("reports:report", args=[self.campaign.slug, self.key])

    @property
    def is_joined(self) -> bool:
        """Whether it was asked for over several campaigns."""
        return bool(self.options.get("joined_campaigns"))


class JoinedCampaign(models.Model):
    """A campaign whose rankings went into a report over several, that of the report among them.

    `slug` and `title` are those of the time when the report was asked for, and stay when the campaign is
    deleted. `judges` says how the campaign's judges are called in the report, without naming anybody:
    [key of the owner of the label, its form] by the key of a judge (`rankings.people.joined_reports`).
    `sentences` has new identifiers of judged sentences by their numbers, where they differ. `readers` could
    read the campaign when it was deleted, and may read the report since.
    """

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="joined")
    campaign = models.ForeignKey(Campaign, on_delete=models.SET_NULL, null=True, related_name="+")
    position = models.PositiveSmallIntegerField(help_text="0 for the campaign of the report")
    slug = models.CharField(max_length=60)
    title = models.CharField(max_length=200)
    rankings_mark = models.CharField(max_length=64, blank=True)
    ranking_runs = models.JSONField(null=True, blank=True)
    rankings_sha256 = models.CharField(max_length=64, blank=True)
    judges = models.JSONField(default=dict, blank=True)
    sentences = models.JSONField(default=dict, blank=True)
    readers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+", blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["report", "position"], name="one_joined_campaign_per_position"),
        ]

    def __str__(self) -> str:
        return f"{self.slug} in report {self.report_id}"
