"""Edits in words, for templates."""

from django import template

from rankings.items.edits import Segment
from rankings.judging import edit_marks

register = template.Library()


@register.filter
def spaces_in_words(segment: Segment) -> str:
    """The change of a spacing: "a space" came or went, or "a space to 2 spaces"."""
    return edit_marks.spaces_in_words(segment)
