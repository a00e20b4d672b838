"""Print a link with which a person can choose a new password, for copies without a mail server."""

import contextlib
import re
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import is_demo_person, record_event


class Command(BaseCommand):
    help = "Print a link with which USERNAME can choose a new password, once, within a day."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--site", default=own_address(), help="its address (default: %(default)s)")

    def handle(self, *args: Any, username: str, site: str, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no account with the user name {username!r}. Capital letters count.")
        if not user.is_active:
            raise CommandError(f"The account {username!r} is disabled.")
        if is_demo_person(user):
            raise CommandError(f"{username!r} belongs to the demo, where one click is enough to sign in.")
        record_event(None, "account.password-link", user=user.pk)
        self.stdout.write(f"{site.rstrip('/')}{password_path(user)}")


def password_path(user: User) -> str:
    """The path of a link with which `user` can choose a new password: once, and for a day."""
    key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return reverse("account_reset_password_from_key", kwargs=key)


def own_address() -> str:
    """The site's address, as far as the settings define it."""
    host = next((name for name in settings.ALLOWED_HOSTS if name not in settings.LOOPBACK_HOSTS), "")
    if host:
        return f"{'https' if settings.HTTPS else 'http'}://{host.lstrip('.')}"
    # ./run notes its address for a second start on the same folder.
    with contextlib.suppress(OSError):
        noted = re.match(r"http://127\.0\.0\.1:\d+", (settings.VAR / "run.lock").read_text(encoding="utf-8"))
        if noted:
            return noted.group()
    return "http://127.0.0.1:8000"
