"""Frozen computations over a campaign's rankings."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from appraise_gec.jobs.asked import Asked
from rankings.models.campaign import Campaign


class Report(Asked):
    """The statistics of a campaign's rankings at one moment, with the recipe that reproduces them.

    `options` are what was asked for; `recipe` holds version, options, seed and a SHA-256 over the rankings;
    `result` what was computed, or None as long as the job has not finished. A finished report never changes,
    but for the names of judges who are renamed or forgotten (`rankings.people.names`).
    `rankings_mark` shows cheaply whether the campaign's rankings have changed since they were read.
    `ranking_runs` lists the rankings that went in, as [first key, last key] of each run of consecutive keys:
    rankings are never changed, so that they can be handed out with the report for as long as it stands.
    """

    KIND = "report"
    LARGE = ("result",)

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


def make_token() -> str:
    return secrets.token_urlsafe(32)


class ReportFolder(models.Model):
    """The files of a report as one zip archive: for the team, or for everybody, where nothing names a person.

    `page` is what its page shows. While a worker writes it, `content` is None. One for the team is deleted
    when a judge gets another name, and written again when somebody opens the report.
    """

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="folders")
    is_public = models.BooleanField(help_text="under pseudonyms, with the data")
    page = models.TextField(blank=True)
    content = models.BinaryField(null=True)
    job = models.OneToOneField("jobs.Job", on_delete=models.SET_NULL, null=True, related_name="report_folder")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["report", "is_public"], name="one_folder_per_audience")
        ]

    def __str__(self) -> str:
        return f"folder of {self.report_id}"


class PublicReport(models.Model):
    """A link by which anybody reads a frozen report, until it is revoked."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="links")
    token = models.CharField(max_length=64, unique=True, default=make_token, help_text="names it in links")
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(token=""), name="public_report_has_a_token"),
            models.UniqueConstraint(
                fields=["report"], condition=Q(revoked_at=None), name="one_open_link_per_report"
            ),
        ]

    def __str__(self) -> str:
        return f"public page of {self.report_id}"
