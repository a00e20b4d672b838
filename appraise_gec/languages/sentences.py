"""Sentences one after the other: with a space between them, which Chinese and Japanese do without."""

from collections.abc import Iterable

from django.utils.translation import get_language

WITHOUT_SPACE = frozenset({"zh-hans", "ja"})


def between_sentences() -> str:
    """What stands between two sentences in the reader's language."""
    return "" if get_language() in WITHOUT_SPACE else " "


def in_sequence(sentences: Iterable[str]) -> str:
    """Sentences in the reader's language, one after the other."""
    return between_sentences().join(sentences)
