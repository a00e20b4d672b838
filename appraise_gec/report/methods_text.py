"""How a report was made, as a paragraph for the section on methods of a paper, with its references.

Sentences are written once, with citations as `[@key; @key]`; plain text and LaTeX follow from them. The
entries are those of `references.bib`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from appraise_gec.present import latex
from appraise_gec.present.numbers import TERMINAL, counted, fraction, percent
from appraise_gec.report.options import filter_sentences
from appraise_gec.report.result import ReportResult
from appraise_gec.words import listed
from rankings.analysis.agreement_measures import OverallAgreement
from rankings.analysis.choices import PairTest
from rankings.analysis.ranking import SystemRanking
from rankings.sections.head_to_head import leading_test

PAPER = "grundkiewicz-etal-2015-human"
KOEHN = "koehn-2012-simulating"
_EXPECTED_WINS = f"[@bojar-etal-2013-findings; @{KOEHN}]"
_TRUESKILL = "[@herbrich-etal-2006-trueskill; @sakaguchi-etal-2014-efficient]"
_STRENGTHS = "their strengths in the model of Bradley and Terry [@bradley-terry-1952-rank]"
# The end of "Systems are ranked by".
METHODS = {
    "expected-wins": f"Expected Wins {_EXPECTED_WINS}, the mean over opponents of the share of decided "
    "comparisons that a system won; ties are left out",
    "expected-wins-half-ties": f"Expected Wins {_EXPECTED_WINS}, the mean over opponents of the share of "
    "comparisons that a system won, with each tie as half a win for both",
    "bradley-terry": f"{_STRENGTHS} with ties [@davidson-1970-extending], fitted by maximum likelihood",
    "bradley-terry-half-ties": f"{_STRENGTHS}, fitted by maximum likelihood, with each tie as half a win for "
    "both",
    "bradley-terry-without-ties": f"{_STRENGTHS}, fitted by maximum likelihood to decided comparisons",
    "trueskill": f"TrueSkill {_TRUESKILL}, by simulation",
}
TESTS: dict[PairTest, str] = {
    "judges-holm": "by the larger p-value of an exact sign-flip test, which keeps the comparisons of a "
    "sentence together, and of a t-test with the estimated variance between judges",
    "sentence-holm": "by an exact sign-flip test, which keeps the comparisons of a sentence together",
}
BY_DOCUMENT: dict[PairTest, str] = {
    "judges-holm": "by t-tests with the variance between documents and the estimated variance between judges",
    "sentence-holm": "by t-tests with the variance between documents",
}
LATEX_NEEDS = r"% Needs \usepackage{natbib} and \bibliography{references}."
SOFTWARE_KEY = "appraise-gec"
LIBRARIES = {
    "numpy": ("NumPy", "harris-etal-2020-numpy"),
    "scipy": ("SciPy", "virtanen-etal-2020-scipy"),
    "numba": ("Numba", "lam-etal-2015-numba"),
}
_CITATION = re.compile(r"\[(@[^]]+)\]")
_ENTRY = re.compile(r"^@\w+\{([^,]+),\n.*?^\}\n", re.MULTILINE | re.DOTALL)
_FIELD = r"^  {} = \{{(.*)\}},$"


@dataclass(frozen=True, slots=True)
class MethodsText:
    """A paragraph with citations in brackets, and the version of the program that it names."""

    text: str
    version: str

    @property
    def keys(self) -> tuple[str, ...]:
        """What it cites, in the order of first mention."""
        return tuple(dict.fromkeys(key for found in _CITATION.findall(self.text) for key in _keys(found)))

    @property
    def plain(self) -> str:
        """With names and years."""
        return self._with(str, lambda keys: f"({'; '.join(map(cited, keys))})")

    @property
    def latex(self) -> str:
        """With `\\citep`, for natbib and the styles that stand on it."""
        return self._with(latex.escape, lambda keys: rf"\citep{{{','.join(keys)}}}").replace(
            " \\citep", "~\\citep"
        )

    @property
    def bibtex(self) -> str:
        """The entries of all that it cites."""
        entries = _entries()
        return "\n".join(entries[key] for key in self.keys).replace("VERSION", self.version)

    def _with(self, write: Callable[[str], str], cite: Callable[[Sequence[str]], str]) -> str:
        made = ""
        for place, part in enumerate(_CITATION.split(self.text)):
            # Writers drop spaces at the ends of a text.
            inner = part.strip()
            made += cite(_keys(part)) if place % 2 else part.replace(inner, write(inner)) if inner else part
        return made


def methods_text(result: ReportResult, recipe: Mapping[str, Any]) -> MethodsText:
    """The paragraph of a report. Its recipe may tell of `imported_rankings` and chosen `systems` as well."""
    sentences = [
        *_judgments(result, recipe),
        *_left_out(recipe),
        *_agreement(result),
        *_ranking(result.ranking),
        *_head_to_head(result),
        *_parts(result),
        _software(recipe),
    ]
    return MethodsText(" ".join(sentences), recipe["version"])


def _judgments(result: ReportResult, recipe: Mapping[str, Any]) -> Iterator[str]:
    total = result.total
    who = counted(len(result.judges), "judge")
    judged = len(result.systems) - len(result.unjudged_systems)
    what = f"the outputs of {counted(judged, 'system')} for {counted(result.sentences, 'sentence')}"
    imported = recipe.get("imported_rankings", 0)
    if imported >= total.rankings:
        yield f"We analyse {counted(total.rankings, 'ranking')} in which {who} compared {what}."
    else:
        yield (
            f"With Appraise GEC [@{SOFTWARE_KEY}], {who} ranked {what} from best to worst, ties "
            f"allowed, in {counted(total.rankings, 'ranking')}."
        )
        if imported:
            yield f"{counted(imported, 'ranking')} {_were(imported)} imported from an earlier evaluation."
    if total.skipped:
        yield f"{counted(total.skipped, 'ranking')} {_were(total.skipped)} skipped."
    if not total.expanded:
        return
    if total.expanded == total.unexpanded:
        yield (
            f"They give {counted(total.expanded, 'comparison')} of two systems, {total.expanded_ties:,} of "
            "them ties."
        )
    else:
        yield (
            f"Systems with the same output for a sentence were ranked as one. The rankings give "
            f"{counted(total.unexpanded, 'comparison')} of two outputs ({total.unexpanded_ties:,} ties) and, "
            f"expanded to systems, {total.expanded:,} of two systems ({total.expanded_ties:,} ties), where "
            f"systems that share an output are tied [@{PAPER}]."
        )


def _left_out(recipe: Mapping[str, Any]) -> Iterator[str]:
    """Filters, by number: a paragraph for strangers names no judge."""
    excluded = len(recipe["excluded_judges"])
    if excluded:
        yield f"The rankings of {counted(excluded, 'further judge')} were left out."
    if recipe.get("systems"):
        yield f"The analysis was limited to {counted(len(recipe['systems']), 'chosen system')}."
    discarded = recipe.get("discarded_rankings", 0)
    if discarded and recipe["with_discarded"]:
        yield f"{counted(discarded, 'ranking')} discarded during the evaluation {_are(discarded)} included."
    elif discarded:
        yield f"{counted(discarded, 'ranking')} discarded during the evaluation {_were(discarded)} left out."
    added = recipe.get("top_up_rankings", 0)
    if added and recipe["without_top_ups"]:
        yield f"{counted(added, 'ranking')} of items added later {_were(added)} left out."
    elif added:
        yield f"{counted(added, 'ranking')} {_are(added)} of items added later."
    yield from filter_sentences(recipe, named=False)
    late = len(recipe.get("late_systems", ()))
    if late:
        yield f"{counted(late, 'system')} joined while judging was under way."


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _agreement(result: ReportResult) -> Iterator[str]:
    made = result.agreement
    found = [
        f"{fraction(value.kappa, style=TERMINAL)}{_interval(value, made.confidence, first=first)} {words}"
        for first, (value, words) in enumerate(
            ((made.inter, "between judges"), (made.intra, "of judges with themselves"))
        )
        if value.kappa is not None
    ]
    if not found:
        if len(result.judges) > 1:
            yield "Judges share too few comparisons to measure their agreement."
        return
    yield (
        f"Kappa on comparisons of two outputs, Scott's pi [@scott-1955-reliability] averaged over pairs of "
        f"judges as in earlier work [@{PAPER}], is {' and '.join(found)}."
    )


def _interval(value: OverallAgreement, confidence: float, *, first: int) -> str:
    if value.low is None or value.high is None:
        return ""
    level = f"{percent(confidence, style=TERMINAL).replace(' ', '')} interval " if not first else ""
    return f" ({level}{fraction(value.low, style=TERMINAL)} to {fraction(value.high, style=TERMINAL)})"


def _ranking(made: SystemRanking) -> Iterator[str]:
    if not made.systems:
        yield f"Systems are not ranked: {made.reason[:1].lower()}{made.reason[1:]}"
        return
    yield f"Systems are ranked by {METHODS[made.method]}."
    if len(made.groups) > 1:
        yield (
            f"No comparison links {len(made.groups):,} groups of systems, each of which is ranked by itself."
        )
    if made.without_ranges:
        yield "The rankings do not support intervals, ranges of ranks or clusters."
        return
    level = percent(made.confidence, style=TERMINAL).replace(" ", "")
    yield (
        f"Intervals of scores and ranges of ranks at {level} come from {_resampled(made)} (seed {made.seed})."
    )
    yield f"Clusters are parted where no range of ranks above meets one below [@{KOEHN}]{_tested(made)}."


def _resampled(made: SystemRanking) -> str:
    replicates = counted(made.replicates, "replicate")
    bootstrap = f"{replicates} of a bootstrap [@efron-1979-bootstrap] over"
    judges = counted(made.judges, "judge")
    alone = f"they are about {'this judge' if made.judges == 1 else f'these {judges}'} alone"
    if made.unit in ("sentences", "documents") and made.speaks_for == "judges-like-these":
        return (
            f"{bootstrap} {made.unit}, widened by how much judges differ on each system, with Student's t "
            "[@ibragimov-2010-t], so that they are about judges like these"
        )
    if made.unit in ("sentences", "documents"):
        return f"{bootstrap} {made.unit}, with all of their rankings; {alone}"
    if made.unit == "rankings":
        return f"{bootstrap} single rankings; {alone}"
    if made.unit == "judges":
        return f"{bootstrap} judges, with all of their rankings"
    if made.method == "trueskill":
        return (
            f"{counted(made.replicates, 'run')}, each on comparisons drawn at random as in evaluations of "
            f"machine translation, which takes comparisons for independent; {alone}"
        )
    return (
        f"{bootstrap} comparisons of two systems, as in earlier work [@{PAPER}], which takes comparisons of "
        f"one ranking for independent and makes ranges too narrow; {alone}"
    )


def _tested(made: SystemRanking) -> str:
    if made.convention != "standard" or made.unit == "pairs":
        return ""
    return " and a sign-flip test of all comparisons across the line bears it out"


def _head_to_head(result: ReportResult) -> Iterator[str]:
    made = result.head_to_head
    if not made.pairs or result.total.nothing_decided:
        return
    pairs = f"{'all ' if len(made.pairs) > 1 else ''}{counted(len(made.pairs), 'pair')}"
    tests = BY_DOCUMENT if made.unit == "documents" else TESTS
    yield (
        f"Every two systems are compared {tests[leading_test(made).key]}, with Holm's correction for {pairs} "
        "[@holm-1979-simple]."
    )


def _parts(result: ReportResult) -> Iterator[str]:
    """What was computed because it was asked for."""
    folds = [made for made in result.validation or () if made.methods]
    if folds:
        units = " and of ".join(made.unit for made in folds)
        yield (
            f"Methods are compared by how well they predict comparisons that they have not seen [@{PAPER}], "
            f"in {folds[0].folds:,} folds of {units}."
        )
    edits = result.rejected_edits
    if edits is not None and edits.unit == "judges":
        yield (
            "Intervals of the shares of rejected edits take judges as the units "
            "[@korn-graubard-1998-confidence]."
        )


def _software(recipe: Mapping[str, Any]) -> str:
    libraries = [
        f"{title} {recipe['software'][name]} [@{key}]"
        for name, (title, key) in LIBRARIES.items()
        if name in recipe["software"]
    ]
    program = f"Appraise GEC {recipe['version']} [@{SOFTWARE_KEY}]"
    return f"Everything was computed by {program} with {listed(libraries)}."


def _keys(citation: str) -> list[str]:
    return [key.strip().removeprefix("@") for key in citation.split(";")]


def cited(key: str) -> str:
    """`Grundkiewicz et al., 2015`, as a text without a list of references gives it. Raises KeyError."""
    entry = _entries()[key]
    names = [_surname(name) for name in _field(entry, "author").split(" and ")]
    who = f"{names[0]} et al." if len(names) > 2 else " and ".join(names)
    return f"{who}, {_field(entry, 'year')}"


def _surname(name: str) -> str:
    return name.strip("{}") if name.startswith("{") else name.partition(",")[0]


def _field(entry: str, name: str) -> str:
    found = re.search(_FIELD.format(name), entry, re.MULTILINE)
    return found[1] if found else ""


@cache
def _entries() -> dict[str, str]:
    text = files("appraise_gec.report").joinpath("references.bib").read_text(encoding="utf-8")
    return {found[1]: found[0] for found in _ENTRY.finditer(text)}
