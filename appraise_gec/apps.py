"""The site itself as an application, and what may stand in its addresses."""

from django.apps import AppConfig
from django.urls import register_converter
from django.urls.converters import IntConverter, StringConverter

LARGEST_KEY = 2**63 - 1


class AddressConverter(StringConverter):
    """As `slug` of Django, for all scripts: `<address:slug>`."""

    regex = r"[-\w]+"


class KeyConverter(IntConverter):
    """The number of a row, such as a database can hold: `<key:key>`."""

    def to_python(self, value: str) -> int:
        number = int(value) if len(value) < 20 else LARGEST_KEY + 1
        if number > LARGEST_KEY:
            raise ValueError("no number of a row")
        return number


class SiteConfig(AppConfig):
    name = "appraise_gec"
    label = "site"
    verbose_name = "Site"

    def ready(self) -> None:
        # Before the addresses are read.
        register_converter(AddressConverter, "address")
        register_converter(KeyConverter, "key")
