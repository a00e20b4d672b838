"""Whether the numbers of a paper bundle follow from its data: everything is computed and written anew."""

import hashlib
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

from rankings.formats.edit_marks import EditJudgment, read_edit_marks
from rankings.formats.judgments import read_judgments
from rankings.formats.limits import MIB, OWN_FILES
from rankings.formats.records import FormatError, Judgment, Problem
from rankings.reports.paper.companion import Companion
from rankings.reports.paper.contents import RECIPE, REPORT, Contents
from rankings.reports.paper.data_files import EDIT_MARKS, JUDGMENTS, Content
from rankings.reports.paper.differences import Finding, compare
from rankings.reports.paper.paper import Paper, Tell, drawing_software, paper_again
from rankings.reports.paper.reading import PaperFile
from rankings.reports.paper.taken_over import TakenOver

# Computes them anew from an archive. Raises FormatError for broken data.
CompanionsOf = Callable[[PaperFile, Paper], Sequence[Companion]]
COMPUTED = 0.8
# Packed by libraries that every machine has in another version. What they show is in the drawing beside them.
PACKED = (".pdf", ".png")


@dataclass(frozen=True, slots=True)
class Checked:
    """One file of a bundle, compared with the same made anew.

    Attributes:
        path: of the file.
        cells: values or lines that were compared.
        close: of them, those that differ in their last digits alone.
        difference: the first one that differs by more; empty where none does.
    """

    path: str
    cells: int
    close: int
    difference: str


class _Made:
    """A file made anew, on the disk: with many pairs it takes more memory than everything else."""

    def __init__(self, content: Content) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=MIB)  # noqa: SIM115 - closed with its owner
        digest = hashlib.sha256()
        self.size = self._lines = self._commas = 0
        for piece in [content] if isinstance(content, bytes) else content:
            digest.update(piece)
            self._file.write(piece)
            self.size += len(piece)
            self._lines += piece.count(b"\n")
            self._commas += piece.count(b",")
        self.sha256 = digest.hexdigest()

    def cells(self, path: str) -> int:
        """How many values or lines it has."""
        if path.endswith(PACKED):
            return 1
        return self._lines + (self._commas if path.endswith(".csv") else 0)

    def read(self) -> bytes:
        """All of it."""
        self._file.seek(0)
        return self._file.read()


@dataclass(frozen=True, slots=True)
class Verification:
    """What came out.

    Attributes:
        checked: every file that was compared.
        passed_over: files that were not, each with the reason.
        notes: what a reader should know about the comparison.
        rankings: how many rankings were computed from.
    """

    checked: tuple[Checked, ...]
    passed_over: Mapping[str, str]
    notes: tuple[str, ...]
    rankings: int

    @property
    def same(self) -> bool:
        """Whether every number came out the same."""
        return not any(file.difference for file in self.checked)


