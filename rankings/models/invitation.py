"""Links with which people become judges, or join the team of a campaign."""

from typing import Self, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from rankings.models.campaign import Campaign, Judge, Membership

Link_co = TypeVar("Link_co", bound="InvitationLink", covariant=True)


class InvitationLinks(models.QuerySet[Link_co]):
    """Links in the states that matter."""

    def unused(self) -> Self:
        """Neither used nor withdrawn."""
        return self.filter(used_at=None, revoked_at=None)

    def pending(self) -> Self:
        """Not used, not withdrawn and not expired."""
        return self.unused().filter(expires_at__gt=timezone.now())


class InvitationLink(models.Model):
    """A single-use link. Only a hash of its secret is kept."""

    secret_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationLinks.as_manager()

    class Meta:
        abstract = True
        ordering = ["-created_at"]


class Invitation(InvitationLink):
    """A link with which a person takes up a judge's place."""

    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="invitations")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="created_invitations"
    )
    made_account = models.BooleanField(default=False, help_text="its use made the judge's account")
    restores_access = models.BooleanField(
        default=False, help_text="for a judge who has an account and cannot get into it"
    )

    class Meta(InvitationLink.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("created_at")), name="invitation_expires_later"
            ),
        ]

    def __str__(self) -> str:
        return f"invitation of {self.judge}"

    @property
    def campaign(self) -> Campaign:
        """Whose judge it makes."""
        return self.judge.campaign

    @property
    def invitee(self) -> str:
        """What the manager knows it by."""
        return self.judge.name


class PersonalLink(InvitationLink):
    """A link with which a judge signs in without a password, as often as needed. `used_at` is the last time.

    With `one_device`, the browser that uses it first keeps it, and shows a secret whose hash stands here.
    """

    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="personal_links")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="created_personal_links"
    )
    one_device = models.BooleanField(default=False)
    device_hash = models.CharField(max_length=64, blank=True)

    class Meta(InvitationLink.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["judge"], condition=Q(revoked_at=None), name="one_personal_link_a_judge"
            ),
        ]

    def __str__(self) -> str:
        return f"personal link of {self.judge}"


class TeamInvitation(InvitationLink):
    """A link to a role in a campaign."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="team_invitations")
    role = models.CharField(max_length=10, choices=Membership.Role)
    invitee = models.CharField("whom it is for", max_length=254, help_text="name or e-mail address")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="created_team_invitations",
    )

    class Meta(InvitationLink.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("created_at")), name="team_invitation_expires_later"
            ),
        ]

    def __str__(self) -> str:
        return f"invitation as {self.role} of {self.campaign}"
