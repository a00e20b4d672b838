"""A ranking in words, with letters for the rows of the page."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce


@dataclass(frozen=True, slots=True)
class RankingWords:
    """The sentences of a ranking. A list of three is made of two: `then` and `letters_and` join one more.
    `letters_then` joins one more where others follow, with the comma of the language.
    """

    no_ranks: str = "No ranks yet."
    so_far: str = "So far: %(groups)s. Without a rank: %(missing)s."
    next_so_far: str = "%(groups)s, then %(group)s"
    all_equal: str = "All equal: %(group)s."
    best_to_worst: str = "Best: %(groups)s; worst: %(worst)s."
    then: str = "%(groups)s; then %(group)s"
    letters_then: str = "%(letters)s, %(letter)s"
    letters_and: str = "%(letters)s and %(letter)s"

    def filled(self, sentence: str, **values: str) -> str:
        return sentence % values


ENGLISH = RankingWords()


def ranks_in_words(ranks: Sequence[int | None], words: RankingWords = ENGLISH) -> str:
    """A ranking in words, for instance "Best: B and D; then A; worst: C." """
    rows = [(rank, chr(ord("A") + row)) for row, rank in enumerate(ranks)]
    groups = [
        _listed([letter for other, letter in rows if other == rank], words)
        for rank in sorted({rank for rank in ranks if rank is not None})
    ]
    missing = [letter for rank, letter in rows if rank is None]
    if not groups:
        return words.filled(words.no_ranks)
    if missing:
        so_far = _in_turn(groups, words.next_so_far, words)
        return words.filled(words.so_far, groups=so_far, missing=letters_in_turn(missing, words))
    if len(groups) == 1:
        return words.filled(words.all_equal, group=groups[0])
    better = _in_turn(groups[:-1], words.then, words)
    return words.filled(words.best_to_worst, groups=better, worst=groups[-1])


def letters_in_turn(letters: Sequence[str], words: RankingWords = ENGLISH) -> str:
    """`A, B, C`, with the comma of the language; at least one letter."""
    return reduce(
        lambda before, letter: words.filled(words.letters_then, letters=before, letter=letter), letters
    )


def _in_turn(groups: list[str], sentence: str, words: RankingWords) -> str:
    return reduce(lambda before, group: words.filled(sentence, groups=before, group=group), groups)


def _listed(letters: list[str], words: RankingWords) -> str:
    if len(letters) == 1:
        return letters[0]
    return words.filled(words.letters_and, letters=letters_in_turn(letters[:-1], words), letter=letters[-1])
