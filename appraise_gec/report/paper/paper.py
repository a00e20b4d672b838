"""A report as others may have it: its data under pseudonyms, and the numbers that follow from them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from appraise_gec.report.computation import compute_report
from appraise_gec.report.options import OPTION_NAMES, ReportOptions
from appraise_gec.report.paper.pseudonyms import judge_pseudonyms, shown_edits, shown_judgments, shown_recipe
from appraise_gec.report.result import report_result
from rankings.formats.columns import Judgments
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.judgment_filter import judges_without_any
from rankings.formats.names_in_documents import renamed
from rankings.formats.results import to_json

Document = dict[str, Any]
Tell = Callable[[float, str], None]
TAKEN_OVER = ("maege",)
"""Results of other applications that no data of the archive determine."""


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
    judgments: Judgments
    edits: Sequence[EditJudgment] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """Everything that the files of an archive are written from; nothing in it names a person.

    Attributes:
        recipe, result: of the report, without what other applications contribute.
        judgments, edits: the data.
        taken_beside: of what other applications contributed, `TAKEN_OVER`.
    """

    recipe: Document
    result: Document
    judgments: Judgments
    edits: Sequence[EditJudgment]
    taken_beside: Mapping[str, Any] = field(default_factory=dict)


def paper_of(source: Source) -> Paper:
    """The report under pseudonyms. Numbers are those of the report."""
    whole = report_result(source.result)
    result = to_json(replace(whole, correlation=None, maege=None))
    excluded = source.recipe["excluded_judges"]
    filtered = judges_without_any(source.recipe.get("left_out", {}))
    ranked = [judge["judge"] for judge in result["judges"]]
    # Whoever judged edits alone has no ranking.
    others = sorted({edit.judge for edit in source.edits} - {*ranked, *excluded, *filtered})
    judges = judge_pseudonyms([*ranked, *others], {*excluded, *filtered})
    counting = source.judgments.without_judges(set(excluded) & set(source.judgments.judges))
    judgments = shown_judgments(counting, judges)
    edits = shown_edits((edit for edit in source.edits if edit.judge not in excluded), judges)
    shown = renamed(result, judges)
    return Paper(shown_recipe(source.recipe, judges), shown, judgments, edits, _taken_over(source.result))


def paper_again(
    recipe: Mapping[str, Any],
    known: Mapping[str, Any],
    judgments: Judgments,
    edits: Sequence[EditJudgment],
    tell: Tell = lambda share, message: None,
) -> Paper:
    """The paper that the recipe and the data of an archive determine, computed anew.

    Who the judges are, and how many distinct outputs sentences have, is taken from the `known` result,
    because no data of the archive hold it.

    Raises:
        ValueError: the recipe is not one, or does not fit the data; the message says why.
    """
    result = report_result(known)
    try:
        options = ReportOptions.from_json({name: recipe[name] for name in OPTION_NAMES if name in recipe})
    except (TypeError, AttributeError) as error:
        raise ValueError(f"it is not the recipe of a report ({error})") from error
    computed = compute_report(
        judgments,
        [entry.sentences for entry in result.distinct_outputs],
        result.systems,
        options,
        tell,
        edits=edits,
        survey=result.survey,
    )
    # What a recipe tells of the rankings beside what was computed from them.
    told = {key: value for key, value in recipe.items() if key not in computed.recipe}
    return Paper(computed.recipe | told, computed.result, judgments, edits, _taken_over(known))


def _taken_over(result: Mapping[str, Any]) -> dict[str, Any]:
    return {key: result[key] for key in TAKEN_OVER if result.get(key) is not None}
