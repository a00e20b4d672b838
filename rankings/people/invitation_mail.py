"""Invitation links sent by e-mail, by a worker.

The secret of a link is made when its message goes out, so that neither the job nor the queue ever holds one.
A link that could not be sent is known to nobody; the manager makes a new one.

By itself the site sends a letter at most once. It is marked as being sent before the mail server gets it.
Where the worker dies before it has recorded the outcome, the letter may or may not have gone out: the manager
sees that, and it is only sent again on request.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import FINAL_STATES, Job, State
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.jobs.services import enqueue
from appraise_gec.languages.choice import in_language_of_address
from appraise_gec.words import plural
from rankings.models import Campaign, Invitation, TeamInvitation
from rankings.people.links import VALID_FOR, renew_secret

JOB_KIND = "rankings.invitations"
JUDGES, TEAM = "judges", "team"
MOST_MAILS_AT_ONCE = 100
SUCCESS_IS_NEWS_FOR = timedelta(days=1)
SENDING, SENT, FAILED, OVER, UNSURE = "sending", "sent", "failed", "over", "unsure"
LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Letter:
    """One link for one person. `name` is what the link is for: a judge's name, or a role."""

    address: str
    name: str
    link: str


@dataclass(frozen=True, slots=True)
class MailReport:
    """The outcome of the newest links sent by e-mail.

    `failed` are those that need a new link; `unsure` those that may have been sent.
    """

    job: Job
    sent: int
    failed: tuple[str, ...]
    unsure: tuple[str, ...]


def mail_is_configured() -> bool:
    return bool(settings.MAIL_IS_CONFIGURED)


def ask_to_send(campaign: Campaign, to: str, addresses: Mapping[int, str], *, site: str, actor: User) -> Job:
    """Have a worker send links.

    `to` is `JUDGES` or `TEAM`; `addresses` are e-mail addresses by key of the invitation; `site` is the
    address of the site, without a slash at its end.
    """
    letters = [[key, address] for key, address in addresses.items()]
    arguments = {
        "campaign": campaign.pk,
        "to": to,
        "site": site,
        "letters": letters,
        "language": get_language(),
    }
    return enqueue(JOB_KIND, arguments, actor)


def send_links(run: JobRun) -> None:
    """The work of the job: every letter at most once, also when an earlier attempt was interrupted.

    Only the first attempt after somebody has asked (by the upload or by "Try again") sends letters that may
    have gone out before.
    """
    to, site, letters = (run.arguments[name] for name in ("to", "site", "letters"))
    campaign = Campaign.objects.filter(pk=run.arguments["campaign"]).first()
    if campaign is None:
        raise JobError("The campaign does not exist any more.")
    connection = get_connection()
    try:
        connection.open()
    except OSError as error:
        raise JobError("The mail server cannot be reached. Nothing was lost: try again later.") from error
    fates = _fates_so_far(run.job)
    for number, (key, address) in enumerate(letters):
        run.progress(
            number / len(letters),
            f"{number} of {len(letters)} sent",
        )
        if str(key) not in fates:
            run.renew(result={"fates": {**fates, str(key): SENDING}})
            fates[str(key)] = _send(
                key,
                address,
                campaign=campaign,
                to=to,
                site=site,
                language=run.arguments.get("language") or "",
                connection=connection,
            )
            # Written also when the job was cancelled meanwhile: this letter is out.
            Job.objects.filter(pk=run.job.pk, lease_token=run.token).update(result={"fates": fates})
            run.renew()
    connection.close()
    unsure = [key for key, fate in fates.items() if fate == UNSURE]
    # The addresses were needed for the sending alone.
    # Asked anew, because somebody may have been forgotten meanwhile.
    now = Job.objects.values_list("arguments", flat=True).get(pk=run.job.pk)
    kept = [letter for letter in now.get("letters", []) if str(letter[0]) in unsure]
    arguments = {"campaign": campaign.pk, "to": to, "language": run.arguments.get("language")}
    if kept:
        run.renew(arguments={**arguments, "site": site, "letters": kept}, result={"fates": fates})
        raise JobError(
            plural(
                len(kept),
                (
                    "The sending was interrupted: {n} message may or may not have gone out. “Try again” "
                    "sends it again, with a new link."
                ),
                (
                    "The sending was interrupted: {n} messages may or may not have gone out. “Try again” "
                    "sends them again, with a new link."
                ),
            )
        )
    with run.finishing() as result:
        result["fates"] = fates
        Job.objects.filter(pk=run.job.pk).update(arguments=arguments)


