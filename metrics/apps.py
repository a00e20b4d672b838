"""Automatic metrics as an application of the site; the pure rooms beside it know nothing of it."""

from django.apps import AppConfig


class MetricsConfig(AppConfig):
    name = "metrics"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Automatic metrics"
