"""Rankings in words of the reader's language, for judges and managers."""

from collections.abc import Sequence
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rankings.items import ranking_words
from rankings.items.ranking_words import RankingWords


def ranks_in_words(ranks: Sequence[int | None]) -> str:
    """A ranking in words, for instance "Best: B and D; then A; worst: C." """
    return ranking_words.ranks_in_words(ranks, _ranking_words(get_language()))


@lru_cache
def _ranking_words(language: str | None) -> RankingWords:
    return RankingWords(
        no_ranks=_("No ranks yet."),
        so_far=_("So far: %(groups)s. Without a rank: %(missing)s."),
        next_so_far=_("%(groups)s, then %(group)s"),
        all_equal=_("All equal: %(group)s."),
        best_to_worst=_("Best: %(groups)s; worst: %(worst)s."),
        then=_("%(groups)s; then %(group)s"),
        letters_and=_("%(letters)s and %(letter)s"),
    )