def _fates_so_far(job: Job) -> dict[str, str]:
    """Outcomes of letters in earlier attempts, without those to be sent now."""
    fates: dict[str, str] = (job.result or {}).get("fates", {})
    just_asked_for = job.attempts == 1
    if just_asked_for:
        return {key: fate for key, fate in fates.items() if fate not in {SENDING, UNSURE}}
    return {key: UNSURE if fate == SENDING else fate for key, fate in fates.items()}


def mail_report(campaign: Campaign, to: str) -> MailReport | None:
    """How the newest sending goes or went; None when there is nothing to report (any more)."""
    job = Job.objects.about(JOB_KIND, campaign=campaign.pk, to=to).first()
    if job is None:
        return None
    fates: dict[str, str] = (job.result or {}).get("fates", {})
    failed = [key for key, fate in fates.items() if fate == FAILED]
    # While the work goes on, one letter is always being sent.
    unsure = [key for key, fate in fates.items() if fate == UNSURE or (fate == SENDING and job.is_final)]
    # Who has another link by now needs none.
    waiting = _still_open(to, [int(key) for key in failed])
    in_doubt = _still_open(to, [int(key) for key in unsure])
    sent = sum(fate == SENT for fate in fates.values())
    names = [tuple(one.invitee for one in links) for links in (waiting, in_doubt)]
    report = MailReport(job, sent, *names)
    if job.is_final and job.finished_at is not None:
        trouble = job.state != State.DONE or waiting or in_doubt
        if timezone.now() - job.finished_at > (VALID_FOR if trouble else SUCCESS_IS_NEWS_FOR):
            return None
    return report


def forget_old_addresses() -> int:
    """Drop the addresses of letters not sent whose links have expired. Returns how many went."""
    dropped = 0
    over = timezone.now() - VALID_FOR
    for job in Job.objects.filter(kind=JOB_KIND, state__in=FINAL_STATES, finished_at__lt=over):
        if letters := job.arguments.get("letters"):
            Job.objects.filter(pk=job.pk, state=job.state).update(arguments={**job.arguments, "letters": []})
            dropped += len(letters)
    return dropped


def forget_addresses(keys: Sequence[int]) -> None:
    """Drop letters to judges that were not sent yet, with the addresses in them."""
    for job in Job.objects.filter(kind=JOB_KIND, arguments__to=JUDGES).exclude(state=State.DONE):
        letters = job.arguments.get("letters", [])
        kept = [letter for letter in letters if letter[0] not in keys]
        if len(kept) < len(letters):
            Job.objects.filter(pk=job.pk).update(arguments={**job.arguments, "letters": kept})


def _send(
    key: int,
    address: str,
    *,
    campaign: Campaign,
    to: str,
    site: str,
    language: str,
    connection: BaseEmailBackend,
) -> str:
    """Give the invitation a secret, and send it. Returns the outcome."""
    invitation = next(iter(_still_open(to, [key])), None)
    secret = renew_secret(invitation) if invitation else None
    if invitation is None or secret is None:
        return OVER
    link = site + reverse("invitations:accept", kwargs={"secret": secret})
    title = " ".join(campaign.title.split())
    role = invitation.role if isinstance(invitation, TeamInvitation) else ""
    letter = Letter(address, role or invitation.invitee, link)
    with in_language_of_address(address, language):
        message = EmailMessage(
            subject=(_("Invitation: %(title)s") % {"title": title})[:150],
            body=render_to_string(
                f"people/mail_{'team' if to == TEAM else 'judge'}.txt",
                {"title": title, "letter": letter, "days": VALID_FOR.days},
            ),
            to=[address],
            connection=connection,
        )
    try:
        return SENT if message.send() else FAILED
    except (OSError, ValueError) as error:
        # The message holds a secret, so only its fate is logged.
        LOG.warning("An invitation could not be sent: %s", type(error).__name__)
        connection.close()  # the next letter opens a new one
        return FAILED


def _still_open(to: str, keys: Sequence[int]) -> list[Any]:
    links = TeamInvitation.objects if to == TEAM else Invitation.objects.select_related("judge")
    return list(links.pending().filter(pk__in=keys))
