"""Reports that leave the site: archives with their data, and public pages behind a link."""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from rankings.models.analysis import Report


def make_token() -> str:
    return secrets.token_urlsafe(32)


class Paper(models.Model):
    """A report with its data in one archive, as it was when it was made; nothing in it names a person.

    Its bytes are in the parts, in their order. `page` is the same report as one page, where it is public.
    One that is not public is gone when it expires.
    """

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="papers")
    title = models.CharField(max_length=200)
    page = models.TextField(blank=True)
    size = models.PositiveBigIntegerField(default=0, help_text="bytes")
    job = models.OneToOneField("jobs.Job", on_delete=models.SET_NULL, null=True, related_name="paper")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"archive of {self.report_id}"


class PaperPart(models.Model):
    """A piece of an archive's bytes."""

    paper = models.ForeignKey(Paper, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["paper", "number"], name="one_paper_part_per_number"),
        ]

    def __str__(self) -> str:
        return f"part {self.number} of {self.paper_id}"


class PublicReport(models.Model):
    """A link by which anybody reads a frozen report, until it is revoked."""

    paper = models.OneToOneField(Paper, on_delete=models.CASCADE, related_name="public")
    token = models.CharField(max_length=64, unique=True, default=make_token, help_text="names it in links")
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [models.CheckConstraint(condition=~Q(token=""), name="public_report_has_a_token")]

    def __str__(self) -> str:
        return f"public page of {self.paper_id}"
