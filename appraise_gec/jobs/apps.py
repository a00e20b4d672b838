"""The jobs application."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "appraise_gec.jobs"
    label = "jobs"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Jobs"
