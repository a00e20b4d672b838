"""Automatic metrics as an application of the site; the pure rooms beside it know nothing of it."""

from django.apps import AppConfig


class MetricsConfig(AppConfig):
    name = "metrics"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Automatic metrics"

    def ready(self) -> None:
        from metrics.site.stored import follow  # noqa: PLC0415 - models are there only now
        from rankings.corpus.systems import systems_renamed  # noqa: PLC0415

        systems_renamed.connect(follow, dispatch_uid="metrics.site.stored")
