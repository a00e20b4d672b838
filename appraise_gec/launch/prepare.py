"""Bring database and static files up to date, in one process because each start of Django takes time."""

import io
import os
import sys

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import CommandError


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "appraise_gec.settings")
    try:
        django.setup()
        call_command("check", stdout=io.StringIO())
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        if settings.DEMO:
            call_command("load_demo", verbosity=0)
        if sys.argv[1:]:
            call_command("campaign", *sys.argv[1:])
    except (ImproperlyConfigured, CommandError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
