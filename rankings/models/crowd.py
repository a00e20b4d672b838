"""Judges who come by a public link, each with an id that another site gave: Prolific and its like."""

import secrets

from django.db import models

from rankings.models.campaign import Campaign


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
