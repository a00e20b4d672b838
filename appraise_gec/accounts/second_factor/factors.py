"""What an account has for the second step, and every change of it: noted, and told to its person."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from appraise_gec.accounts.models import AuditEvent, AuthenticatorApp, Passkey, RecoveryCode, User
from appraise_gec.accounts.second_factor import codes
from appraise_gec.accounts.second_factor.sealing import seal, unseal
from appraise_gec.accounts.services import is_demo_person, record_event
from appraise_gec.accounts.throttle import (
    WRONG_CODES,
    WRONG_CODES_A_DAY,
    WRONG_RECOVERY_CODES,
    Throttle,
)
from appraise_gec.languages.choice import in_language_of

log = logging.getLogger(__name__)
A_MOMENT = timedelta(seconds=30)
OneKind = QuerySet[AuthenticatorApp] | QuerySet[Passkey]

# What is kept of a change in the audit trail, and how its person reads it.
CHANGES = {
    "account.app-add": _("An authenticator app was set up."),
    "account.app-remove": _("The authenticator app was removed."),
    "account.passkey-add": _("A passkey was added."),
    "account.passkey-remove": _("A passkey was removed."),
    "account.recovery-codes": _("New recovery codes were made."),
    "account.recovery-code-used": _("Somebody signed in with a recovery code."),
    "account.wrong-codes": _("Somebody who knows the password typed too many wrong codes."),
    "account.second-factor-remove": _("The operator switched two-step sign-in off."),
}


class LastFactor(Exception):  # noqa: N818 - named for what is refused
    """The account must keep a second factor, and this is its last."""


@dataclass(frozen=True, slots=True)
class Factors:
    """What an account has."""

    app: AuthenticatorApp | None
    passkeys: list[Passkey]
    recovery_codes_left: int

    @property
    def is_on(self) -> bool:
        """Whether the password alone does not open the account."""
        return bool(self.app or self.passkeys)

    @property
    def app_is_unreadable(self) -> bool:
        """Whether the app's secret was encrypted under an earlier SECRET_KEY: its codes are worth nothing."""
        return self.app is not None and unseal(self.app.sealed_secret) is None


def factors_of(user: User) -> Factors:
    return Factors(
        AuthenticatorApp.objects.filter(user=user).first(),
        list(user.passkeys.all()),
        user.recovery_codes.filter(used_at=None).count(),
    )


def is_on(user: User) -> bool:
    """Whether signing in to this account takes a second step."""
    return AuthenticatorApp.objects.filter(user=user).exists() or user.passkeys.exists()


def may_have(user: User) -> bool:
    """Not the accounts of the demo, which everybody at the machine shares."""
    return not is_demo_person(user)


def add_app(user: User, secret: bytes, typed: str) -> bool:
    """Set up an app, in place of an earlier one, if it shows this code now."""
    step = codes.matching_step(secret, typed)
    if step is None:
        return False
    with transaction.atomic():
        kept = {
            "sealed_secret": seal(secret),
            "last_step": step,
            "created_at": timezone.now(),
            "last_used_at": None,
        }
        AuthenticatorApp.objects.update_or_create(user=user, defaults=kept)
        note(user, "account.app-add")
    return True


def was_just_added(user: User, typed: str) -> bool:
    """Whether this very code set up the first app a moment ago: the second of two clicks on the button.

    Its answer is the one that a browser shows, so it has to show recovery codes, too.
    """
    mine = factors_of(user)
    if mine.app is None or mine.passkeys or mine.recovery_codes_left != codes.RECOVERY_CODES:
        return False
    secret = unseal(mine.app.sealed_secret)
    same = secret is not None and codes.matching_step(secret, typed) == mine.app.last_step
    return same and mine.app.last_used_at is None and timezone.now() - mine.app.created_at < A_MOMENT


def codes_for_the_first(user: User) -> list[str]:
    """Recovery codes for a person who has none, after the first app or passkey; none for everybody else."""
    return [] if user.recovery_codes.exists() else codes.make_recovery_codes(user)


def renew_recovery_codes(user: User) -> list[str]:
    made = codes.make_recovery_codes(user)
    note(user, "account.recovery-codes")
    return made


