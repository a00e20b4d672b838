"""The ways into a campaign: links of persons, and the public one of judges whom another site sends."""

import secrets
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from rankings.models.campaign import Campaign, Judge, Membership


class Links(models.QuerySet["Link"]):
    """Links in the states that matter."""

    def standing(self) -> Self:
        """Neither withdrawn nor used up. They may have expired."""
        return self.filter(Q(kind=Link.Kind.PERSONAL) | Q(used_at=None), withdrawn_at=None)

    def pending(self) -> Self:
        """Those that stand and have not expired."""
        return self.standing().filter(expires_at__gt=timezone.now())


class Link(models.Model):
    """A secret address for one person. Only a hash of the secret is kept.

    A seat makes a person with a new account, or an own one, the judge; a personal link signs the judge in
    without a password, as often as needed; a role makes somebody a member of the team. `used_at` is the last
    time. `letter_to` is an address to which the link still has to be sent.
    """

    class Kind(models.TextChoices):
        SEAT = "seat", "invitation"
        PERSONAL = "personal", "personal link"
        ROLE = "role", "invitation to the team"

    class Letter(models.TextChoices):
        NONE = "", ""
        WAITING = "waiting", "being sent"
        SENT = "sent", "sent"
        FAILED = "failed", "not sent"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="links")
    kind = models.CharField(max_length=8, choices=Kind)
    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, null=True, related_name="links")
    role = models.CharField(max_length=10, choices=Membership.Role, blank=True)
    invitee = models.CharField("whom it is for", max_length=254, blank=True)
    secret_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="created_links"
    )
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    made_account = models.BooleanField(default=False, help_text="its use made the judge's account")
    letter = models.CharField(max_length=8, choices=Letter, blank=True)
    letter_to = models.EmailField(blank=True)

    objects = Links.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(expires_at__gt=F("created_at")), name="link_expires_later"),
            models.CheckConstraint(
                condition=Q(kind="role", judge=None) | (~Q(kind="role") & Q(judge__isnull=False)),
                name="link_is_for_a_judge_or_a_role",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.name}"

    @property
    def name(self) -> str:
        """Whom it is for, in the manager's words."""
        return self.judge.name if self.judge else self.invitee


def make_key() -> str:
    return secrets.token_urlsafe(12)


def make_code() -> str:
    return secrets.token_hex(4).upper()


class Crowd(models.Model):
    """The public way into a campaign: what the link must carry, and which codes people get at its end.

    `items_each` is the number of rankings that one participant makes; None for as many as there are.
    A participant is a judge with a `crowd_id`.
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="crowd")
    key = models.CharField(max_length=32, unique=True, default=make_key, help_text="names it in links")
    is_on = models.BooleanField("people can come in by the public link", default=False)
    information = models.TextField("information for participants", blank=True)
    parameter = models.CharField("parameter with the participant's id", max_length=40, default="PROLIFIC_PID")
    max_participants = models.PositiveIntegerField("participants at most", null=True, blank=True)
    items_each = models.PositiveIntegerField("items per participant", null=True, blank=True, default=20)
    completion_code = models.CharField("code for those who finish", max_length=60, default=make_code)
    completion_url = models.URLField("address to go back to when finished", max_length=500, blank=True)
    screened_out_code = models.CharField(
        "code for those who fail the checks", max_length=60, default=make_code
    )
    screened_out_url = models.URLField("address to go back to after failing", max_length=500, blank=True)
    same_browser_only = models.BooleanField("go on in the same browser only", default=False)

    def __str__(self) -> str:
        return f"crowd of {self.campaign_id}"
