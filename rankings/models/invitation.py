"""Links with which people join the team of a campaign."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from rankings.models.campaign import Campaign, Membership


class TeamInvitation(models.Model):
    """A single-use link to a role in a campaign. Only a hash of its secret is kept."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="team_invitations")
    role = models.CharField(max_length=10, choices=Membership.Role)
    invitee = models.CharField("whom it is for", max_length=254, help_text="name or e-mail address")
    secret_hash = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="created_team_invitations",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("created_at")), name="team_invitation_expires_later"
            ),
        ]

    def __str__(self) -> str:
        return f"invitation as {self.role} of {self.campaign}"
