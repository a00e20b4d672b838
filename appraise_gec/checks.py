"""System checks of the settings as a whole."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register


@register(Tags.security)
def demo_only_on_this_machine(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """The demo lets anybody sign in without a password, so nobody else may reach it."""
    if not settings.DEMO or set(settings.ALLOWED_HOSTS) <= set(settings.LOOPBACK_HOSTS):
        return []
    return [
        Error(
            "The demo is switched on for hosts that other machines can reach.",
            hint="Unset APPRAISE_GEC_DEMO, or remove every host but localhost from ALLOWED_HOSTS.",
            id="appraise_gec.E001",
        )
    ]
