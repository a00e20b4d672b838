"""The archive of a report: its folder, with the data under pseudonyms and the recipe."""

import json
import zipfile
from collections.abc import Iterator, Sequence
from typing import IO, Any

from appraise_gec.present.blocks import Block, Folded, Links, Prose, Section, Terms
from appraise_gec.report.paper.companion import Companion
from appraise_gec.report.paper.paper import Paper, Tell
from appraise_gec.report.report_files import addresses, figure_files, report_files, table_files
from appraise_gec.report.result import report_result
from appraise_gec.report.single_page import ReportPage
from rankings.formats.edit_marks import write_edit_marks_json
from rankings.formats.judgments import write_judgments
from rankings.formats.results import to_json

RECIPE = "recipe.json"
REPORT = "report.json"
JUDGMENTS = "data/judgments.json"
EDIT_MARKS = "data/edit-marks.json"
# Share of the work after which figures are drawn.
DRAWN = 0.8
# The oldest moment that a zip archive can hold: the time of making must not change the bytes.
_MOMENT = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o644 << 16


def write_paper(
    paper: Paper,
    title: str,
    target: IO[bytes],
    tell: Tell = lambda share, message: None,
    companions: Sequence[Companion] = (),
) -> int:
    """Write the archive to a file; `title` heads its page. Returns how many files it holds.

    The same paper gives the same bytes.
    """
    number = 0
    with zipfile.ZipFile(target, "w") as archive:
        for path, content in _files(paper, title, tell, companions):
            info = zipfile.ZipInfo(path, _MOMENT)
            info.external_attr = _READABLE
            # As on Linux, wherever it is written.
            info.create_system = 3
            archive.writestr(info, content, zipfile.ZIP_DEFLATED, 6)
            number += 1
    return number


def document_of(paper: Paper, companions: Sequence[Companion]) -> dict[str, Any]:
    """What `report.json` holds."""
    beside = {companion.key: companion.result for companion in companions}
    return {"recipe": paper.recipe, "result": {**paper.result, **beside}}


def page(
    paper: Paper, title: str, companions: Sequence[Companion] = (), more: Sequence[Section] = ()
) -> bytes:
    """The report as one page; `more` are sections before how to reproduce it."""
    made = ReportPage(report_result(paper.result), paper.recipe, addresses)
    parts = [*(beside.part for beside in companions), *more]
    return made.document(title, parts, _how_to_reproduce(paper))


def public_page(paper: Paper, title: str, day: str, companions: Sequence[Companion]) -> bytes:
    """The page behind a public link: as in the archive, with the archive to download."""
    blocks: list[Block] = [
        Prose(f"A frozen copy of the report of {day}: rankings and changes that came later are not in it."),
        Prose(
            "The archive holds this page, every table and figure, the rankings under pseudonyms of judges, "
            "and the recipe that computes the numbers again."
        ),
        Links([("Download paper.zip", "paper.zip")]),
    ]
    return page(paper, title, companions, [Section("download", "Download", blocks)])


def _files(
    paper: Paper, title: str, tell: Tell, companions: Sequence[Companion]
) -> Iterator[tuple[str, bytes]]:
    tell(0.0, "Drawing figures")
    yield RECIPE, _json_bytes(paper.recipe)
    yield REPORT, _json_bytes(document_of(paper, companions))
    yield "report.html", page(paper, title, companions)
    yield from report_files(report_result(paper.result), paper.recipe).items()
    for beside in companions:
        yield from table_files(beside.tables).items()
        yield from figure_files(beside.part.figures).items()
    tell(DRAWN, "Writing data")
    yield JUDGMENTS, write_judgments(paper.judgments, "json")
    if paper.edits:
        yield EDIT_MARKS, b"".join(write_edit_marks_json(paper.edits))
    for beside in companions:
        yield from beside.data.items()


def _how_to_reproduce(paper: Paper) -> list[Block]:
    recipe = paper.recipe
    # In an order of their own: a database may give the keys of a stored document in any.
    software = ", ".join(f"{name} {number}" for name, number in sorted(recipe["software"].items()))
    rankings = recipe["rankings"]
    settings = {
        key: value
        for key, value in sorted(recipe.items())
        if key not in {"program", "version", "software", "rankings", "outputs"}
    }
    return [
        Prose("The archive that this page belongs to holds the data. This call computes every number again:"),
        Terms([("Call", "appraise-gec report paper.zip --verify")], exact=True),
        Prose("Settings and versions", "heading"),
        Terms([("Program", f"Appraise GEC {recipe['version']}"), ("Software", software)]),
        Terms([("Rankings", f"{rankings['number']:,}, SHA-256 {rankings['sha256']}")], exact=True),
        Folded(
            "All settings",
            [
                Terms(
                    [
                        (name, json.dumps(value, ensure_ascii=False, sort_keys=True))
                        for name, value in settings.items()
                    ],
                    exact=True,
                )
            ],
        ),
    ]


def _json_bytes(document: Any) -> bytes:
    text = json.dumps(to_json(document), ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False)
    return f"{text}\n".encode("utf-8", "backslashreplace")
