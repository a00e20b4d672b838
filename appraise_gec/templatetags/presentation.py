"""Tables and figures on a page: {% show_table table %} and {% show_figure figure %}."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from appraise_gec.present import html
from appraise_gec.present.figure import Figure
from appraise_gec.present.table import Table

register = template.Library()


@register.simple_tag
def show_table(table: Table) -> SafeString:
    return mark_safe(html.write(table))  # noqa: S308 - escapes every text


@register.simple_tag
def show_figure(figure: Figure) -> SafeString:
    """The figure with its caption; drawing takes a tenth of a second, so pages keep it."""
    return mark_safe(html.write_figure(figure))  # noqa: S308 - escapes every text
