"""`{% show_table table "reports:table" campaign.slug report.key %}`: a described table on a page."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse

from appraise_gec.presentation.tables import Table
from appraise_gec.presentation.writers.page import Sorting, page_table

register = template.Library()

# By what is added to the name of an address: the file that lies there.
FILES = {"": "CSV", "-latex": "LaTeX", "-markdown": "Markdown"}


@register.inclusion_tag("presentation/table.html")
def show_table(
    table: Table,
    address: str = "",
    *arguments: Any,
    links: Mapping[str, str] | None = None,
    sorting: Sorting | None = None,
) -> dict[str, Any]:
    """The table, and links to its files.

    Args:
        table: its description.
        address: name of the address of its CSV file, to which `FILES` adds for the other files; without it
            there are no links.
        arguments: of the addresses, before the key of the table.
        links, sorting: as in `page_table`.
    """
    files = {}
    if address:
        files = {name: reverse(address + more, args=[*arguments, table.key]) for more, name in FILES.items()}
    return {"table": page_table(table, links, sorting), "files": files}
