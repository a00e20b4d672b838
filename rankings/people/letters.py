"""Links sent by e-mail, by a worker.

The secret of a link is made when its letter goes out, so that neither the job nor the queue ever holds one.
The address stands with the link until then. What became of the letter is told beside the link; of one that
was not sent nobody knows the secret, and the manager makes another link.
"""

import logging

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.jobs.services import enqueue
from appraise_gec.languages.choice import in_language_of_address
from rankings.access.refusals import Refused
from rankings.models import Campaign, Link
from rankings.people.links import renew_secret

JOB_KIND = "rankings.letters"
MOST_AT_ONCE = 100
LOG = logging.getLogger(__name__)


def mail_is_configured() -> bool:
    return bool(settings.MAIL_IS_CONFIGURED)


def send_by_mail(campaign: Campaign, addresses: dict[int, str], *, site: str, actor: User) -> None:
    """Have a worker send links, by their keys, to addresses. Raises `Refused` where that cannot be.

    Args:
        campaign: whose links they are.
        addresses: e-mail addresses by the link's key.
        site: the address of the site, without a slash at its end.
        actor: who asks.
    """
    if not mail_is_configured():
        raise Refused("This site has no mail server. Send the links yourself.")
    if len(addresses) > MOST_AT_ONCE:
        raise Refused(f"At most {MOST_AT_ONCE} links can be sent at once.")
    for key, address in addresses.items():
        Link.objects.filter(pk=key).update(letter=Link.Letter.WAITING, letter_to=address)
    enqueue(JOB_KIND, {"campaign": campaign.pk, "site": site, "language": get_language()}, actor)


def send(run: JobRun) -> None:
    """Do the work of the job: send every letter of the campaign that waits."""
    campaign = Campaign.objects.filter(pk=run.arguments["campaign"]).first()
    if campaign is None:
        raise JobError("The campaign does not exist any more.")
    connection = get_connection()
    try:
        connection.open()
    except OSError as error:
        raise JobError("The mail server cannot be reached. Nothing was lost: try again later.") from error
    waiting = campaign.links.pending().exclude(letter_to="").order_by("pk")
    number = waiting.count()
    for done, link in enumerate(waiting.select_related("judge")):
        run.progress(done / number, f"{done} of {number} sent")
        fate = _send(link, campaign, run.arguments["site"], run.arguments.get("language") or "", connection)
        Link.objects.filter(pk=link.pk).update(letter=fate, letter_to="")
    connection.close()
    with run.finishing():
        pass


def unfinished(campaign: Campaign) -> Job | None:
    """The newest sending, while it goes on or when it has failed."""
    job = Job.objects.about(JOB_KIND, campaign=campaign.pk).first()
    return job if job is not None and job.state != State.DONE else None


def forget_old_addresses() -> int:
    """Drop the addresses of letters whose links have ended. Returns how many went."""
    return Link.objects.filter(expires_at__lt=timezone.now()).exclude(letter_to="").update(letter_to="")


def _send(link: Link, campaign: Campaign, site: str, language: str, connection: BaseEmailBackend) -> str:
    """Give the link a secret, and send it. Returns what became of the letter."""
    secret = renew_secret(link)
    if secret is None:
        return Link.Letter.NONE
    title = " ".join(campaign.title.split())
    days = max(1, round((link.expires_at - timezone.now()).total_seconds() / 86400))
    address = site + reverse("link", args=[secret])
    with in_language_of_address(link.letter_to, language):
        message = EmailMessage(
            subject=(_("Invitation: %(title)s") % {"title": title})[:150],
            body=render_to_string(
                "people/letter.txt", {"title": title, "link": link, "address": address, "days": days}
            ),
            to=[link.letter_to],
            connection=connection,
        )
    try:
        return Link.Letter.SENT if message.send() else Link.Letter.FAILED
    except (OSError, ValueError) as error:
        # The message holds a secret, so only its fate is logged.
        LOG.warning("A link could not be sent: %s", type(error).__name__)
        connection.close()  # the next letter opens a new one
        return Link.Letter.FAILED
