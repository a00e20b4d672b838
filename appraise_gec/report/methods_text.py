"""How a report was made, as a paragraph for the section on methods of a paper, with its references.

Sentences are written once, with citations as `[@key; @key]`; plain text and LaTeX follow from them.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from appraise_gec.present import latex
from appraise_gec.present.numbers import TERMINAL, counted, fraction, percent
from appraise_gec.report import literature
from appraise_gec.report.result import ReportResult
from rankings.analysis.choices import PairTest
from rankings.analysis.kappa import OverallAgreement
from rankings.analysis.ranking import SystemRanking
from rankings.formats.filtering import ACTIVE_TIME, CHECKS, DAYS, DOCUMENTS
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
    "sign-holm": "by the sign test [@dixon-mood-1946-sign], which takes all comparisons for independent",
}
TESTS |= {
    "judges": TESTS["judges-holm"],
    "sentence": TESTS["sentence-holm"],
    "sign": f"by the sign test [@dixon-mood-1946-sign], as in earlier work [@{PAPER}], which takes all "
    "comparisons for independent",
}
LATEX_NEEDS = r"% Needs \usepackage{natbib} and \bibliography{references}."
_CITATION = re.compile(r"\[(@[^]]+)\]")


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
        return self._with(str, self._cited)

    @property
    def latex(self) -> str:
        """With `\\citep`, for natbib and the styles that stand on it."""
        return self._with(latex.escape, lambda keys: rf"\citep{{{','.join(keys)}}}").replace(
            " \\citep", "~\\citep"
        )

    @property
    def bibtex(self) -> str:
        """The entries of all that it cites."""
        return literature.bibtex(self.keys, self.version)

    def _cited(self, keys: Sequence[str]) -> str:
        return f"({'; '.join(literature.cited(key) for key in keys)})"

    def _with(self, write: Callable[[str], str], cite: Callable[[Sequence[str]], str]) -> str:
        made = ""
        for place, part in enumerate(_CITATION.split(self.text)):
            # Writers drop spaces at the ends of a text.
            inner = part.strip()
            made += cite(_keys(part)) if place % 2 else part.replace(inner, write(inner)) if inner else part
        return made


def methods_text(
    result: ReportResult, recipe: Mapping[str, Any], test: PairTest | None = None
) -> MethodsText:
    """The paragraph of a report.

    Args:
        result: the report.
        recipe: of the report; `imported_rankings`, `systems` and `without_systems` are asked for and may be
            missing.
        test: of every two systems; the one to rely on if there is none.
    """
    sentences = [
        *_judgments(result, recipe),
        *_left_out(recipe),
        *_agreement(result),
        *_ranking(result.ranking),
        *_head_to_head(result, test),
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
            f"With Appraise GEC [@{literature.SOFTWARE_KEY}], {who} ranked {what} from best to worst, ties "
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
    if recipe.get("without_systems"):
        number = len(recipe["without_systems"])
        yield f"{counted(number, 'further system')} {_were(number)} left out."
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
    yield from _filtered(recipe)
    late = len(recipe.get("late_systems", ()))
    if late:
        yield f"{counted(late, 'system')} joined while judging was under way."


def _filtered(recipe: Mapping[str, Any]) -> Iterator[str]:
    """What filters let through, with what each left out in brackets."""
    left_out = recipe.get("left_out", {})

    def number(stage: str) -> str:
        return counted(left_out.get(stage, {}).get("rankings", 0), "ranking")

    documents = len(recipe.get("documents", ()))
    if documents:
        chosen = counted(documents, "chosen document")
        yield f"Only sentences of {chosen} were analysed ({number(DOCUMENTS)} left out)."
    if days := _days(recipe):
        yield f"Only rankings submitted {days} were analysed ({number(DAYS)} left out)."
    if least := recipe.get("least_active_seconds"):
        yield f"Rankings made in less than {least:,g} s of active time were left out ({number(ACTIVE_TIME)})."
    if least := recipe.get("least_checks_passed"):
        failed = len(left_out.get(CHECKS, {}).get("judges", ()))
        share = percent(least, style=TERMINAL).replace(" ", "")
        passed = f"passed less than {share} of the items with known answers"
        if failed:
            yield f"The rankings of {counted(failed, 'judge')} who {passed} were left out ({number(CHECKS)})."
        else:
            yield f"No judge {passed}."


def _days(recipe: Mapping[str, Any]) -> str:
    first, last = recipe.get("first_day"), recipe.get("last_day")
    zone = recipe.get("time_zone", "UTC")
    if first and last:
        return f"from {first} to {last} ({zone})"
    return f"{'on or after' if first else 'on or before'} {first or last} ({zone})" if first or last else ""


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


def _head_to_head(result: ReportResult, test: PairTest | None) -> Iterator[str]:
    made = result.head_to_head
    if not made.pairs or result.total.nothing_decided:
        return
    key = test or leading_test(made).key
    pairs = counted(len(made.pairs), "pair")
    several = len(made.pairs) > 1
    if key.endswith("-holm"):
        correction = f", with Holm's correction for {'all ' if several else ''}{pairs} [@holm-1979-simple]"
    else:
        correction = f", without correction for the number of {pairs}" if several else ""
    yield f"Every two systems are compared {TESTS[key]}{correction}."


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
        for name, (title, key) in literature.LIBRARIES.items()
        if name in recipe["software"]
    ]
    listed = ", ".join(libraries[:-1]) + (" and " if len(libraries) > 1 else "") + "".join(libraries[-1:])
    program = f"Appraise GEC {recipe['version']} [@{literature.SOFTWARE_KEY}]"
    return f"Everything was computed by {program} with {listed}."


def _keys(citation: str) -> list[str]:
    return [key.strip().removeprefix("@") for key in citation.split(";")]
