"""Whether the numbers of an archive follow from its data: the report is computed anew, and compared."""

import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import IO, Any, TypeVar

import msgspec

from appraise_gec.report.archive import (
    EDIT_MARKS,
    JUDGMENTS,
    RECIPE,
    REPORT,
    SCORES,
    Source,
    compute_again,
)
from metrics.validation.score_table import MetricScores
from rankings.formats.archives import BROKEN, member_problem, why_broken
from rankings.formats.edit_marks import read_edit_marks
from rankings.formats.judgments import read_judgments
from rankings.formats.limits import MIB, OWN_FILES
from rankings.formats.problems import quoted
from rankings.formats.records import FormatError, Problem

Decoded = TypeVar("Decoded")
Tell = Callable[[float, str], None]
# Other processors and libraries compute other last bits.
RELATIVE = 1e-9
_MISSING = object()


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
