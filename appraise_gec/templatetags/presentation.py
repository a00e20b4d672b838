"""Tables and figures on a page, and links to their files.

{% show_table table "reports:table" campaign.slug report.key %}
{% show_figure figure "reports:figure" campaign.slug report.key figure.key %}
"""

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from appraise_gec.present import html
from appraise_gec.present.figure import CONTENT_TYPES, Figure
from appraise_gec.present.html import Sorting
from appraise_gec.present.table import Table

register = template.Library()

# By what is added to the name of an address: the file that lies there.
FILES = {"": "CSV", "-latex": "LaTeX", "-markdown": "Markdown"}


@register.simple_tag
def show_table(
    table: Table,
    address: str = "",
    *arguments: Any,
    links: Mapping[str, str] | None = None,
    sorting: Sorting | None = None,
    query: str = "",
) -> SafeString:
    """The table, and links to its files.

    Args:
        table: its description.
        address: name of the address of its CSV file, to which `FILES` adds for the other files; without it
            there are no links.
        arguments: of the addresses, before the key of the table.
        links, sorting: as `html.write` takes them.
        query: of the addresses, such as `?a=b`.
    """
    files = {}
    if address:
        files = {
            name: reverse(address + more, args=[*arguments, table.key]) + query
            for more, name in FILES.items()
        }
    return mark_safe(html.write(table, files, links=links, sorting=sorting))  # noqa: S308 - escapes every text


@register.simple_tag
def show_figure(figure: Figure, address: str = "", *arguments: Any, query: str = "") -> SafeString:
    """The figure with its caption, and links to its files.

    Args:
        figure: what to draw.
        address: name of the address of its files; without it there are no links.
        arguments: of the address, before the extension.
        query: what the addresses ask for besides, such as `&a=b`.
    """
    files = {}
    if address:
        files = {
            extension.upper(): f"{reverse(address, args=[*arguments, extension])}?download{query}"
            for extension in CONTENT_TYPES
        }
    return mark_safe(html.write_figure(figure, files))  # noqa: S308 - escapes every text
