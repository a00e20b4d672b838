"""Sentences of results that were stored in English, with what they are made of, so that pages can translate.

A result keeps the sentences of `rankings.analysis` as they were when it was computed. Here each of them is a
message again. A sentence that is in no list, as one of an earlier version may be, stays as it is.
"""

import re
from collections.abc import Callable, Mapping

from appraise_gec.known_words import KnownWords
from appraise_gec.words import Figure, Words, joined, words, words_for_count
from rankings.analysis.methods import REGISTERED
from rankings.tables.nouns import (
    RESAMPLED,
    UNITS,
    comparisons,
    judges,
    pairs,
    rankings,
    replicates,
    sentences,
    systems,
)

DEGREES = (
    words("none"),
    words("slight"),
    words("weak"),
    words("moderate"),
    words("substantial"),
    words("almost perfect"),
)
MEASURES = (
    words("Kappa of the 2015 paper"),
    words(
        "Scott's pi per pair of judges, averaged by comparisons; to compare with published values; renaming "
        "systems moves it a little."
    ),
    words("The same, whichever system is named first"),
    words(
        "As the paper's, with one share for both ways of winning, so that names do not matter; the better "
        "choice for new evaluations."
    ),
    words("The same, all pairs of judges together"),
    words(
        "One table of all compared judgments instead of a mean over judges; to prefer when many judges share "
        "few comparisons each."
    ),
    words("Cohen's kappa"),
    words(
        "Chance agreement from each judge's own habits, averaged by comparisons; to prefer when judges "
        "differ in how readily they call a tie."
    ),
    words("Fleiss' kappa"),
    words(
        "All judges of a comparison at once, chance agreement from all judgments; for panels of "
        "interchangeable judges."
    ),
    words("Krippendorff's alpha"),
    words(
        "All judges at once, any number per comparison, corrected for small samples; the safest choice when "
        "judges overlap unevenly."
    ),
)
# Of too few judgments.
FEW = (
    words(
        "No comparison was decided, so there are no intervals and no rank ranges, and all systems share one "
        "cluster."
    ),
    words(
        "Only %(number)s with a decided comparison: even if it spoke for the same system, an exact test "
        "would give p = %(p)s, above %(level)s, so there are no intervals and no rank ranges, and all "
        "systems share one cluster."
    ),
    words(
        "Only %(number)s with a decided comparison: even if all spoke for the same system, an exact test "
        "would give p = %(p)s, above %(level)s, so there are no intervals and no rank ranges, and all "
        "systems share one cluster."
    ),
    words("At least %(least)s are needed."),
    words(
        "In simulations, 95 % intervals by judges held the truth in 50 % of cases with two judges, in 75 % "
        "with three, in 84 % with five and in 88 % with eight."
    ),
    words("Intervals from %(number)s are too narrow to tell how other judges would rank."),
    words("Only %(number)s."),
    words(
        "In simulations, 95 % intervals by judges and sentences held the truth in 97 % of cases with three "
        "judges who differ as those of 2015 did, but in 76 % with three who differ strongly."
    ),
    words(
        "Only %(number)s with a decided comparison, so that intervals and rank ranges are rough: in "
        "simulations, 95 %% intervals from 6 to 10 sentences held the truth in 86 to 91 %% of cases for "
        "these judges alone, and in 93 to 95 %% for judges like these."
    ),
    words("There is nothing to rank by."),
    words("There are no two systems to compare."),
    words("There is no ranking yet: every item was skipped or is still open."),
    words("No two systems have been compared yet: no ranking shows more than one."),
    words("A ranking needs at least two systems; the judgments name %(n)s."),
    words("Resampling %(unit)s needs at least two of them; there is 1."),
    words("Resampling %(unit)s needs at least two of them; there are %(n)s."),
    words("Cross-validation needs at least two systems; the judgments name %(n)s."),
    words("Cross-validation needs at least two %(unit)s; there is 1."),
    words("Cross-validation needs at least two %(unit)s; there are %(n)s."),
)
# Of what comparisons link.
LINKS = (
    words("Never compared with any system, and so without score, rank, range and cluster: %(names)s."),
    words("Never compared with any system: %(names)s."),
    words("Tied in all comparisons, and so without score, rank, range and cluster: %(names)s."),
    words("No comparison links these groups of systems: %(names)s."),
    words(
        "No comparison links these groups of systems, so that each is ranked by itself, and ranks of "
        "different groups cannot be compared: %(names)s."
    ),
    words(
        "No decided comparison links these groups of systems, so that each is ranked by itself, and ranks of "
        "different groups cannot be compared: %(names)s."
    ),
    words(
        "No comparison links these groups of systems, so that methods are tested on the order within each, "
        "and the number of clusters over all says nothing: %(names)s."
    ),
    words(
        "No comparison links these groups of systems, so that nothing tells whether systems of different "
        "groups differ; they stand group by group, each by itself: %(names)s."
    ),
    words("No comparison links these groups of systems, so their scores cannot be correlated: %(names)s."),
    words(
        "No comparison links these groups of systems, so no evaluation of this kind can set one system apart "
        "from all others: %(names)s."
    ),
    words("Tied in every comparison, which leaves the pair out of both means: %(pairs)s."),
    words("Tied in every comparison, so that only comparisons with others tell their order: %(pairs)s."),
    words("Tied in every comparison: %(pairs)s."),
    words("Never compared with each other, which leaves the pair out of both means: %(pairs)s."),
    words(
        "Never compared with each other, so that only comparisons with others tell their order: %(pairs)s."
    ),
    words(
        "Scores are means over opponents, and not all systems met the same ones: Bradley-Terry is the method "
        "for that; here a line between clusters parts two systems with different opponents only where their "
        "own comparisons do."
    ),
    words(
        "Nothing bounds how far these systems lie apart, so that their strengths could be any that keep the "
        "order, and have no interval: %(groups)s."
    ),
    words(
        "Nothing bounds how far these systems lie apart, so that their scores tell the number of games, not "
        "a distance, and have no interval: %(groups)s."
    ),
)
# Of replicates.
DRAWN = (
    words(
        "Without interval, because resampling never changed the score, or hardly ever: %(names)s. Other "
        "judgments could change it all the same."
    ),
    words(
        "%(n)s replicate is too few for %(share)s intervals and rank ranges, which take at least %(least)s: "
        "these are too narrow."
    ),
    words(
        "%(n)s replicates are too few for %(share)s intervals and rank ranges, which take at least "
        "%(least)s: these are too narrow."
    ),
    words(
        "%(n)s replicate is too few to tell which ends of rank ranges another seed may move: at %(share)s it "
        "takes %(least)s."
    ),
    words(
        "%(n)s replicates are too few to tell which ends of rank ranges another seed may move: at %(share)s "
        "it takes %(least)s."
    ),
    words(
        "Another seed may move an end of a range by one where the share of resamplings lies within "
        "%(points)s percentage points (two standard errors) of the cut at %(share)s: %(ends)s."
    ),
    words(
        "With %(n)s comparisons (more than %(most)s), replicates are drawn from the law that runs of "
        "TrueSkill follow, instead of simulating runs."
    ),
    words(
        "The replicates are runs of TrueSkill, which draw comparisons with replacement by themselves; "
        "intervals and standard errors show their scatter."
    ),
    words(
        "Every replicate is scored by one run of TrueSkill, so that intervals and standard errors hold the "
        "scatter of runs beside that of the data."
    ),
    words(
        "The replicates follow the scatter of runs of TrueSkill, which draw comparisons with replacement by "
        "themselves."
    ),
)
# Of judges, as `SystemRanking.on_judges` has them.
OF_JUDGES = (
    words("From judge to judge, the Expected Wins of a system vary by %(sd)s (standard deviation)."),
    words(
        "These %(judges)s judges may differ no more than chance explains. At %(level)s, the Expected Wins of "
        "a system vary by less than %(high)s from judge to judge (standard deviation)."
    ),
    words(
        "From judge to judge, the Expected Wins of a system vary by about %(sd)s (standard deviation; "
        "%(low)s to %(high)s at %(level)s)."
    ),
    words("Other judges like these would add a standard error of %(error)s."),
    words(
        "%(judges)s judges of %(systems)s systems hardly tell, so that intervals have to allow for judges "
        "who differ strongly."
    ),
    words(
        "Only %(some)s of %(all)s judges ever ranked one output above another; the ranking counts those "
        "alone as its judges."
    ),
    words("With %(judges)s judges, no number of sentences brings the standard error much below %(error)s."),
)
COUNTED: Mapping[str, Callable[[int], str]] = {
    "comparison": comparisons,
    "judge": judges,
    "judge-sentence": lambda n: words_for_count("%(n)s judge-sentence", "%(n)s judge-sentences", n),
    "pair": pairs,
    "ranking": rankings,
    "replicate": replicates,
    "sentence": sentences,
    "system": systems,
}
END_OF_RANGE = re.compile(r"(?P<share>[\d.]+ %) at rank (?P<rank>\d+) or (?P<side>better|worse)(?: and |$)")
MORE_PAIRS = re.compile(r"(?P<names>.+?)(?: and (?P<more>\d+) more pairs?)?")


