"""Links: secret addresses with which people take up a judge's seat or a role, or sign in as a judge.

Opening a link changes nothing; its button uses it, so programs that look at links in mails do no harm. The
database keeps only a hash of the secret. A personal link opens judging in one
campaign and nothing else: it is refused, each time anew, for an account that reaches further.

A worker sends links by e-mail. The secret is made when the letter goes out, so that neither the job nor the
queue ever holds one; the address stands with the link until then. What became of the letter is told beside
the link; of one that was not sent nobody knows the secret, and the manager makes another link.
"""

import hashlib
import logging
import secrets
from collections.abc import Sequence
from datetime import timedelta
from enum import Enum
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import User
from appraise_gec.accounts.second_factor import has_second_factor
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.jobs.services import enqueue
from appraise_gec.languages.choice import in_language_of_address
from rankings.access import FollowedByManagers, Refused
from rankings.models import Campaign, Judge, Link, Membership

Kind = Link.Kind
DAYS = 14
"""How long a link works unless told otherwise."""
MOST_LETTERS = 100
LOG = logging.getLogger(__name__)


class Standing(Enum):
    """What a link is good for."""

    VALID = ""
    UNKNOWN = gettext_noop(
        "This link is not valid. It may be mistyped, incomplete, or replaced by a newer one."
    )
    USED = gettext_noop(
        "This invitation link has been used already. If it was you, sign in with the name you chose."
    )
    EXPIRED = gettext_noop("This link has expired. Ask the person who sent it for a new one.")
    WITHDRAWN = gettext_noop("This link has been withdrawn. Ask the person who sent it for a new one.")
    ON_HOLD = gettext_noop("You are on hold in this campaign. Ask the person who sent you the link.")
    REACHES_FURTHER = gettext_noop(
        "This account is used for more than judging. Sign in with its user name and password."
    )

    @property
    def words(self) -> str:
        """What the person is told, in the person's language; "" of a valid link."""
        return _(self.value) if self.value else ""


def make_link(
    kind: str, campaign: Campaign, actor: User | None, *, days: int = DAYS, **of: Any
) -> tuple[Link, str]:
    """Make a link, and tell its secret, which is kept nowhere. Earlier links of the kind for the same end."""
    if kind == Kind.ROLE:
        earlier = campaign.links.filter(kind=kind, invitee__iexact=of["invitee"])
    else:
        earlier = campaign.links.filter(kind=kind, judge=of["judge"])
    for link in earlier.standing():
        withdraw(link)
    secret = secrets.token_urlsafe(32)
    expires_at = timezone.now() + timedelta(days=days)
    link = Link.objects.create(
        kind=kind,
        campaign=campaign,
        created_by=actor,
        secret_hash=hash_of(secret),
        expires_at=expires_at,
        **of,
    )
    return link, secret


def told(links: Sequence[tuple[Link, str]], site: str) -> dict[str, Any]:
    """What the person who makes links gets, once: whose each is, its address, and its end."""
    if not links:
        return {}
    return {
        "links": [
            {
                "name": link.name,
                "judge": link.judge_id,
                "link": site + reverse("link", args=[secret]),
                "ends": link.expires_at,
            }
            for link, secret in links
        ]
    }


def renew_secret(link: Link) -> str | None:
    """Give a pending link another secret; the one before ends. None when the link has ended meanwhile."""
    secret = secrets.token_urlsafe(32)
    return secret if Link.objects.pending().filter(pk=link.pk).update(secret_hash=hash_of(secret)) else None


def withdraw(link: Link) -> None:
    """End a link, and with a personal one the sessions of an account that it made."""
    link.withdrawn_at = timezone.now()
    link.letter_to = ""
    link.save(update_fields=["withdrawn_at", "letter_to"])
    user = link.judge.user if link.judge else None
    if link.kind == Kind.PERSONAL and user is not None and not user.has_usable_password():
        # Sessions know a hash of the password, also of one that nobody can use.
        user.set_unusable_password()
        user.save(update_fields=["password"])


def obstacles(judge: Judge) -> list[str]:
    """Why this judge may not have a personal link; empty when it is fine.

    Whoever holds the link gets the account, so it must be one that opens nothing but this place.
    """
    if not judge.is_active:
        return ["The judge is on hold."]
    user = judge.user
    if user is None:
        return []
    reasons = (
        (not user.is_active, "The account is disabled."),
        (
            _reaches_further(user, judge),
            "The account is also used outside this campaign, so this judge signs in with a password.",
        ),
        (has_second_factor(user), "The account asks for a second step, which a link would go round."),
        (
            user.has_usable_password() and not judge.links.filter(made_account=True).exists(),
            "The account was not created for this campaign, so this judge signs in with a password.",
        ),
    )
    return [reason for fails, reason in reasons if fails][:1]


def look_up(secret: str) -> tuple[Link | None, Standing]:
    """The link with this secret, and whether it may be used. Changes nothing."""
    links = Link.objects.select_related("campaign", "judge__campaign", "judge__user", "created_by")
    link = links.filter(secret_hash=hash_of(secret)).first()
    return link, _standing(link)


