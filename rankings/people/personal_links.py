"""Personal links: one judge's way in without a password, until it ends or is withdrawn.

A link opens judging in one campaign and nothing else: it is refused, each time anew, for an account that
reaches further. Opening it changes nothing; its button signs in, so programs that look at links in mails do
no harm. The database keeps only hashes, of the link's secret and of the device's.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from appraise_gec.accounts.adapters import has_second_factor
from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.access.states import refuse_when_frozen
from rankings.models import Campaign, Judge, PersonalLink
from rankings.people.links import hash_of, reaches_further

DAYS = (7, 30, 90)


class LinkState(Enum):
    """What a personal link is good for."""

    VALID = ""
    UNKNOWN = gettext_noop(
        "This link is not valid. It may be mistyped, incomplete, or replaced by a newer one."
    )
    EXPIRED = gettext_noop("This link has expired. Ask the person who sent it for a new one.")
    REVOKED = gettext_noop("This link has been withdrawn. Ask the person who sent it for a new one.")
    ON_HOLD = gettext_noop("You are on hold in this campaign. Ask the person who sent you the link.")
    OTHER_DEVICE = gettext_noop(
        "This link works only on the device on which it was first used. Go on there, or ask the person who "
        "sent it for a new one."
    )
    REACHES_FURTHER = gettext_noop(
        "This account is used for more than judging. Sign in with its user name and password."
    )

    @property
    def reason(self) -> str:
        """What the person is told, in the language of the page; "" where the link is good."""
        return _(self.value) if self.value else ""


@dataclass(frozen=True, slots=True)
class Started:
    """Whom a link has let in; `device` is what the browser is to show next time, "" where it need not."""

    judge: Judge
    user: User
    device: str


def make(judge: Judge, actor: User, *, days: int, one_device: bool) -> str:
    """Make the judge's link and return its secret, which is kept nowhere. An earlier link ends.

    Raises `Refused` where the link would reach further than this campaign; see `obstacles`.
    """
    refuse_when_frozen(judge.campaign)
    with transaction.atomic():
        current = Judge.objects.select_for_update(of=("self",)).select_related("user").get(pk=judge.pk)
        if reasons := obstacles(current):
            raise Refused(*reasons)
        _end(current)
        secret = secrets.token_urlsafe(32)
        PersonalLink.objects.create(
            judge=judge,
            created_by=actor,
            secret_hash=hash_of(secret),
            expires_at=timezone.now() + timedelta(days=days),
            one_device=one_device,
        )
        detail = {"judge": judge.name, "days": days, "one_device": one_device}
        record_event(actor, "personal-link.make", judge.campaign_id, **detail)
    return secret


def revoke(judge: Judge, actor: User) -> None:
    """End the judge's link, and the sessions of an account that it made."""
    refuse_when_frozen(judge.campaign)
    with transaction.atomic():
        current = Judge.objects.select_for_update(of=("self",)).select_related("user").get(pk=judge.pk)
        if _end(current):
            record_event(actor, "personal-link.revoke", judge.campaign_id, judge=judge.name)


def current_link(judge: Judge) -> PersonalLink | None:
    """The judge's link that has been neither withdrawn nor replaced; it may have expired."""
    return judge.personal_links.filter(revoked_at=None).first()


def judges_with_only_a_link(campaign: Campaign) -> dict[int, bool]:
    """Keys of the judges who sign in by a personal link, because their accounts have no password.

    For each whether a link of theirs works now.
    """
    links = PersonalLink.objects.filter(
        judge__campaign=campaign,
        judge__user__isnull=False,
        judge__user__password__startswith=UNUSABLE_PASSWORD_PREFIX,
    )
    now = timezone.now()
    works: dict[int, bool] = {}
    for judge, revoked_at, expires_at in links.values_list("judge_id", "revoked_at", "expires_at"):
        works[judge] = works.get(judge, False) or (revoked_at is None and expires_at > now)
    return works


def obstacles(judge: Judge) -> list[str]:
    """Why this judge may not have a link; empty when it is fine.

    Whoever holds the link gets the account, so it must be one that opens nothing but this place.
    """
    if not judge.is_active:
        return ["The judge is on hold."]
    return account_obstacles(judge, judge.user) if judge.user is not None else []


def account_obstacles(judge: Judge, user: User) -> list[str]:
    """Why a link may not open this account of the judge."""
    if not user.is_active:
        return ["The account is disabled."]
    if reaches_further(user, judge):
        return [("The account is also used outside this campaign, so this judge signs in with a password.")]
    if has_second_factor(user):
        return ["The account asks for a second step, which a link would go round."]
    if user.has_usable_password() and not judge.invitations.filter(made_account=True).exists():
        return ["The account was not created for this campaign, so this judge signs in with a password."]
    return []


def look_up(secret: str, device: str) -> tuple[PersonalLink | None, LinkState]:
    """The link with this secret, and whether this browser may use it. Changes nothing."""
    links = PersonalLink.objects.select_related("judge__campaign", "judge__user")
    link = links.filter(secret_hash=hash_of(secret)).first()
    return link, _state(link, device)


def start(secret: str, device: str) -> Started:
    """Use the link. A judge without an account gets one that has no password.

    Raises `Refused` where the link is no good (any more), or belongs to another device.
    """
    with transaction.atomic():
        # Of two devices that use a link at once, the second finds what the first has kept.
        PersonalLink.objects.select_for_update().filter(secret_hash=hash_of(secret)).first()
        link, state = look_up(secret, device)
        if link is None or state is not LinkState.VALID:
            raise Refused(state.reason)
        judge = Judge.objects.select_for_update(of=("self",)).select_related("user").get(pk=link.judge_id)
        user = judge.user
        if user is None:
            user = User.objects.create_user(f"judge-{secrets.token_hex(8)}", first_name=judge.name)
            Judge.objects.filter(pk=judge.pk).update(user=user)
        new_device = ""
        if link.one_device and not link.device_hash:
            new_device = secrets.token_urlsafe(32)
            link.device_hash = hash_of(new_device)
        link.used_at = timezone.now()
        link.save(update_fields=["device_hash", "used_at"])
        record_event(user, "personal-link.start", judge.campaign_id, judge=judge.name)
    return Started(link.judge, user, new_device)


def _state(link: PersonalLink | None, device: str) -> LinkState:
    if link is None:
        return LinkState.UNKNOWN
    is_elsewhere = link.device_hash and not constant_time_compare(link.device_hash, hash_of(device))
    failings = (
        (link.revoked_at is not None, LinkState.REVOKED),
        (link.expires_at <= timezone.now(), LinkState.EXPIRED),
        (not link.judge.is_active, LinkState.ON_HOLD),
        (bool(obstacles(link.judge)), LinkState.REACHES_FURTHER),
        (bool(is_elsewhere), LinkState.OTHER_DEVICE),
    )
    return next((state for fails, state in failings if fails), LinkState.VALID)


def _end(judge: Judge) -> int:
    ended = judge.personal_links.filter(revoked_at=None).update(revoked_at=timezone.now())
    user = judge.user
    if ended and user is not None and not user.has_usable_password():
        # Sessions know a hash of the password, also of one that nobody can use.
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return ended
