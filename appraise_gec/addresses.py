"""What may stand in addresses: the names of campaigns, and numbers of rows."""

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
