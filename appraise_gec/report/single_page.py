"""A whole report as one document: all of its sections, tables and figures, and how to make it again."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import appraise_gec
from appraise_gec.present import html
from appraise_gec.present.blocks import (
    Block,
    Folded,
    Numbers,
    Prose,
    Section,
    Shown,
    Terms,
)
from appraise_gec.present.table import Table
from appraise_gec.report.figures import FIGURES
from appraise_gec.report.filters_in_words import filter_sentences
from appraise_gec.report.methods_text import methods_text
from appraise_gec.report.result import ReportResult
from appraise_gec.report.tables import DESCRIBED
from rankings.reports.sections.agreement import agreement_sentence
from rankings.reports.sections.cross_validation import cross_validation_context
from rankings.reports.sections.explanations import explanations
from rankings.reports.sections.findings import finding_sentences
from rankings.reports.sections.head_to_head import significance_sentence, system_order
from rankings.reports.sections.judges import correlation_sentence, left_out_sentence
from rankings.reports.sections.methods import method_name, order_sentence
from rankings.reports.sections.opening import (
    computed_from,
    tiles,
    undecided_judges_sentence,
    unjudged_sentence,
)
from rankings.reports.sections.ranking import (
    method_heading,
    ranking_heading,
    summary,
)
from rankings.reports.sections.rejected_edits import rejected_edits_sentence
from rankings.tables.head_to_head import (
    PUBLISHED,
    PUBLISHED_KEY,
    against_others,
    leading_test,
    matrix,
    tests_of,
)
from rankings.tables.methods import side_by_side
from rankings.tables.ranking import rank_shares, ranking_table

TITLES = {
    "summary": "Summary",
    "ranking": "Ranking of systems",
    "methods": "Methods",
    "head-to-head": "Head to head",
    "judges": "Judges",
    "agreement": "Agreement",
    "edits": "Edits that judges rejected",
    "outputs": "Distinct outputs per sentence",
    "more": "More tables",
    "paper": "For a paper",
    "recipe": "How to reproduce it",
}


class ReportPage:
    """Describes the page of a report.

    Args:
        result: the report.
        recipe: of the report, with the options: `method`, `confidence`, `excluded_judges`, `rankings`.
        files: for a folder and a name such as `("tables", "ranking")`, addresses of files by their names.
    """

    def __init__(
        self,
        result: ReportResult,
        recipe: Mapping[str, Any],
        files: Callable[[str, str], Mapping[str, str]],
    ) -> None:
        self._result = result
        self._recipe = recipe
        self._files = files
        self._explained = explanations(result, recipe)
        self._shown: set[str] = set()

    def document(
        self,
        title: str,
        more: Sequence[Section] = (),
        reproduce: Sequence[Block] = (),
        warnings: Sequence[str] = (),
    ) -> bytes:
        """The page.

        Args:
            title: heads it.
            more: sections after those of the judgments.
            reproduce: how to make the report again.
            warnings: what a reader should look at in the data.
        """
        parts = [
            Section("summary", TITLES["summary"], self._summary(warnings)),
            Section("ranking", TITLES["ranking"], self._ranking()),
            Section("methods", TITLES["methods"], self._methods()),
            Section("head-to-head", TITLES["head-to-head"], self._head_to_head()),
            Section("judges", TITLES["judges"], self._judges()),
            Section("agreement", TITLES["agreement"], self._agreement()),
        ]
        if self._result.rejected_edits is not None:
            parts.append(Section("edits", TITLES["edits"], self._rejected_edits()))
        if self._result.distinct_outputs:
            parts.append(Section("outputs", TITLES["outputs"], self._outputs()))
        parts += more
        if rest := self._rest():
            parts.append(Section("more", TITLES["more"], rest))
        parts.append(Section("paper", TITLES["paper"], self._paper()))
        parts.append(Section("recipe", TITLES["recipe"], reproduce))
        linked = {*DESCRIBED, *(table.key for section in more for table in section.tables)}
        return html.write_page(
            title,
            f"Computed {computed_from(self._recipe)}.",
            parts,
            f"Made by Appraise GEC {appraise_gec.__version__}.",
            lambda folder, key: self._files(folder, key) if folder == "figures" or key in linked else {},
        )

    def _summary(self, warnings: Sequence[str]) -> list[Block]:
        result = self._result
        found = finding_sentences(result)
        links = {TITLES[key]: key for key in found if key in TITLES}
        blocks: list[Block] = [
            Prose(" ".join(summary(result.ranking, result.total)), "lead"),
            *(Prose(warning, "warning") for warning in warnings),
            *(Prose(sentence, "notice") for sentence in filter_sentences(self._recipe)),
            Numbers([(tile.label, tile.value, tile.detail) for tile in tiles(result)]),
        ]
        if found:
            blocks += [
                Prose("Findings of the other sections", "heading"),
                Terms([(TITLES.get(key, key), sentence) for key, sentence in found.items()], links),
            ]
        return blocks

    def _ranking(self) -> list[Block]:
        result, ranking = self._result, self._result.ranking
        blocks: list[Block] = []
        if idle := unjudged_sentence(result):
            blocks.append(Prose(idle, "warning"))
        if undecided := undecided_judges_sentence(result):
            blocks.append(Prose(undecided))
        if not result.total.nothing_decided:
            blocks += self._figure("ranking")
        for key, made in (("ranking", ranking), ("comparison", result.comparison)):
            blocks += [Prose(ranking_heading(made), "heading"), self._table(key)]
        blocks += [self._explanation("two_rankings"), self._explanation("ranking")]
        if result.total.nothing_decided:
            return blocks
        if ranking.systems and not ranking.without_ranges:
            blocks += [
                Prose("How often each system takes each rank", "heading"),
                *self._figure("rank-probabilities"),
                Folded("The same as a table", [Shown(rank_shares(ranking))]),
            ]
        return blocks

    def _methods(self) -> list[Block]:
        result = self._result
        shown = side_by_side(result.ranking, result.methods)
        if not shown:
            return [Prose(result.ranking.reason, "notice")]
        blocks: list[Block] = [
            *_lead(order_sentence(shown)),
            *self._figure("rank-by-method"),
            self._table("methods"),
            self._explanation("methods"),
            Prose("Every method in full", "heading"),
        ]
        blocks += [
            Folded(
                method_name(ranking, result.ranking.unit),
                [Prose(f"{method_heading(ranking)}."), Shown(ranking_table(ranking, "methods"))],
            )
            for ranking in shown
        ]
        if result.validation is None:
            return blocks
        blocks.append(Prose("Choice of method", "heading"))
        for folds in cross_validation_context(result)["validation"]:
            blocks += [
                Prose(f"Clean folds of {folds['unit']}. {folds['verdict']}".strip()),
                Shown(folds["table"]),
            ]
        self._shown.add("validation")
        return [
            *blocks,
            *self._links("validation"),
            self._explanation("cross_validation"),
        ]

    def _head_to_head(self) -> list[Block]:
        result = self._result
        if not result.head_to_head.pairs:
            return [Prose(result.head_to_head.reason, "notice")]
        order = system_order(result)
        first = leading_test(result.head_to_head)
        others = [test for test in tests_of(result.head_to_head) if test is not first]
        return [
            *_lead(significance_sentence(result, first)),
            Prose(f"{first.title}: {first.explanation}"),
            *self._figure("head-to-head"),
            self._table("head-to-head"),
            *(
                Folded(
                    test.title,
                    [
                        Prose(f"{significance_sentence(result, test)} {test.explanation}"),
                        self._table(PUBLISHED_KEY)
                        if test.key == PUBLISHED
                        else Shown(matrix(result.head_to_head, order, test)),
                    ],
                )
                for test in others
            ),
            self._explanation("tests"),
            Folded(
                "Every system against all others",
                [Shown(against_others(result.head_to_head, system, order)) for system in order],
            ),
        ]

    def _judges(self) -> list[Block]:
        result = self._result
        compared = result.judge_correlations
        blocks: list[Block] = [
            Prose("What each judge did", "heading"),
            self._table("judges"),
            self._explanation("judges"),
            *self._composition(),
            self._table("scale-use"),
            Prose("The ranking of each judge", "heading"),
            *self._figure("judge-ranks"),
            self._table("judge-rankings"),
            Folded("As published in 2015", [self._table("judge-rankings-published")]),
            self._explanation("judge_rankings"),
            Prose("How far judges agree on systems", "heading"),
            *_prose(correlation_sentence(compared.formula if compared else None)),
            self._table("judge-correlations"),
            Folded("As published in 2015", [self._table("judge-correlations-published")]),
            self._explanation("judge_correlations"),
        ]
        if DESCRIBED["judges-left-out"](result).for_people().rows:
            blocks += [
                Prose("The ranking without each judge", "heading"),
                *_prose(left_out_sentence(result)),
                self._table("judges-left-out"),
            ]
        return blocks

    def _composition(self) -> list[Block]:
        if self._result.survey is None:
            return []
        return [Prose("Who the judges are", "heading"), self._table("judges-survey")]

    def _agreement(self) -> list[Block]:
        measured = ["agreement-measures"] if self._result.agreement.measures else []
        return [
            *_lead(agreement_sentence(self._result.agreement)),
            *self._figure("agreement"),
            *(self._table(key) for key in ("agreement", "agreement-pairs", *measured)),
            self._explanation("agreement"),
        ]

    def _rejected_edits(self) -> list[Block]:
        return [
            *_lead(rejected_edits_sentence(self._result)),
            *self._figure("rejected-edits"),
            self._table("rejected-edits"),
            self._table("rejected-edits-kinds"),
            self._explanation("rejected_edits"),
        ]

    def _outputs(self) -> list[Block]:
        return [
            *self._figure("distinct-outputs"),
            self._table("distinct-outputs"),
            self._explanation("distinct_outputs"),
        ]

    def _paper(self) -> list[Block]:
        """The paragraph on methods; its other forms and the references lie beside the page."""
        made = methods_text(self._result, self._recipe)
        others = (("LaTeX", made.latex), ("Markdown", made.markdown), ("BibTeX", made.bibtex))
        return [
            Prose(made.plain),
            *(Folded(title, [Terms([(title, text)], exact=True)]) for title, text in others),
        ]

    def _rest(self) -> list[Block]:
        """Tables that no section shows, so that none is ever missing."""
        rest = [
            key
            for key, describe in DESCRIBED.items()
            if key not in self._shown and describe(self._result).rows
        ]
        return [self._table(key) for key in rest]

    def _table(self, key: str) -> Shown:
        self._shown.add(key)
        return Shown(DESCRIBED[key](self._result))

    def _links(self, key: str) -> list[Block]:
        """Links to the files of a table that stands on the page in another shape."""
        table: Table = DESCRIBED[key](self._result)
        return [Folded("All folds in one table", [Shown(table)])] if table.rows else []

    def _figure(self, name: str) -> list[Block]:
        figure = FIGURES[name](self._result)
        return [] if figure.reason else [figure]

    def _explanation(self, key: str) -> Folded:
        explained = self._explained[key]
        terms: list[Block] = [Terms(explained.terms)] if explained.terms else []
        return Folded(explained.title, [*terms, *map(Prose, explained.paragraphs)])


def _lead(sentence: str) -> list[Block]:
    return [Prose(sentence, "lead")] if sentence else []


def _prose(sentence: str) -> list[Block]:
    return [Prose(sentence)] if sentence else []
