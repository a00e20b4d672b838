"""What stands in a paper bundle: the same paper gives the same files, byte for byte."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from appraise_gec.presentation.documents import Block, Folded, Heading, Part, Prose, Terms
from appraise_gec.presentation.writers import html
from appraise_gec.words import words
from rankings.formats.json_form import to_json
from rankings.formats.records import FormatError
from rankings.reports.paper import texts
from rankings.reports.paper.codebook import codebook
from rankings.reports.paper.companion import Companion
from rankings.reports.paper.croissant import croissant
from rankings.reports.paper.data_files import Content, DataFile, data_files
from rankings.reports.paper.licences import licence_text
from rankings.reports.paper.paper import Paper, Tell
from rankings.reports.report_files import addresses, chart_files, report_files, report_tables, table_files
from rankings.reports.result import ReportResult, report_result
from rankings.reports.single_page import ReportPage

RECIPE = "recipe.json"
REPORT = "report.json"
PAGE = "report.html"
CROISSANT = "croissant.json"
# Shares of the work after the numbers are there.
DRAWN, WRITTEN = 0.6, 0.95


class Contents:
    """The files of a paper, one after the other.

    `written` is told of every file by whoever keeps it: Croissant metadata name its size and SHA-256.
    """

    def __init__(self, paper: Paper, companions: Sequence[Companion] = ()) -> None:
        self.paper = paper
        self._companions = companions
        self.written: dict[str, Mapping[str, Any]] = {}
        self._result: ReportResult = report_result(paper.result)

    def files(self, tell: Tell = lambda share, message: None) -> Iterator[tuple[str, Content]]:
        """Path and content of every file but the manifest; `tell` learns how far it is, from 0 to 1."""
        paper, result = self.paper, self._result
        tell(0.0, words("Drawing figures"))
        further = {beside.key: beside.result for beside in self._companions}
        tables_beside = [table for beside in self._companions for table in beside.tables]
        document = {"recipe": paper.recipe, "result": {**paper.result, **further}}
        yield "README.md", texts.readme(paper).encode()
        yield "LICENCE.md", licence_text(paper.wishes.licence).encode()
        yield "CITATION.bib", texts.citation(paper).encode()
        yield RECIPE, json_bytes(paper.stated)
        yield REPORT, json_bytes(document)
        yield PAGE, self.page(paper.wishes.title)
        yield from report_files(result, paper.recipe).items()
        yield from table_files(tables_beside).items()
        for beside in self._companions:
            yield from chart_files(beside.charts).items()
        tell(DRAWN, words("Writing data"))
        kept: list[DataFile] = []
        left_out: dict[str, str] = {}
        beside_data = [file for beside in self._companions for file in beside.data]
        files = [*data_files(paper.judgments, paper.edits), *beside_data]
        for number, file in enumerate(files):
            tell(DRAWN + (WRITTEN - DRAWN) * number / len(files), words("Writing %(file)s", file=file.path))
            try:
                content = file.write()
            except FormatError as error:
                left_out[file.path] = error.problems[0].message
                continue
            kept.append(file)
            yield file.path, content
        tell(WRITTEN, words("Writing the codebook"))
        masked = paper.wishes.masked
        tables = [*report_tables(result), *tables_beside]
        yield "CODEBOOK.md", codebook(kept, left_out, tables, masked=masked).encode()
        yield CROISSANT, croissant(paper, kept, self.written)

    def page(self, title: str, more: Sequence[Part] = ()) -> bytes:
        """The report as one page; `more` are sections before how to reproduce it."""
        page = ReportPage(self._result, self.paper.recipe, addresses)
        parts = [*(beside.part for beside in self._companions), *more]
        return html.write(page.document(title, parts, self._how_to_reproduce()))

    def _how_to_reproduce(self) -> list[Block]:
        recipe = self.paper.recipe
        # In an order of their own: a database may give the keys of a stored document in any.
        software = ", ".join(f"{name} {number}" for name, number in sorted(recipe["software"].items()))
        rankings = recipe["rankings"]
        settings = {
            key: value
            for key, value in sorted(recipe.items())
            if key not in {"program", "version", "software", "rankings", "outputs"}
        }
        return [
            Prose(
                "The archive that this page belongs to holds the data. This call computes every number again:"
            ),
            Terms([("Call", "appraise-gec report paper.zip --verify")], exact=True),
            Heading("Settings and versions"),
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


def json_bytes(document: Any) -> bytes:
    """A document as the same bytes wherever it is written, with sorted keys."""
    text = json.dumps(to_json(document), ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False)
    return f"{text}\n".encode("utf-8", "backslashreplace")
