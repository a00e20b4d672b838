"""The site itself as an application."""

from django.apps import AppConfig
from django.urls import register_converter

from appraise_gec.addresses import AddressConverter, KeyConverter


class SiteConfig(AppConfig):
    name = "appraise_gec"
    label = "site"
    verbose_name = "Site"

    def ready(self) -> None:
        # Before the addresses are read.
        register_converter(AddressConverter, "address")
        register_converter(KeyConverter, "key")
