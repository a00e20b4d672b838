"""Guidelines for judges on a page: {{ campaign.guidelines|guidelines:campaign.guidelines_format }}."""

from django import template
from django.template.defaultfilters import linebreaks_filter
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from appraise_gec.presentation.marked_text import markdown_to_html

register = template.Library()


@register.filter
def guidelines(text: str, written_as: str) -> SafeString:
    """The text as HTML: Markdown, or plain text with blank lines between paragraphs."""
    if written_as == "markdown":
        table_words = gettext("Table with the columns %(columns)s")
        return mark_safe(markdown_to_html(text, table_words))  # noqa: S308 - raw HTML in it stays text
    return linebreaks_filter(text, autoescape=True)
