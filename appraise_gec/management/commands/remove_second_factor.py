"""Switch two-step sign-in off for a person who has lost everything."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError, CommandParser

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.accounts.throttle import WRONG_CODES, WRONG_CODES_A_DAY, WRONG_RECOVERY_CODES


class Command(BaseCommand):
    help = (
        "Remove app, passkeys and recovery codes of USERNAME, who then signs in with the password alone. "
        "Make sure first who asks for it, by another way than mail."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no account with the user name {username!r}. Capital letters count.")
        if not Authenticator.objects.filter(user=user).delete()[0]:
            raise CommandError(f"The account {username!r} has no second factor.")
        record_event(None, "account.second-factor-remove", user=user.pk)
        for throttle in (WRONG_CODES, WRONG_CODES_A_DAY, WRONG_RECOVERY_CODES):
            throttle.forget(str(user.pk))
        self.stdout.write(f"{username} signs in with the password alone now.")
