"""Spaces around punctuation: how a text sets them, and how one text is set like another.

Some systems write tokens ("We do n't eat fish ."), others usual text ("We don't eat fish."). Among outputs of
the other kind, such a system is recognised at once. Nothing but spaces is ever changed here, so that a text
without its spaces stays what it was.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Style = Literal["apart", "joined"]

# A system is unlike the others when its share of sentences with marks set apart is this far from theirs.
FAR_APART = 0.5
FEWEST_SENTENCES = 3

_CLITIC = r"(?:n['\u2019]t|['\u2019](?:s|re|ve|ll|d|m))(?!\w)"
_CLOSING = r"[.,;:!?\u2026)\]}\u201d\u00bb\u3001\u3002\uff0c\uff1b\uff1a\uff01\uff1f]"
_APART = re.compile(rf"(?<=\S)\s(?:{_CLOSING}+(?=\s|$)|{_CLITIC})", re.IGNORECASE)
_JOINED = re.compile(rf"(?<=\w)(?:{_CLOSING}+(?=\s|$)|{_CLITIC})", re.IGNORECASE)
_OPENERS = "([{\u201c\u00ab\"'\u2018"
_CLOSERS = ".,;:!?\u2026)]}\u201d\u00bb\"'\u2019"
_ENDING_CLITIC = re.compile(rf"(?<=\w)({_CLITIC})$", re.IGNORECASE)
_SPACE_BEFORE = re.compile(rf"(?<=\S)\s+(?={_CLOSING}|{_CLITIC})", re.IGNORECASE)
_SPACE_AFTER = re.compile(r"(?<=[(\[{\u201c\u00ab])\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class SpacingTally:
    """How many sentences of a text set punctuation apart, and in how many it is joined to its word."""

    apart: int = 0
    joined: int = 0

    @property
    def decided(self) -> int:
        return self.apart + self.joined

    def __add__(self, other: "SpacingTally") -> "SpacingTally":
        return SpacingTally(self.apart + other.apart, self.joined + other.joined)

    def __sub__(self, other: "SpacingTally") -> "SpacingTally":
        return SpacingTally(self.apart - other.apart, self.joined - other.joined)


@dataclass(frozen=True, slots=True)
class Outlier:
    """A text that sets punctuation unlike the others. `own` and `others` count its sentences and theirs."""

    name: str
    style: Style
    own: SpacingTally
    others: SpacingTally


def spacing_of(text: str) -> Style | None:
    """How most of the punctuation of a sentence is set; None without any, and where both are as frequent.

    Abbreviations make joined marks in texts of tokens too ("Mr. Smith left ."), so a tie decides nothing.
    """
    apart, joined = len(_APART.findall(text)), len(_JOINED.findall(text))
    if apart == joined:
        return None
    return "apart" if apart > joined else "joined"


def tally(texts: Sequence[str]) -> SpacingTally:
    """The styles of the sentences."""
    styles = [spacing_of(text) for text in texts]
    return SpacingTally(styles.count("apart"), styles.count("joined"))


def outliers(tallies: Mapping[str, SpacingTally]) -> list[Outlier]:
    """Those of several texts whose style is not that of most of the others."""
    found = []
    total = sum(tallies.values(), SpacingTally())
    for name, own in tallies.items():
        others = total - own
        if own.decided < FEWEST_SENTENCES or others.decided < FEWEST_SENTENCES:
            continue
        if abs(own.apart / own.decided - others.apart / others.decided) > FAR_APART:
            found.append(Outlier(name, "apart" if own.apart > own.joined else "joined", own, others))
    return found


def set_spacing(text: str, style: str, source: str) -> str:
    """The text with its punctuation set in a style; words that the source has stay as they are.

    Args:
        text: an output.
        style: "apart" or "joined"; the text comes back unchanged for anything else.
        source: the sentence, of which "Mr." or "e.g." are words.
    """
    if style == "apart":
        known = frozenset(source.split())
        return " ".join(piece for token in text.split() for piece in _pieces(token, known))
    if style == "joined":
        return _joined(text)
    return text


def _pieces(token: str, known: Collection[str]) -> list[str]:
    if token in known or not any(character.isalnum() for character in token):
        return [token]
    before: list[str] = []
    after: list[str] = []
    while len(token) > 1 and token[0] in _OPENERS and token not in known and not _is_clitic(token):
        before.append(token[0])
        token = token[1:]
    while len(token) > 1 and token[-1] in _CLOSERS and token not in known:
        # Marks of one kind in a row, such as "..." or "!!", are one.
        word = token.rstrip(token[-1])
        after.insert(0, token[len(word) :])
        token = word
    clitic = None if token in known else _ENDING_CLITIC.search(token)
    words = [token[: clitic.start()], clitic.group()] if clitic and clitic.start() else [token]
    return [*before, *words, *after]


def _is_clitic(token: str) -> bool:
    return re.fullmatch(_CLITIC, token, re.IGNORECASE) is not None


def _joined(text: str) -> str:
    text = _with_joined_quotes(text.split())
    return _SPACE_AFTER.sub("", _SPACE_BEFORE.sub("", text))


def _with_joined_quotes(words: Sequence[str]) -> str:
    """Words as a text, with straight quotes at what they enclose: they open and close in turn."""
    quotes = [place for place, word in enumerate(words) if word == '"']
    paired = quotes[: len(quotes) // 2 * 2]
    opening, closing = set(paired[::2]), set(paired[1::2])
    text = ""
    for place, word in enumerate(words):
        glued = place == 0 or place in closing or place - 1 in opening
        text += word if glued else f" {word}"
    return text
