"""The application that keeps counts of requests."""

from django.apps import AppConfig
from django.conf import settings


class SeeingConfig(AppConfig):
    name = "appraise_gec.seeing"
    label = "seeing"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        if settings.SENTRY_DSN:
            from appraise_gec.seeing.sentry import begin  # noqa: PLC0415 - most sites have no Sentry

            begin(settings.SENTRY_DSN)