def worded(text: str) -> str:
    """The stored text as words that a page says in the reader's language, if it is known."""
    return KNOWN.worded(text)


def _counted(text: str) -> str:
    number, _, noun = text.partition(" ")
    count = COUNTED.get(noun.removesuffix("s"))
    return count(int(number.replace(",", ""))) if count and number.replace(",", "").isdigit() else text


def _pairs(text: str) -> str:
    """`A and B, A and C and 3 more pairs`."""
    matched = MORE_PAIRS.fullmatch(text)
    if matched is None:
        return text
    named = joined(", ", map(_two, matched["names"].split(", ")))
    if matched["more"] is None:
        return named
    return words_for_count(
        "%(pairs)s and %(n)s more pair", "%(pairs)s and %(n)s more pairs", int(matched["more"]), pairs=named
    )


def _two(text: str) -> str:
    one, _, other = text.partition(" and ")
    return words("%(others)s and %(last)s", others=one, last=other) if other else text


def _groups(text: str) -> str:
    """`A, B above C; D above E`."""

    def one(group: str) -> str:
        above, _, below = group.partition(" above ")
        return words("%(above)s above %(below)s", above=above, below=below) if below else group

    return joined("; ", map(one, text.split("; ")))


def _ends(text: str) -> str:
    """`A 2.4 % at rank 2 or better and 2.6 % at rank 4 or worse; B ...`."""
    return joined("; ", map(_ends_of_one, text.split("; ")))


