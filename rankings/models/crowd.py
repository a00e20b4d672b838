"""Judges who come by a public link, each with an id that another site gave: Prolific and its like."""

import secrets

from django.db import models
from django.db.models import Q

from rankings.models.campaign import Campaign, Judge


def make_entry_key() -> str:
    return secrets.token_urlsafe(12)


class CrowdEntry(models.Model):
    """The public way into a campaign: what the link must carry, and which codes people get at its end.

    `items_each` is the number of rankings that one participant makes; None for as many as there are.
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="crowd_entry")
    key = models.CharField(max_length=32, unique=True, default=make_entry_key, help_text="names it in links")
    is_on = models.BooleanField("people can come in by the public link", default=False)
    information = models.TextField("information for participants", blank=True)
    participant_parameter = models.CharField("parameter with the participant's id", max_length=40)
    study_parameter = models.CharField("parameter with the study's id", max_length=40, blank=True)
    study_id = models.CharField("id of the study", max_length=100, blank=True)
    session_parameter = models.CharField("parameter with the submission's id", max_length=40, blank=True)
    max_participants = models.PositiveIntegerField("participants at most", null=True, blank=True)
    items_each = models.PositiveIntegerField("items per participant", null=True, blank=True)
    completion_code = models.CharField("code for those who finish", max_length=60)
    completion_url = models.URLField("address to go back to when finished", max_length=500, blank=True)
    screened_out_code = models.CharField("code for those who fail the checks", max_length=60)
    screened_out_url = models.URLField("address to go back to after failing", max_length=500, blank=True)
    same_browser_only = models.BooleanField("go on in the same browser only", default=False)

    def __str__(self) -> str:
        return f"crowd entry of {self.campaign_id}"


class CrowdParticipant(models.Model):
    """A judge on another site. Only keyed hashes of ids are kept: they recognise an id but reveal none."""

    entry = models.ForeignKey(CrowdEntry, on_delete=models.CASCADE, related_name="participants")
    judge = models.OneToOneField(Judge, on_delete=models.CASCADE, related_name="crowd_place")
    id_hash = models.CharField(max_length=64)
    session_hash = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "id_hash"], name="one_place_per_participant"),
            models.CheckConstraint(condition=~Q(id_hash=""), name="participant_has_an_id"),
        ]

    def __str__(self) -> str:
        return f"participant behind judge {self.judge_id}"
