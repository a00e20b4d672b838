"""Campaign bundles: files that hold everything of a campaign, made here or uploaded."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from rankings.models.campaign import Campaign


class Bundle(models.Model):
    """A bundle on its way out or in; gone when it expires. Its bytes are in the parts, in their order.

    One that goes out belongs to its campaign, one that comes in has none until it is stored. `summary` says
    what is in it, or which problems keep it out.
    """

    class Direction(models.TextChoices):
        EXPORT = "export"
        IMPORT = "import"

    class People(models.TextChoices):
        PSEUDONYMS = "pseudonyms", "Under pseudonyms"
        FULL = "full", "With names, user names and e-mail addresses"

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    direction = models.CharField(max_length=10, choices=Direction)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, null=True, related_name="bundles")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    people = models.CharField(max_length=10, choices=People, blank=True)
    name = models.CharField(max_length=255, blank=True)
    size = models.PositiveBigIntegerField(default=0, help_text="bytes")
    job = models.OneToOneField("jobs.Job", on_delete=models.SET_NULL, null=True, related_name="bundle")
    summary = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.direction} of {self.name}"


class BundlePart(models.Model):
    """A piece of a bundle's bytes."""

    bundle = models.ForeignKey(Bundle, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["bundle", "number"], name="one_bundle_part_per_number"),
        ]

    def __str__(self) -> str:
        return f"part {self.number} of {self.bundle_id}"