def _ends_of_one(text: str) -> str:
    first = END_OF_RANGE.search(text)
    if first is None:
        return text
    ends: list[str] = []
    for end in END_OF_RANGE.finditer(text):
        values = {"share": Figure(end["share"]), "rank": end["rank"]}
        ends.append(
            words("%(share)s at rank %(rank)s or better", **values)
            if end["side"] == "better"
            else words("%(share)s at rank %(rank)s or worse", **values)
        )
    shares = ends[0] if len(ends) == 1 else words("%(others)s and %(last)s", others=ends[0], last=ends[1])
    return joined("", (text[: first.start()], shares))


SHAPES = {
    "number": r"[\d,]+ [a-z-]+",
    "least": r"[\d,]+(?: [a-z-]+)?",
    "unit": "[a-z-]+",
    **dict.fromkeys(("names", "pairs", "groups", "ends"), ".+?"),
}
VALUES: Mapping[str, Callable[[str], str]] = {
    # Names of systems and judges stay as they are.
    "names": str,
    "number": _counted,
    "least": lambda text: _counted(text) if " " in text else Figure(text),
    "unit": lambda text: UNITS.get(text, text),
    "pairs": _pairs,
    "groups": _groups,
    "ends": _ends,
}


MESSAGES: tuple[Words, ...] = (*DEGREES, *MEASURES, *FEW, *LINKS, *DRAWN, *OF_JUDGES)
KNOWN = KnownWords(
    MESSAGES,
    shapes=SHAPES,
    values=VALUES,
    fixed={
        **{str(about.title): about.title for about in REGISTERED.values()},
        **{str(name): name for name in (*UNITS.values(), *RESAMPLED.values())},
    },
)
