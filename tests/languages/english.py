"""Find what a text in German still says in English."""

import re
from collections.abc import Iterable

from django.utils import translation

from appraise_gec.words import in_readers_language
from rankings.formats.records import Problem

# Words of English sentences that no German word is spelled like.
ENGLISH = re.compile(
    r"\b(the|is|are|not|and|or|of|has|have|with|for|its?|expected|found|expecting|than|that|which|must|cannot"
    r"|line|lines|file|files|row|rows|cells?|characters?|sentences?|judgments?|missing|empty|nothing"
    r"|too|larger|longer|damaged|seems?|only|here|there|were)\b",
    re.IGNORECASE,
)
# What a message quotes from a file, and forms that files have, are in nobody's language.
QUOTED = re.compile(r'"[^"]*"|„[^“]*“|<[^<>]*>|\[[^\]]*\]|\{[^}]*\}')
FIELDS = re.compile(
    r"judge,sentence\.1\.2,SYSTEM|A start end\S*|\w+\.\w+|start, end, original|\(?made_at oder campaign"
)


def english_in(text: str) -> list[str]:
    """The English words of a text, without what it quotes."""
    return [match[0] for match in ENGLISH.finditer(FIELDS.sub(" ", QUOTED.sub(" ", text)))]


def in_german(problem: Problem) -> str:
    """A problem as a page in German says it."""
    with translation.override("de"):
        return in_readers_language(problem.in_words())


def assert_german(problems: Iterable[Problem]) -> None:
    """Each problem has German words, and no English ones."""
    for problem in problems:
        # The name of a file is what its maker called it.
        said = in_german(problem).partition(": ")[2]
        assert said != problem.message, problem
        assert english_in(said) == [], said
