"""Sentences of stored studies of metrics and people, as messages that pages can translate.

A result keeps them in English, as they were when it was computed. One that is in no list, as those of an
earlier version may be, stays as it is.
"""

from collections.abc import Callable, Mapping

from appraise_gec.known_words import KnownWords
from appraise_gec.words import words
from metrics.tables.metric_names import worded_name

# Why a coefficient is not defined.
UNDEFINED = (
    words("one side gives every system the same score"),
    words("the same score for every system"),
    words("people give every system the same score"),
    words("scores that are too close to each other"),
    words("Not defined: one side gives every system the same score."),
    words("Both score %(systems)s systems; at least %(least)s are needed."),
)
# Why a metric is left out.
LEFT_OUT = (
    words("There are no scores of it with the same settings in %(name)s."),
    words("It was imported, so that it cannot be computed on the judged sentences alone."),
    words("People and metric score %(systems)s systems of %(name)s both; at least %(least)s are needed."),
)
# What has changed since scores were computed.
CHANGES = (
    words("Sentences, systems or outputs of the campaign have changed."),
    words("%(name)s, which they were compared with, has been removed."),
    words("%(name)s, which they were compared with, has been replaced."),
)
# What a reader should look at.
WARNINGS = (
    words("Left out as asked for: %(names)s."),
    words("The weight of recall was not varied for %(name)s: %(change)s"),
    words("%(metric)s: %(change)s"),
)
# Why scores cannot be computed any more.
CHANGED = (
    words("%(name)s was removed before the scores could be computed."),
    words("%(name)s was replaced before the scores could be computed."),
)


def worded(text: str) -> str:
    """The stored text as words that a page says in the reader's language, if it is known."""
    return KNOWN.worded(text)


_CHANGES = KnownWords((*CHANGES, *CHANGED), shapes={"name": ".+?"}, values={"name": str})
VALUES: Mapping[str, Callable[[str], str]] = {
    # Names of campaigns, references and systems stay as they are.
    "name": str,
    "names": str,
    "metric": worded_name,
    "change": _CHANGES.worded,
}
KNOWN = KnownWords(
    (*UNDEFINED, *LEFT_OUT, *CHANGES, *CHANGED, *WARNINGS),
    shapes={"name": ".+?", "names": ".+?", "metric": ".+?", "change": ".+?"},
    values=VALUES,
)