def remove_app(user: User, *, keep_last: bool) -> None:
    """Raises LastFactor where it is the last and one must stay."""
    _remove(user, AuthenticatorApp.objects.filter(user=user), "account.app-remove", keep_last=keep_last)


def remove_passkey(passkey: Passkey, *, keep_last: bool) -> None:
    """Raises LastFactor where it is the last and one must stay."""
    mine = passkey.user.passkeys.filter(pk=passkey.pk)
    _remove(passkey.user, mine, "account.passkey-remove", keep_last=keep_last)


def remove_all(user: User) -> bool:
    """For the operator, when a person has lost everything. Whether there was anything."""
    with transaction.atomic():
        was_on = is_on(user)
        for rows in (AuthenticatorApp.objects.filter(user=user), user.passkeys, user.recovery_codes):
            rows.all().delete()
        if was_on:
            note(user, "account.second-factor-remove", by_operator=True)
    for throttle in (WRONG_CODES, WRONG_CODES_A_DAY, WRONG_RECOVERY_CODES):
        throttle.forget(str(user.pk))
    return was_on


def take_code(user: User, typed: str) -> bool | None:
    """Whether the person's app shows this code; None when there were too many wrong ones to ask."""
    app = AuthenticatorApp.objects.filter(user=user).first()
    if app is None:
        return False
    return _limited(user, (WRONG_CODES, WRONG_CODES_A_DAY), lambda: codes.accept_code(app, typed))


def take_recovery_code(user: User, typed: str) -> bool | None:
    """Whether it is one of the person's recovery codes; None when there were too many wrong ones to ask."""
    taken = _limited(user, (WRONG_RECOVERY_CODES,), lambda: codes.accept_recovery_code(user, typed))
    if taken:
        note(user, "account.recovery-code-used")
    return taken


def seconds_to_wait(user: User) -> int:
    """Until codes of the app are accepted again."""
    over = [throttle for throttle in (WRONG_CODES, WRONG_CODES_A_DAY) if throttle.is_over(str(user.pk))]
    return max((throttle.seconds_left(str(user.pk)) for throttle in over), default=0)


def recent_changes(user: User, most: int = 8) -> list[tuple[AuditEvent, str]]:
    """The latest changes, for the person who asks whether they were all their own."""
    by_operator = Q(action="account.second-factor-remove", detail__user=user.pk)
    events = AuditEvent.objects.filter(Q(actor=user) | by_operator, action__in=CHANGES)[:most]
    return [(event, str(CHANGES[event.action])) for event in events]


def note(user: User, action: str, *, by_operator: bool = False) -> None:
    """Keep a change in the audit trail, and write to the person if the site can."""
    if by_operator:
        record_event(None, action, user=user.pk)
    else:
        record_event(user, action)
    if settings.MAIL_IS_CONFIGURED and user.email and user.is_active:
        transaction.on_commit(lambda: _write_to(user, CHANGES[action]))


def _write_to(user: User, what: Promise) -> None:
    with in_language_of(user):
        message = EmailMessage(
            str(_("Two-step sign-in of your Appraise GEC account")),
            render_to_string("accounts/second_factor_mail.txt", {"user": user, "what": what}),
            to=[user.email],
        )
    try:
        message.send()
    except Exception:  # the change is made, whatever the mail server says
        log.exception("A notice of a change of two-step sign-in could not be sent.")


def _limited(user: User, throttles: tuple[Throttle, ...], check: Callable[[], bool]) -> bool | None:
    who = str(user.pk)
    counted: list[Throttle] = []
    for throttle in throttles:
        if not throttle.take(who):
            for earlier in counted:
                earlier.give_back(who)
            return None
        counted.append(throttle)
    if check():
        for throttle in throttles:
            throttle.give_back(who)
        return True
    if throttles[0].is_over(who):
        note(user, "account.wrong-codes")
    return False


def _remove(user: User, rows: OneKind, action: str, *, keep_last: bool) -> None:
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # of two at once the second sees what is left
        if not rows.delete()[0]:
            return
        if not is_on(user):
            if keep_last:
                raise LastFactor  # which takes the removal back
            RecoveryCode.objects.filter(user=user).delete()
        note(user, action)
