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
    licence = models.CharField(max_length=30, blank=True, help_text="SPDX identifier; empty where not stated")
    is_masked = models.BooleanField("systems have pseudonyms", default=False)
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
    """A link by which anybody reads a frozen report, until it is revoked or ends."""

    paper = models.OneToOneField(Paper, on_delete=models.CASCADE, related_name="public")
    token = models.CharField(max_length=64, unique=True, default=make_token, help_text="names it in links")
    password = models.CharField(max_length=128, blank=True, help_text="a hash; empty where none is asked for")
    ends_at = models.DateTimeField(null=True, blank=True)
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

    @property
    def has_ended(self) -> bool:
        """Whether its end has passed."""
        return self.ends_at is not None and self.ends_at <= timezone.now()

    @property
    def is_open(self) -> bool:
        """Whether the link works, as far as it depends on the link."""
        return self.revoked_at is None and not self.has_ended
