"""Accounts, how passwords are kept, and the audit trail."""

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class Argon2Hasher(Argon2PasswordHasher):
    """Argon2id with the memory and passes that OWASP names: 20 ms, where PBKDF2 of like strength takes 230.

    A class that signs in at once shares the processors with judges who submit.
    """

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1


class User(AbstractUser):
    """A person who can sign in. What the person may do in a campaign is kept with the campaign."""

    may_create_campaigns = models.BooleanField("may create campaigns", default=False)
    language = models.CharField(
        "language of pages and messages", max_length=10, blank=True, default="", db_default=""
    )

    def can_create_campaigns(self) -> bool:
        return self.is_active and (self.may_create_campaigns or self.is_superuser)


class ApiToken(models.Model):
    """A token with which a program acts for a person (appraise_gec.accounts.tokens). Only a hash is kept."""

    class Scope(models.TextChoices):
        READ = "read", _("read")
        COMPUTE = "compute", _("read and compute")
        MANAGE = "manage", _("read, compute, and manage campaigns")
        JUDGE = "judge", _("judge, and nothing else")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)
    secret_hash = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=10, choices=Scope)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scope__in=["read", "compute", "manage", "judge"]),
                name="token_scope_known",
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.scope})"


class ThrottleCount(models.Model):
    """How often something happened lately from one address or account (appraise_gec.accounts.throttle)."""

    key = models.CharField(
        max_length=64, primary_key=True, help_text="keyed hash of what is counted, and whose"
    )
    count = models.PositiveIntegerField()
    ends_at = models.DateTimeField(db_index=True, help_text="when the counting begins anew")

    def __str__(self) -> str:
        return f"{self.count} until {self.ends_at:%Y-%m-%d %H:%M:%S}"


class AuditEvent(models.Model):
    """One action of a person, kept for accountability.

    Never deleted by the site, and changed only to take a person's data out of it.
    """

    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    action = models.CharField(max_length=60)
    campaign = models.ForeignKey(
        "rankings.Campaign", on_delete=models.SET_NULL, null=True, blank=True, related_name="audit_events"
    )
    detail = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action}"
