"""A report as others may have it: its data under pseudonyms, and the numbers that follow from them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import Any

from rankings.formats.edit_marks import EditJudgment
from rankings.formats.json_form import to_json
from rankings.formats.judgment_filter import judges_without_any
from rankings.formats.names_in_documents import renamed
from rankings.formats.records import Judgment
from rankings.reports.computation import ComputedReport, compute_report
from rankings.reports.options import OPTION_NAMES, ReportOptions
from rankings.reports.paper.licences import NOT_STATED, check_licence
from rankings.reports.paper.pseudonyms import (
    judge_pseudonyms,
    named_in,
    shown_edits,
    shown_judgments,
    shown_recipe,
    shown_told,
    system_masks,
    without_titles,
)
from rankings.reports.paper.taken_over import TakenOver, named_in_survey
from rankings.reports.result import report_result

Document = dict[str, Any]
Tell = Callable[[float, str], None]
FORMAT = "appraise-gec paper"
FORMAT_VERSION = 1
TITLE_LENGTH = 200
NAMED_IN_SURVEY = (
    "A question or an answer of the survey names the system {name}, which is to be masked. Leave the "
    "systems their names, or change the question and compute the report again."
)
# What a recipe says of the rankings beside what was computed from them.
TOLD = (
    *("top_up_rankings", "discarded_rankings", "imported_rankings"),
    *("late_systems", "systems", "without_systems", "left_out", "joined"),
    *("correlation", "maege"),
)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked of a paper bundle.

    Attributes:
        title: of the page and the data set.
        date: ISO 8601, when the report was computed.
        licence: one of `LICENCES`, or `NOT_STATED`.
        masked: whether systems get pseudonyms, for review without names.
    """

    title: str
    date: str
    licence: str = NOT_STATED
    masked: bool = False

    def __post_init__(self) -> None:
        check_licence(self.licence)
        if not self.title.strip() or len(self.title) > TITLE_LENGTH:
            raise ValueError(f"The title has to have 1 to {TITLE_LENGTH} characters.")


@dataclass(frozen=True, slots=True)
class Source:
    """A report as it was computed, with what went into it.

    Attributes:
        recipe, result: of the report, as JSON values.
        judgments: exactly those that it was computed from.
        edits: the edits that their judges could mark.
    """

    recipe: Mapping[str, Any]
    result: Mapping[str, Any]
    judgments: Sequence[Judgment]
    edits: Sequence[EditJudgment] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """Everything that the files of a paper bundle are written from; nothing in it names a person.

    Attributes:
        wishes: what is asked of it.
        recipe, result: of the report, without what other applications contribute.
        judgments, edits: the data.
        taken_beside: what other applications contributed and no data determine, by key.
    """

    wishes: Wishes
    recipe: Document
    result: Document
    judgments: Sequence[Judgment]
    edits: Sequence[EditJudgment]
    taken_beside: Mapping[str, Any] = field(default_factory=dict)

    @property
    def stated(self) -> Document:
        """recipe.json: with the data, all that it takes to make every other file again."""
        wishes = self.wishes
        taken = TakenOver.of({**self.result, **self.taken_beside})
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "title": wishes.title,
            "date": wishes.date,
            "licence": wishes.licence or None,
            "systems_masked": wishes.masked,
            "systems": self.result["systems"],
            "distinct_outputs": [entry["sentences"] for entry in self.result["distinct_outputs"]],
            **({"taken_over": to_json(taken)} if taken.names else {}),
            "drawn_with": drawing_software(),
            "report": self.recipe,
        }


def drawing_software() -> dict[str, str]:
    """Versions of the libraries that draw figures."""
    return {"matplotlib": version("matplotlib")}


def paper_of(source: Source, wishes: Wishes, tell: Tell = lambda share, message: None) -> Paper:
    """The report under pseudonyms.

    Numbers are those of the report. Where systems get pseudonyms they are computed again, because the order
    of names decides which draws of the random numbers meet which comparison: scores are the same, and ends of
    intervals move as with another seed.

    Raises:
        ValueError: the title or the survey names a system that is to be masked.
    """
    systems = masks_of(source, wishes)
    source = replace(source, recipe=without_titles(source.recipe, systems))
    # In the present form, whichever version stored it.
    whole = report_result(dict(source.result))
    result = to_json(replace(whole, beside={}))
    excluded = source.recipe["excluded_judges"]
    filtered = judges_without_any(source.recipe.get("left_out", {}))
    ranked = [judge["judge"] for judge in result["judges"]]
    judges = judge_pseudonyms(ranked, {*excluded, *filtered})
    stated = shown_recipe(source.recipe, judges)
    if named := named_in(wishes.title, systems):
        raise ValueError(f"The title names the system {named}, which is to be masked. Choose another title.")
    taken = TakenOver.of({**result, **whole.beside})
    if named := named_in_survey(taken.survey, systems):
        raise ValueError(NAMED_IN_SURVEY.format(name=named))
    used = [one for one in source.judgments if one.judge not in excluded]
    judgments = shown_judgments(used, judges, systems)
    edits = shown_edits((edit for edit in source.edits if edit.judge not in excluded), judges, systems)
    if not wishes.masked:
        return Paper(wishes, stated, renamed(result, judges), judgments, edits, taken.beside)
    told = {key: stated[key] for key in TOLD if key in stated}
    options = _options(stated, stated["excluded_judges"])
    shown = [systems.get(name, name) for name in result["systems"]]
    frequencies = [entry["sentences"] for entry in result["distinct_outputs"]]
    computed = compute_report(
        judgments,
        frequencies,
        shown,
        options,
        tell,
        edits=edits,
        survey=taken.survey,
    )
    recipe = computed.recipe | shown_told(told, systems)
    return Paper(wishes, recipe, computed.result, judgments, edits, taken.beside)


def masks_of(source: Source, wishes: Wishes) -> dict[str, str]:
    """The pseudonym of each system; none where systems keep their names."""
    return system_masks(source.judgments, source.result["systems"]) if wishes.masked else {}


def paper_again(
    stated: Mapping[str, Any],
    judgments: Sequence[Judgment],
    edits: Sequence[EditJudgment],
    tell: Tell = lambda share, message: None,
) -> Paper:
    """The paper that `recipe.json` and the data of a bundle determine, computed anew.

    Raises:
        ValueError: the recipe is not one, or does not fit the data; the message says why.
    """
    try:
        recipe = stated["report"]
        wishes = Wishes(
            stated["title"], stated["date"], stated["licence"] or NOT_STATED, stated["systems_masked"]
        )
        options = _options(recipe, recipe["excluded_judges"])
        told = {key: recipe[key] for key in TOLD if key in recipe}
        systems, frequencies = list(stated["systems"]), list(stated["distinct_outputs"])
        taken = TakenOver.stated(stated)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"it is not the recipe of a paper bundle ({error})") from error
    computed: ComputedReport = compute_report(
        judgments,
        frequencies,
        systems,
        options,
        tell,
        edits=edits,
        survey=taken.survey,
    )
    return Paper(wishes, computed.recipe | told, computed.result, judgments, edits, taken.beside)


def _options(recipe: Mapping[str, Any], excluded: Sequence[str]) -> ReportOptions:
    known = {name: recipe[name] for name in OPTION_NAMES if name in recipe}
    return ReportOptions.from_json({**known, "excluded_judges": excluded})
