"""The archive of a report for a paper: its folder under pseudonyms, the data behind it, and the recipe.

Whether its numbers follow from its data is found by computing the report anew, and comparing.
"""

import json
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import IO, Any, TypeVar

import msgspec
from msgspec.structs import replace as changed

from appraise_gec.report.computation import compute_report, judged_scores
from appraise_gec.report.folder import Described, files_of, json_bytes, zipped
from appraise_gec.report.options import DECLARED, ReportOptions
from appraise_gec.report.result import report_result
from metrics.validation.score_table import MetricScores
from rankings.formats.columns import Judgments
from rankings.formats.edit_marks import EditJudgment, read_edit_marks, write_edit_marks
from rankings.formats.judgments import read_judgments
from rankings.formats.problems import MIB, OWN_FILES, quoted
from rankings.formats.records import FormatError, Judgment, Problem
from rankings.formats.results import renamed, to_json
from rankings.formats.uploads import BROKEN, member_problem, why_broken
from rankings.formats.writing import write_judgments

RECIPE, REPORT = "recipe.json", "report.json"
JUDGMENTS, EDIT_MARKS, SCORES = "data/judgments.jsonl", "data/edit-marks.csv", "data/metric-scores.json"
Decoded = TypeVar("Decoded")
Tell = Callable[[float, str], None]
# Other processors and libraries compute other last bits.
RELATIVE = 1e-9
_MISSING = object()
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
    ranked = [judge["judge"] for judge in source.result["judges"]]
    # Whoever judged edits alone has no ranking.
    others = sorted({edit.judge for edit in source.edits} - {*ranked, *excluded})
    judges = judge_pseudonyms([*ranked, *others], excluded)
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

    Times of day, result sets and versions of the guidelines are left out: they tell who worked when, and may
    name people. So are numbers of items that are no numbers. Documents, which are resampled, get numbers.
    """
    judgments = list(judgments)
    documents = sorted({one.document for one in judgments} - {""})
    width = len(str(len(documents)))
    numbered = {name: f"document-{number:0{width}}" for number, name in enumerate(documents, start=1)}
    return Judgments.of(
        changed(
            one,
            judge=judges[one.judge],
            item=one.item if one.item.isascii() and one.item.isdigit() else "",
            document=numbered.get(one.document, ""),
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
        asked = {name: source.recipe[name] for name in DECLARED if name in source.recipe}
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


class PaperFile:
    """An open archive. Raises FormatError where it is none."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        try:
            self._archive = zipfile.ZipFile(file)
        except (ValueError, *BROKEN):
            message = "This is no zip archive, or not all of it. Expected the archive of a report."
            raise FormatError(Problem(name, message)) from None
        self.paths = set(self._archive.namelist())
        if missing := sorted({RECIPE, REPORT, JUDGMENTS} - self.paths):
            message = f"There is no {missing[0]} in the archive, so it is not the archive of a report."
            raise FormatError(Problem(name, message))

    def read(self, path: str) -> bytes:
        """A whole file. Raises FormatError where it cannot be read."""
        info = self._archive.getinfo(path)
        if info.file_size > OWN_FILES.file_bytes:
            raise FormatError(Problem(path, f"It has more than {OWN_FILES.file_bytes // MIB:,} MB."))
        if why_not := member_problem(info):
            raise FormatError(Problem(path, f"It {why_not}"))
        try:
            return self._archive.read(info)
        except BROKEN as error:
            raise FormatError(Problem(path, f"It cannot be unpacked: {why_broken(error)}.")) from None

    def decoded(self, path: str, type_: type[Decoded]) -> Decoded:
        """A file of JSON. Raises FormatError where it holds something else."""
        try:
            return msgspec.json.decode(self.read(path), type=type_)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            raise FormatError(Problem(path, f"It cannot be read: {error}.")) from None


