"""What stands between sentences, and between the parts of one, in the reader's language."""

from collections.abc import Iterable

from django.utils.translation import get_language

WITHOUT_SPACE = frozenset({"zh-hans", "ja"})
SEMICOLONS = {"zh-hans": "\uff1b", "ja": "\u3001", "ar": "\u061b "}


def between_sentences() -> str:
    """A space, which Chinese and Japanese do without."""
    return "" if get_language() in WITHOUT_SPACE else " "


def in_one_sentence(parts: Iterable[str]) -> str:
    """Parts of a sentence that may have commas of their own, one after the other."""
    return SEMICOLONS.get(get_language() or "", "; ").join(parts)
