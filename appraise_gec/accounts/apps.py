"""The accounts application."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "appraise_gec.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
