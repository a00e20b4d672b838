"""What managers write for judges, on a page.

Guidelines: {{ campaign.guidelines|guidelines:campaign.guidelines_format }}
The explanation of a known answer: {{ training.explanation|explanation }}
"""

from django import template
from django.template.defaultfilters import linebreaks_filter
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from appraise_gec.present.marked_text import markdown_to_html

register = template.Library()


@register.filter
def guidelines(text: str, written_as: str) -> SafeString:
    """The text as HTML: Markdown, or plain text with blank lines between paragraphs."""
    if written_as == "markdown":
        return mark_safe(markdown_to_html(text, _table_words()))  # noqa: S308 - raw HTML in it stays text
    return linebreaks_filter(text, autoescape=True)


@register.filter
def explanation(text: str) -> SafeString:
    """The text as HTML: Markdown, in which lines stay lines, as in explanations written as plain text."""
    return mark_safe(markdown_to_html(text, _table_words(), keeps_lines=True))  # noqa: S308 - as above


def _table_words() -> str:
    return gettext("Table with the columns %(columns)s")
