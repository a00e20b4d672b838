"""Django's tags for translation, quicker where the words are always the same.

A page of judging has some seventy words and sentences without anything to fill in. Looking each of them up
took a third of the time of the page, so each is kept per language, like the other fixed texts of a template.
One template is rendered in one language: `{% language %}` is not for templates that have these tags.
"""

from datetime import datetime

from django.template import Library, Node, NodeList
from django.template.base import Parser, Token, TokenType
from django.template.context import Context
from django.templatetags import i18n
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from appraise_gec.languages.sentences import between_sentences

register = Library()
LANGUAGE = "language of fixed texts"


class FixedText(Node):
    """A translation that depends on nothing but the language."""

    child_nodelists = ("nodelist",)

    def __init__(self, node: Node) -> None:
        self.nodelist = NodeList([node])
        self.kept: dict[str | None, SafeString] = {}

    def render(self, context: Context) -> SafeString:
        # Asked once for each template: what is asked is the thread, and that takes longer than all the rest.
        language = context.render_context.get(LANGUAGE)
        if language is None:
            language = context.render_context[LANGUAGE] = get_language()
        text = self.kept.get(language)
        if text is None:
            text = self.kept[language] = self.nodelist.render(context)
        return text


@register.tag("translate")
def translate(parser: Parser, token: Token) -> Node:
    """`{% translate "…" %}`, with everything that Django's tag can do."""
    node = i18n.do_translate(parser, token)
    is_fixed = node.filter_expression.var.literal is not None and not node.filter_expression.filters
    return FixedText(node) if is_fixed and not (node.noop or node.asvar) else node


@register.tag("blocktranslate")
def blocktranslate(parser: Parser, token: Token) -> Node:
    """`{% blocktranslate %}…{% endblocktranslate %}`, with everything that Django's tag can do."""
    node = i18n.do_block_translate(parser, token)
    is_fixed = not node.plural and all(part.token_type is TokenType.TEXT for part in node.singular)
    return FixedText(node) if is_fixed and not node.asvar else node


@register.simple_tag(name="between_sentences")
def _between_sentences() -> str:
    """`{% between_sentences %}` between two sentences that are messages of their own."""
    return between_sentences()


@register.filter(expects_localtime=True)
def with_zone(moment: datetime | None) -> str:
    """`2026-11-23 16:05 UTC`, as the reader's language writes it."""
    return f"{date_format(moment, 'SHORT_DATETIME_FORMAT')} {moment:%Z}" if moment else ""


@register.filter(expects_localtime=True)
def to_the_second(moment: datetime | None) -> str:
    """`2026-11-23 16:05:09`, as the reader's language writes it, where minutes do not tell things apart."""
    return f"{date_format(moment, 'SHORT_DATETIME_FORMAT')}:{moment:%S}" if moment else ""
