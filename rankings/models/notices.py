"""What the site tells people unasked: alarms to managers, notes and messages about and to judges."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rankings.models.campaign import Judge, Membership


class AlarmSubscription(models.Model):
    """A member of the team who wants alarms of the campaign by e-mail."""

    class Pace(models.TextChoices):
        AT_ONCE = "at-once", _("Within a quarter of an hour")
        DAILY = "daily", _("Once a day, all together")

    membership = models.OneToOneField(Membership, on_delete=models.CASCADE, related_name="alarm_subscription")
    pace = models.CharField(max_length=7, choices=Pace, default=Pace.DAILY)
    site = models.CharField(max_length=255, help_text="address of the site, for links in messages")
    looked_at = models.DateTimeField(null=True, blank=True, help_text="when alarms were last looked for")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(pace__in=["at-once", "daily"]), name="alarm_pace_known"),
        ]

    def __str__(self) -> str:
        return f"alarms for member {self.membership_id}"


class AlarmTold(models.Model):
    """A kind of alarm about a judge that a member has been told; it is told once."""

    subscription = models.ForeignKey(AlarmSubscription, on_delete=models.CASCADE, related_name="told")
    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20)
    told_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["subscription", "judge", "kind"], name="alarm_told_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of judge {self.judge_id}"


class JudgeNote(models.Model):
    """What the team writes about a judge (a note), or to the judge (a message)."""

    class Kind(models.TextChoices):
        NOTE = "note", _("Note")
        MESSAGE = "message", _("Message")

    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="notes")
    kind = models.CharField(max_length=7, choices=Kind)
    text = models.TextField("text", max_length=2000)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    mailed_at = models.DateTimeField(null=True, blank=True, help_text="when a message went out by e-mail")
    read_at = models.DateTimeField(null=True, blank=True, help_text="when the judge confirmed a message")

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=["note", "message"]), name="judge_note_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} about judge {self.judge_id}"
