"""Make an API token for a person, and print it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from appraise_gec.accounts.models import ApiToken, User
from appraise_gec.accounts.tokens import DAYS, DAYS_DEFAULT, MOST, NAME_LENGTH, TooManyTokens, make_token


class Command(BaseCommand):
    help = "Print a new API token for USERNAME. It is shown only this once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument(
            "--new", action="store_true", help="make the account, for a program; nobody can sign in with it"
        )
        parser.add_argument(
            "--name", default="made by the operator", help="what uses it (default: %(default)s)"
        )
        parser.add_argument("--scope", choices=ApiToken.Scope.values, default=ApiToken.Scope.READ.value)
        parser.add_argument("--days", type=int, choices=DAYS, default=DAYS_DEFAULT, help="until it ends")

    def handle(
        self, *args: Any, username: str, new: bool, name: str, scope: str, days: int, **options: Any
    ) -> None:
        user = User.objects.filter(username=username).first()
        if new and User.objects.filter(username__iexact=username).exists():
            raise CommandError(f"There is an account with the user name {username!r} already.")
        if user is None and new:
            user = User.objects.create_user(username=username)
        if user is None:
            raise CommandError(f"There is no account with the user name {username!r}. Capital letters count.")
        if not user.is_active:
            raise CommandError(f"The account {username!r} is disabled.")
        if not 1 <= len(name) <= NAME_LENGTH:
            raise CommandError(f"A name has 1 to {NAME_LENGTH} characters.")
        try:
            _, secret = make_token(user, name, scope, days)
        except TooManyTokens:
            raise CommandError(f"{username!r} has {MOST} tokens, which is the most.") from None
        self.stdout.write(secret)
