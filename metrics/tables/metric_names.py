"""Names of metrics in stored results, with what of them is a word, so that pages can translate it.

A name is the title of a metric, and where several runs have the same title, what distinguishes them:
`GLEU (iterations 50, references, annotator 1) #2`. A sweep of beta adds the annotator, as in
`M2, gold, annotator 1`.
"""

import re

from appraise_gec.words import Figure, Worded, joined, words
from metrics.tables.titles import METRICS, SETTINGS, YES_NO, annotator_words, choice_title

IMPORTED = words("imported")
_NAME = re.compile(r"(?P<title>.+?)(?: \((?P<note>.+)\))?(?P<number> #\d+)?", re.DOTALL)
_OF_ANNOTATOR = re.compile(r"(?P<name>.+, )?annotator (?P<annotator>\d+)", re.DOTALL)
_SETTINGS = {str(title): title for title in SETTINGS.values()}
_VALUES = {str(value): value for value in YES_NO.values()}
_NUMBER = re.compile(r"-?[\d.]+(?:e[+-]?\d+)?")


def worded_name(name: str) -> str:
    """The name of a metric as words; names of references, systems and imported metrics stay as they are."""
    if isinstance(name, Worded):
        return name
    matched = _NAME.fullmatch(name)
    if matched is None:
        return name
    if matched["note"] is None:
        return _of_annotator(name) or METRICS.get(name, name)
    title = METRICS.get(matched["title"], matched["title"])
    note = joined(", ", map(_noted, matched["note"].split(", ")))
    return joined("", (title, " (", note, ")", matched["number"] or ""))


def _of_annotator(name: str) -> str:
    matched = _OF_ANNOTATOR.fullmatch(name)
    if matched is None or not matched["name"]:
        return ""
    return joined("", (matched["name"], annotator_words(matched["annotator"])))


def _noted(part: str) -> str:
    """One of the things that distinguish runs: a setting, references, an annotator."""
    if part == IMPORTED:
        return IMPORTED
    if matched := _OF_ANNOTATOR.fullmatch(part):
        return annotator_words(matched["annotator"])
    setting, _, value = part.rpartition(" ")
    if setting not in _SETTINGS:
        return part
    shown = _VALUES.get(value) or (Figure(value) if _NUMBER.fullmatch(value) else choice_title(value))
    return joined(" ", (_SETTINGS[setting], shown))
