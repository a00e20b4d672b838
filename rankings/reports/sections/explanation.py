"""What readers of a report unfold."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Explanation:
    """What readers unfold.

    Attributes:
        title: what they unfold it by.
        terms: words, each with its explanation.
        paragraphs: below the terms.
    """

    title: str
    terms: tuple[tuple[str, str], ...] = ()
    paragraphs: tuple[str, ...] = ()
