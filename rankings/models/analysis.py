"""Frozen computations over a campaign's rankings."""

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
    where it is not known, as for reports of earlier versions.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="reports")
    job = models.OneToOneField("jobs.Job", on_delete=models.SET_NULL, null=True, related_name="report")
    options = models.JSONField(default=dict)
    result = models.JSONField(null=True, blank=True)
    rankings_mark = models.CharField(max_length=64, blank=True)
    ranking_runs = models.JSONField(null=True, blank=True)
    name = models.CharField(max_length=80, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"report of {self.campaign} of {self.created_at:%Y-%m-%d %H:%M}"

    def get_absolute_url(self) -> str:
        return reverse("reports:report", args=[self.campaign.slug, self.key])