def verify(
    bundle: PaperFile,
    tell: Tell = lambda share, message: None,
    companions_of: CompanionsOf = lambda bundle, paper: (),
) -> Verification:
    """Compute the report of a bundle anew from its data and recipe, and compare every file.

    Args:
        bundle: the archive.
        tell: told how far it is, from 0 to 1.
        companions_of: computes what stands beside the report.

    Raises:
        FormatError: data or recipe cannot be read.
    """
    stated = bundle.document(RECIPE)
    judgments = _judgments(bundle)
    edits = _edits(bundle)
    try:
        paper = paper_again(stated, judgments, edits, lambda share, message: tell(COMPUTED * share, message))
    except ValueError as error:
        raise FormatError(Problem(RECIPE, f"The report cannot be computed: {error}.")) from error
    made_by, drawn_by = _software(stated), stated.get("drawn_with")
    here = _software(paper.stated)
    same_program = made_by == here
    same_drawing = same_program and drawn_by == drawing_software()
    checked: list[Checked] = []
    passed_over: dict[str, str] = {}
    contents = Contents(paper, companions_of(bundle, paper))
    seen: set[str] = set()
    for path, content in contents.files(
        lambda share, message: tell(COMPUTED + (1 - COMPUTED) * share, message)
    ):
        made = _Made(content)
        digest = made.sha256
        contents.written[path] = {"path": path, "sha256": digest, "bytes": made.size}
        seen.add(path)
        if path not in bundle.paths:
            checked.append(Checked(path, 0, 0, "the file is not in the archive"))
        elif bundle.digest(path) == digest:
            checked.append(Checked(path, made.cells(path), 0, ""))
        elif path.startswith("figures/") and not same_drawing:
            passed_over[path] = "drawn by other versions of the program or its libraries"
        elif path.endswith(PACKED):
            passed_over[path] = (
                "packed by another version of a library; the drawing beside it as SVG is compared"
            )
        elif not same_program and not _holds_numbers(path):
            passed_over[path] = "worded by another version"
        else:
            finding = _compared(path, bundle.read(path), made.read(), same_program=same_program)
            checked.append(Checked(path, finding.cells, finding.close, finding.difference))
    strangers = [path for path in bundle.paths if path not in seen]
    checked += [Checked(path, 0, 0, "the data and recipe give no such file") for path in strangers]
    notes = [*_taken_over(stated), *_notes(checked, made_by, here)]
    return Verification(tuple(checked), passed_over, tuple(notes), len(judgments))


def _judgments(bundle: PaperFile) -> list[Judgment]:
    with bundle.open(JUDGMENTS) as stream:
        return read_judgments(cast("BinaryIO", stream), JUDGMENTS, OWN_FILES)


def _edits(bundle: PaperFile) -> list[EditJudgment]:
    if EDIT_MARKS not in bundle.paths:
        return []
    return read_edit_marks(bundle.read(EDIT_MARKS), EDIT_MARKS, OWN_FILES)


def _software(stated: Mapping[str, Any]) -> dict[str, str]:
    """Versions of the program and of what it computes with, as a recipe names them."""
    report = stated.get("report")
    if not isinstance(report, Mapping) or not isinstance(report.get("software"), Mapping):
        raise FormatError(Problem(RECIPE, "It does not name the software that computed the report."))
    return {"Appraise GEC": str(report.get("version")), **report["software"]}


def _holds_numbers(path: str) -> bool:
    return path in {REPORT, RECIPE} or path.startswith("data/") or path.endswith(".csv")


def _compared(path: str, theirs: bytes, ours: bytes, *, same_program: bool) -> Finding:
    finding = compare(path, theirs, ours)
    if same_program or not finding.difference or path not in {REPORT, RECIPE}:
        return finding
    return compare(path, _without_versions(theirs), _without_versions(ours))


def _without_versions(content: bytes) -> bytes:
    """recipe.json or report.json without what says by which versions it was computed."""
    document = json.loads(content)
    for place in (document.get("report"), document.get("recipe"), document):
        if isinstance(place, dict):
            for key in ("version", "software", "drawn_with"):
                place.pop(key, None)
    return json.dumps(document).encode()


def _taken_over(stated: Mapping[str, Any]) -> list[str]:
    names = TakenOver.stated(stated).names
    if not names:
        return []
    return [
        f"Taken from {RECIPE} as it stands there, because no data of the archive hold it: {'; '.join(names)}."
    ]


def _notes(checked: list[Checked], made_by: Mapping[str, str], here: Mapping[str, str]) -> list[str]:
    notes = []
    if made_by != here:
        others = ", ".join(
            f"{name} {made_by.get(name, 'none')} there and {here.get(name, 'none')} here"
            for name in {**made_by, **here}
            if made_by.get(name) != here.get(name)
        )
        notes.append(
            f"The report was computed by other versions: {others}. Numbers may differ for that reason alone."
        )
    close = sum(file.close for file in checked)
    if close:
        notes.append(
            f"{close:,} numbers differ by less than a billionth of their value, as they do between "
            "processors and libraries."
        )
    return notes
