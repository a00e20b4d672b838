"""Invitation links sent by e-mail."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string

from rankings.models import Campaign

MOST_MAILS_AT_ONCE = 100
LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Letter:
    """One link for one person. `name` is what the link is for: a judge's name, or a role."""

    address: str
    name: str
    link: str


def mail_is_configured() -> bool:
    return bool(settings.MAIL_IS_CONFIGURED)


def send_letters(campaign: Campaign, template: str, letters: Sequence[Letter], days: int) -> list[str]:
    """Send each its own message over one connection. Returns the addresses that could not be reached."""
    title = " ".join(campaign.title.split())
    failed = []
    connection = get_connection()
    for letter in letters:
        context = {"title": title, "letter": letter, "days": days}
        message = EmailMessage(
            subject=f"Invitation: {title}"[:150],
            body=render_to_string(template, context),
            to=[letter.address],
            connection=connection,
        )
        try:
            sent = message.send()
        except (OSError, ValueError) as error:
            # The message holds a secret, so only its fate is logged.
            LOG.warning("An invitation could not be sent: %s", type(error).__name__)
            sent = 0
        if not sent:
            failed.append(letter.address)
    return failed
