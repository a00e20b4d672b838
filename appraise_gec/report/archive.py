"""The archive of a report for a paper: its folder under pseudonyms, the data behind it, and the recipe."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec.structs import replace as changed

from appraise_gec.report.computation import compute_report, judged_scores
from appraise_gec.report.folder import Described, files_of, json_bytes, zipped
from appraise_gec.report.options import OPTION_NAMES, ReportOptions
from appraise_gec.report.result import report_result
from metrics.validation.score_table import MetricScores
from rankings.formats.columns import Judgments
from rankings.formats.edit_marks import EditJudgment, write_edit_marks
from rankings.formats.filtering import judges_without_any
from rankings.formats.judgments import write_judgments
from rankings.formats.names_in_documents import renamed
from rankings.formats.records import Judgment
from rankings.formats.results import to_json

RECIPE, REPORT = "recipe.json", "report.json"
JUDGMENTS, EDIT_MARKS, SCORES = "data/judgments.jsonl", "data/edit-marks.csv", "data/metric-scores.json"
TITLE = "Human evaluation of grammatical error correction"


@dataclass(frozen=True, slots=True)
class Source:
    """A report as it was computed, with what went into it.

    Attributes:
        recipe, result: of the report, as JSON values.
        judgments: exactly those that it was computed from.
        edits: the edits that their judges could mark.
        scores: of metrics that it compares with people.
    """

    recipe: Mapping[str, Any]
    result: Mapping[str, Any]
    judgments: Judgments
    edits: Sequence[EditJudgment] = ()
    scores: Sequence[MetricScores] = ()


def under_pseudonyms(source: Source) -> Source:
    """The same where nothing names a person. Numbers are those of the report."""
    excluded = source.recipe["excluded_judges"]
    unused = set(excluded) & set(source.judgments.judges)
    filtered = judges_without_any(source.recipe.get("left_out", {}))
    ranked = [judge["judge"] for judge in source.result["judges"]]
    # Whoever judged edits alone has no ranking.
    others = sorted({edit.judge for edit in source.edits} - {*ranked, *excluded, *filtered})
    judges = judge_pseudonyms([*ranked, *others], {*excluded, *filtered})
    return Source(
        shown_recipe(source.recipe, judges),
        renamed(dict(source.result), judges),
        shown_judgments(source.judgments.without_judges(unused), judges),
        shown_edits((edit for edit in source.edits if edit.judge not in excluded), judges),
        judged_scores(source.scores, source.judgments),
    )


def judge_pseudonyms(judges: Sequence[str], left_out: Iterable[str] = ()) -> dict[str, str]:
    """judge-01, judge-02 and so on, by the judges' names.

    Rankings are put in an order that begins with the judge's name before anything is resampled. So numbers
    follow the order that a report's computation had, and have leading zeros: the pseudonyms sort as the names
    did, and the same seed draws the same units.

    Args:
        judges: in the order of the report's result.
        left_out: judges without rankings in the report; numbered after the others.
    """
    names = [*judges, *sorted(set(left_out) - set(judges))]
    width = len(str(len(names)))
    return {name: f"judge-{number:0{width}}" for number, name in enumerate(names, start=1)}


def shown_judgments(judgments: Iterable[Judgment], judges: Mapping[str, str]) -> Judgments:
    """Judgments under pseudonyms, with what statistics use and how long they took.

    Times of day, documents, result sets and versions of the guidelines are left out: they tell who worked
    when, and may name people. So are numbers of items that are no numbers.
    """
    return Judgments.of(
        changed(
            one,
            judge=judges[one.judge],
            item=one.item if one.item.isascii() and one.item.isdigit() else "",
            document="",
            result_set="",
            opened_at=None,
            submitted_at=None,
            guidelines_version=None,
        )
        for one in judgments
    )


def shown_edits(edits: Iterable[EditJudgment], judges: Mapping[str, str]) -> list[EditJudgment]:
    """Marks on edits under pseudonyms."""
    return [
        replace(
            edit,
            judge=judges[edit.judge],
            item=edit.item if edit.item.isascii() and edit.item.isdigit() else "",
        )
        for edit in edits
    ]


def shown_recipe(recipe: Mapping[str, Any], judges: Mapping[str, str]) -> dict[str, Any]:
    """The recipe of a report with judges under pseudonyms, and documents without their names.

    These may name people, as those of learners' essays do. A name that is a number stays.
    """
    shown: dict[str, Any] = renamed(dict(recipe), judges)
    if "documents" in recipe:
        shown["documents"] = sorted(
            name if name.isascii() and name.isdigit() else f"chosen-document-{number}"
            for number, name in enumerate(recipe["documents"], start=1)
        )
    return shown


def named_in(text: str, names: Iterable[str]) -> str:
    """The first of the names that a text holds as a word, in capitals or not; empty where it holds none."""
    for name in names:
        word = rf"(?<![^\W_]){re.escape(name)}(?![^\W_])"
        if re.search(word, text, re.IGNORECASE):
            return name
    return ""


def write_archive(shown: Source, title: str) -> tuple[str, bytes]:
    """Its page, and the archive as a zip; `title` heads its page.

    `shown` is under pseudonyms. The same source gives the same bytes.
    """
    described = Described.of(report_result(shown.result), shown.recipe)
    document = json_bytes({"recipe": shown.recipe, "result": shown.result})
    files = {
        RECIPE: json_bytes(shown.recipe),
        **files_of(described, title, document),
        JUDGMENTS: write_judgments(shown.judgments, "jsonl"),
    }
    if shown.edits:
        files[EDIT_MARKS] = b"".join(write_edit_marks(shown.edits))
    if shown.scores:
        files[SCORES] = json_bytes(to_json(list(shown.scores)))
    return files["report.html"].decode(), zipped(files)


def compute_again(source: Source, tell: Any) -> dict[str, Any]:
    """The document that recipe and data determine, computed anew.

    Who the judges are, how many distinct outputs sentences have and how metrics do without people are taken
    from the known result, because no data of an archive hold them.

    Raises:
        ValueError: the recipe is not one, or does not fit the data; the message says why.
    """
    known = report_result(dict(source.result))
    try:
        asked = {name: source.recipe[name] for name in OPTION_NAMES if name in source.recipe}
        options = ReportOptions.from_json(asked)
    except (TypeError, AttributeError) as error:
        raise ValueError(f"it is not the recipe of a report ({error})") from error
    computed = compute_report(
        source.judgments,
        [entry.sentences for entry in known.distinct_outputs],
        known.systems,
        options,
        tell,
        edits=source.edits,
        survey=known.survey,
        scores=source.scores,
        maege=known.maege,
    )
    # What a recipe tells of the rankings beside what was computed from them.
    told = {key: value for key, value in source.recipe.items() if key not in computed.recipe}
    return {"recipe": computed.recipe | told, "result": computed.result}
