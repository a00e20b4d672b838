"""Described tables and charts on a page, and links to their files.

{% show_table table "reports:table" campaign.slug report.key %}
<figure>{% show_chart chart %}<figcaption>... {% chart_files "reports:figure" campaign.slug report.key %}
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from appraise_gec.present import html
from appraise_gec.present.charts import Chart
from appraise_gec.present.html import Sorting
from appraise_gec.present.table import Table
from appraise_gec.present.writers import svg
from appraise_gec.present.writers.figure import CONTENT_TYPES, PAPER_TYPES

register = template.Library()

# Of figures for papers, by their widths.
PAPER_TITLES = {"one-column": "one column", "two-columns": "two columns"}

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
def show_chart(chart: Chart) -> SafeString:
    """The chart, as a picture in the colours of the page."""
    return mark_safe(svg.on_page(chart))  # noqa: S308 - the writer escapes every text


@register.simple_tag
def chart_files(address: str, *arguments: Any, query: str = "") -> SafeString:
    """Links to the files of a chart.

    Args:
        address: name of the address of its files.
        arguments: of the address, before the extension.
        query: what the addresses ask for besides, such as `&a=b`.
    """
    screen = format_html(
        "Download as {files}", files=_links_to_figure(address, arguments, CONTENT_TYPES, query=query)
    )
    printed = format_html_join(
        "",
        '; <span class="nowrap">{}: {}</span>',
        (
            (title, _links_to_figure(address, arguments, PAPER_TYPES, width, query=query))
            for width, title in PAPER_TITLES.items()
        ),
    )
    return format_html('<span class="nowrap">{}</span>{}', screen, printed)


def _links_to_figure(
    address: str, arguments: Iterable[Any], extensions: Iterable[str], width: str = "", *, query: str = ""
) -> SafeString:
    query += f"&width={width}" if width else ""
    of_what = f"of this figure, {PAPER_TITLES[width]}" if width else "of this figure"
    return format_html_join(
        ", ",
        '<a href="{}?download{}" download>{}<span class="visually-hidden"> {}</span></a>',
        (
            (reverse(address, args=[*arguments, extension]), query, extension.upper(), of_what)
            for extension in extensions
        ),
    )
