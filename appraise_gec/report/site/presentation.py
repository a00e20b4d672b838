"""The sections of a report's page, with the context of each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from appraise_gec.present.numbers import percent
from appraise_gec.report.figures import FIGURES
from appraise_gec.report.filters_in_words import filter_sentences
from appraise_gec.report.result import ReportResult, report_result
from appraise_gec.report.site.contributed import contributed_context, contributions
from appraise_gec.report.site.forms import form_pairs
from appraise_gec.report.tables import DESCRIBED
from rankings.analysis.methods import registration
from rankings.models import Report
from rankings.reports.sections.agreement import agreement_context
from rankings.reports.sections.cross_validation import cross_validation_context
from rankings.reports.sections.explanations import explanations
from rankings.reports.sections.findings import finding_sentences
from rankings.reports.sections.head_to_head import head_to_head_context
from rankings.reports.sections.judges import judges_context
from rankings.reports.sections.methods import methods_context
from rankings.reports.sections.opening import (
    computed_from,
    tiles,
    undecided_judges_sentence,
    unjudged_sentence,
)
from rankings.reports.sections.paper import paper_context
from rankings.reports.sections.ranking import ranking_heading, summary
from rankings.reports.sections.rejected_edits import rejected_edits_context
from rankings.tables.distinct_outputs import frequencies
from rankings.tables.nouns import RESAMPLED
from rankings.tables.ranking import rank_shares

EDITS, PAPER = "edits", "paper"


def page_of(report: Report, section: str, query: Mapping[str, str]) -> dict[str, Any]:
    """Everything that one section of a finished report's page shows.

    Args:
        report: a finished one.
        section: a key of `SECTIONS`.
        query: parameters of the address for the section; unknown ones are ignored.

    Raises:
        ValueError: the report is not finished.
        KeyError: an unknown section.
    """
    if report.result is None or report.recipe is None:
        raise ValueError("the report is not finished")
    result, recipe = report_result(report.result), report.recipe
    chosen = SECTIONS[section]
    return {
        "sections": [one for one in SECTIONS.values() if one is chosen or _has_content(one, result)],
        "section": chosen,
        "result": result,
        "recipe": recipe,
        "confidence": percent(recipe["confidence"]),
        "explanations": explanations(result, recipe),
        "method_title": registration(recipe["method"]).title,
        "resampled": RESAMPLED[recipe["unit"]],
        "computed_from": computed_from(recipe),
        "filter_sentences": filter_sentences(recipe),
        "again": form_pairs(report.options),
        **chosen.context(result, query),
        **(paper_context(result, recipe) if section == PAPER else {}),
    }


def _has_content(section: "Section", result: ReportResult) -> bool:
    if section.part:
        return any(getattr(result, one.key) for one in contributions([section.part]))
    return section.key != EDITS or result.rejected_edits is not None


def _summary_context(result: ReportResult, query: Mapping[str, str]) -> dict[str, Any]:
    ranking = result.ranking
    return {
        "tables": [
            (ranking_heading(shown), DESCRIBED[key](result))
            for key, shown in (("ranking", ranking), ("comparison", result.comparison))
        ],
        "rank_shares": rank_shares(ranking),
        "tiles": tiles(result),
        "unjudged_sentence": unjudged_sentence(result),
        "undecided_judges_sentence": undecided_judges_sentence(result),
        "summary": summary(ranking, result.total),
        "undecided": result.total.nothing_decided,
        "findings": findings(result),
        "ranking_figure": FIGURES["ranking"](result),
        "probabilities_figure": FIGURES["rank-probabilities"](result),
    }


def _methods_context(result: ReportResult, query: Mapping[str, str]) -> dict[str, Any]:
    figure = {"methods_figure": FIGURES["rank-by-method"](result)}
    return methods_context(result, query.get("method", "")) | cross_validation_context(result) | figure


def _data_context(result: ReportResult, query: Mapping[str, str]) -> dict[str, Any]:
    return {
        "frequencies": frequencies(result.distinct_outputs),
        "frequencies_figure": FIGURES["distinct-outputs"](result),
    }


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report with an address of its own.

    Attributes:
        key: the end of the address; "" for the beginning.
        title: in the list of sections.
        context: what its template shows, from the result and the address.
        part: of the options that asks for it, where another application contributes it.
    """

    key: str
    title: str
    context: Callable[[ReportResult, Mapping[str, str]], dict[str, Any]]
    part: str = ""

    @property
    def template(self) -> str:
        if self.part:
            return "reports/sections/contributed.html"
        return f"reports/sections/{self.key or 'summary'}.html"


SECTIONS = {
    section.key: section
    for section in (
        Section("", "Summary", _summary_context),
        Section("methods", "Methods", _methods_context),
        Section(
            "head-to-head",
            "Head to head",
            lambda result, query: head_to_head_context(
                result, query.get("test", ""), query.get("system", "")
            ),
        ),
        Section(
            "judges",
            "Judges",
            lambda result, query: judges_context(result, query.get("version") == "published"),
        ),
        Section("agreement", "Agreement", lambda result, query: agreement_context(result.agreement)),
        Section(EDITS, "Edits", lambda result, query: rejected_edits_context(result)),
        Section("metrics", "Metrics and people", contributed_context("metrics"), "metrics"),
        Section("maege", "Metrics without human rankings", contributed_context("maege"), "maege"),
        # Its context needs the recipe, too: `page_of`.
        Section(PAPER, "For a paper", lambda result, query: {}),
        Section("data", "Data and recipe", _data_context),
    )
}


def findings(result: ReportResult) -> list[dict[str, str]]:
    """The findings of the other sections, one sentence each, with the section's key and title."""
    return [
        {"key": key, "title": SECTIONS[key].title, "sentence": sentence}
        for key, sentence in finding_sentences(result).items()
    ]