@dataclass(slots=True)
class Verification:
    """What came out.

    Attributes:
        rankings: how many rankings were computed from.
        values: how many values of the report were compared.
        close: how many of them differ in their last digits alone.
        difference: the first place where they differ by more, and both values; empty where there is none.
        notes: what a reader should know about the comparison.
    """

    rankings: int
    values: int = 0
    close: int = 0
    difference: str = ""
    notes: tuple[str, ...] = ()


def verify(archive: PaperFile, tell: Tell = lambda share, message: None) -> Verification:
    """Compute the report of an archive anew from its data and recipe, and compare it with `report.json`.

    Args:
        archive: the report with its data and its recipe.
        tell: told how far it is, from 0 to 1.

    Raises:
        FormatError: data, recipe or report cannot be read.
    """
    report = archive.decoded(REPORT, dict[str, dict[str, Any]])
    if "result" not in report:
        raise FormatError(Problem(REPORT, "It holds no result."))
    source = Source(
        archive.decoded(RECIPE, dict[str, Any]),
        report["result"],
        read_judgments(archive.read(JUDGMENTS), JUDGMENTS, OWN_FILES),
        read_edit_marks(archive.read(EDIT_MARKS), EDIT_MARKS, OWN_FILES)
        if EDIT_MARKS in archive.paths
        else (),
        archive.decoded(SCORES, tuple[MetricScores, ...]) if SCORES in archive.paths else (),
    )
    try:
        made = compute_again(source, tell)
    except ValueError as error:
        raise FormatError(Problem(RECIPE, f"The report cannot be computed: {error}.")) from error
    found = Verification(len(source.judgments))
    _compare(_rest(report), _rest(made), "", found)
    if (there := _versions(source.recipe)) != (here := _versions(made["recipe"])):
        others = ", ".join(
            f"{name} {there.get(name, 'none')} there and {here.get(name, 'none')} here"
            for name in {**there, **here}
            if there.get(name) != here.get(name)
        )
        found.notes += (f"Computed by other versions, for which numbers may differ: {others}.",)
    if found.close:
        found.notes += (
            f"{found.close:,} numbers differ by less than a billionth of their value, as they do between "
            "processors and libraries.",
        )
    if source.result.get("maege") is not None:
        found.notes += ("Metrics without human rankings were taken over: no archive holds gold edits.",)
    return found


def _versions(recipe: Mapping[str, Any]) -> dict[str, str]:
    software = recipe.get("software")
    named = software if isinstance(software, Mapping) else {}
    return {"Appraise GEC": str(recipe.get("version")), **named}


def _rest(document: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """What has to be the same: not the versions, and not simulated campaigns, which move with them."""
    left_out = {"version", "software", "design"}
    return {
        name: {key: value for key, value in part.items() if key not in left_out}
        for name, part in document.items()
    }


def _compare(theirs: Any, ours: Any, place: str, found: Verification) -> None:
    if found.difference:
        return
    if isinstance(theirs, Mapping) and isinstance(ours, Mapping):
        for key in sorted({*theirs, *ours}):
            inner = f"{place}.{key}" if place else str(key)
            _compare(theirs.get(key, _MISSING), ours.get(key, _MISSING), inner, found)
        return
    if isinstance(theirs, list) and isinstance(ours, list):
        for number, (one, other) in enumerate(zip_longest(theirs, ours, fillvalue=_MISSING)):
            _compare(one, other, f"{place}[{number}]", found)
        return
    found.values += 1
    if type(theirs) is type(ours) and theirs == ours:
        return
    if _are_close(theirs, ours):
        found.close += 1
        return
    found.difference = f"{place}: {_shown(theirs)} in the archive, {_shown(ours)} computed"


def _are_close(one: Any, other: Any) -> bool:
    """Whether these are numbers that differ in their last digits alone; whole numbers never do."""
    kinds = {type(one), type(other)}
    return (
        float in kinds and kinds <= {int, float} and abs(one - other) <= RELATIVE * max(abs(one), abs(other))
    )


def _shown(value: Any) -> str:
    return "nothing" if value is _MISSING else quoted(json.dumps(value, ensure_ascii=False))