def use(secret: str, user: User | None, *, made_account: bool = False) -> User:
    """Use the link: `user` becomes the judge or a member, or the judge's own account is in. Returns who.

    Raises `Refused` when the link is no good (any more).
    """
    with transaction.atomic():
        found, _standing_before = look_up(secret)
        if found is not None:
            # Of two who use a link at once, the second finds what the first has done.
            Campaign.objects.select_for_update().get(pk=found.campaign_id)
        link, standing = look_up(secret)
        if link is None or standing is not Standing.VALID:
            raise Refused(standing.words)
        if link.judge is not None and link.kind == Kind.PERSONAL:
            who = _account_of(link.judge)
        else:
            who = _taken_up(link, user)
        link.used_at, link.made_account, link.letter_to = timezone.now(), made_account, ""
        link.save(update_fields=["used_at", "made_account", "letter_to", "invitee"])
        of = {"judge": link.judge_id} if link.judge_id else {"role": link.role}
        record_event(who, "link.use", link.campaign_id, link=link.kind, **of)
    return who


def hash_of(secret: str) -> str:
    """What the database keeps of a secret. Secrets are long and random, so a plain hash hides them."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _taken_up(link: Link, user: User | None) -> User:
    if user is None:
        raise Refused(Standing.UNKNOWN.words)
    if link.judge is None:
        before = Membership.objects.filter(campaign=link.campaign, user=user).first()
        if before is not None:
            words = _(
                "You have a role in this campaign already: %(role)s. The link stays unused; an owner can "
                "change your role."
            )
            raise Refused(words % {"role": before.get_role_display()})
        Membership.objects.create(campaign=link.campaign, user=user, role=link.role)
        link.invitee = ""  # the team's list says who it is
        return user
    if Judge.objects.filter(campaign=link.campaign, user=user).exists():
        words = _("You judge in this campaign already, as %(name)s. The link stays unused.")
        raise Refused(words % {"name": user.get_username()})
    Judge.objects.filter(pk=link.judge.pk).update(user=user)
    return user


def _account_of(judge: Judge) -> User:
    """The judge's account; one without a password where there was none."""
    if judge.user is None:
        judge.user = User.objects.create_user(f"judge-{secrets.token_hex(8)}", first_name=judge.name)
        judge.save(update_fields=["user"])
    return judge.user


def _standing(link: Link | None) -> Standing:
    if link is None:
        return Standing.UNKNOWN
    is_personal = link.kind == Kind.PERSONAL
    judge = link.judge
    is_taken = link.used_at is not None or (judge is not None and judge.user_id is not None)
    failings = (
        (link.withdrawn_at is not None, Standing.WITHDRAWN),
        (not is_personal and is_taken, Standing.USED),
        (link.expires_at <= timezone.now(), Standing.EXPIRED),
        (judge is not None and not judge.is_active, Standing.ON_HOLD),
        (judge is None and not _may_still_invite(link), Standing.WITHDRAWN),
        (is_personal and judge is not None and bool(obstacles(judge)), Standing.REACHES_FURTHER),
    )
    return next((standing for fails, standing in failings if fails), Standing.VALID)


def _may_still_invite(link: Link) -> bool:
    """A link to a role does not outlive its maker's own right to give out roles."""
    maker = link.created_by
    if maker is None or not maker.is_active:
        return False
    owns = maker.memberships.filter(campaign=link.campaign_id, role=Membership.Role.OWNER)
    return maker.is_superuser or owns.exists()


def _reaches_further(user: User, place: Judge) -> bool:
    """Whether the account opens more than this judge's place."""
    return (
        user.is_superuser
        or user.is_staff
        or user.may_create_campaigns
        or user.memberships.exists()
        or user.judgeships.exclude(pk=place.pk).exists()
    )


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
    if len(addresses) > MOST_LETTERS:
        raise Refused(f"At most {MOST_LETTERS} links can be sent at once.")
    for key, address in addresses.items():
        Link.objects.filter(pk=key).update(letter=Link.Letter.WAITING, letter_to=address)
    enqueue(
        SendLetters.name, {"campaign": campaign.pk, "site": site, "language": get_language() or ""}, actor
    )


class SendLetters(FollowedByManagers):
    """Send every letter of the campaign that waits."""

    name = "rankings.letters"

    def run(self, run: JobRun) -> None:
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
        for done, link in enumerate(waiting.select_related("judge", "campaign")):
            run.progress(done / number, f"{done} of {number} sent")
            fate = _send(link, run.arguments["site"], run.arguments["language"], connection)
            Link.objects.filter(pk=link.pk).update(letter=fate, letter_to="")
        connection.close()
        with run.finishing():
            pass


def unfinished_sending(campaign: Campaign) -> Job | None:
    """The newest sending, while it goes on or when it has failed."""
    job = Job.objects.about(SendLetters.name, campaign=campaign.pk).first()
    return job if job is not None and job.state != State.DONE else None


def forget_old_addresses() -> int:
    """Drop the addresses of letters whose links have ended. Returns how many went."""
    return Link.objects.filter(expires_at__lt=timezone.now()).exclude(letter_to="").update(letter_to="")


def _send(link: Link, site: str, language: str, connection: BaseEmailBackend) -> str:
    """Give the link a secret, and send it. Returns what became of the letter."""
    secret = renew_secret(link)
    if secret is None:
        return Link.Letter.NONE
    title = " ".join(link.campaign.title.split())
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
