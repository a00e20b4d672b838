"""The site itself as an application: its system checks."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "appraise_gec"
    label = "site"
    verbose_name = "Site"

    def ready(self) -> None:
        from appraise_gec import checks  # noqa: F401, PLC0415 - registers the checks
