"""How a campaign's address stands in the addresses of its pages: letters and digits of any script."""

from django.urls.converters import StringConverter


class AddressConverter(StringConverter):
    """As `slug` of Django, for all scripts: `<address:slug>`."""

    regex = r"[-\w]+"
