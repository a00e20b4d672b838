"""A report as a folder: the page, the numbers, and every table and figure as files of their own."""

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import appraise_gec
from appraise_gec.present import drawing, html
from appraise_gec.present.blocks import Section
from appraise_gec.present.files import FIGURE_FILES, TABLE_FILES
from appraise_gec.report.methods_text import LATEX_NEEDS, methods_text
from appraise_gec.report.result import ReportResult
from appraise_gec.report.sections import sections
from rankings.formats.results import to_json

# The oldest moment that a zip archive can hold: the time of making must not change the bytes.
_MOMENT = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o644 << 16


@dataclass(frozen=True, slots=True)
class Described:
    """A report in words, tables and figures.

    Attributes:
        result, recipe: of the report.
        sections: in their order; the first holds the finding.
    """

    result: ReportResult
    recipe: Mapping[str, Any]
    sections: list[Section]

    @classmethod
    def of(cls, result: ReportResult, recipe: Mapping[str, Any]) -> "Described":
        return cls(result, recipe, sections(result, recipe))

    def body(self) -> str:
        """What a page of the site shows: contents and sections, all but the first folded."""
        return html.write_sections(self.sections, addresses)

    def page(self, title: str) -> bytes:
        """The same as a page that needs nothing else."""
        program = f"Made by Appraise GEC {appraise_gec.__version__}."
        return html.write_page(title, self.sections, program, addresses)


def addresses(folder: str, key: str) -> Mapping[str, str]:
    """Where the files of a table or figure lie beside the page, by the names of their formats."""
    if folder == "figures":
        return {name: f"figures/{key}.{end}" for end, name in FIGURE_FILES.items()}
    return {name: f"tables/{key}.{end}" for end, (name, _) in TABLE_FILES.items()}


def files_of(described: Described, title: str, document: bytes) -> dict[str, bytes]:
    """Every file of the folder by its path; `document` is what `report.json` holds."""
    files = {"report.html": described.page(title), "report.json": document}
    for section in described.sections:
        for table in section.tables:
            if table.rows:
                files |= {
                    f"tables/{table.key}.{end}": write(table) for end, (_, write) in TABLE_FILES.items()
                }
        for drawn in section.figures:
            made = drawing.files(drawn, tuple(FIGURE_FILES))
            files |= {f"figures/{drawn.key}.{end}": content for end, content in made.items()}
    text = methods_text(described.result, described.recipe)
    files["methods.tex"] = f"{LATEX_NEEDS}\n{text.latex}\n".encode()
    files["references.bib"] = text.bibtex.encode()
    return files


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Files as one zip archive; the same files give the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for path, content in files.items():
            info = zipfile.ZipInfo(path, _MOMENT)
            info.external_attr = _READABLE
            info.create_system = 3  # as on Linux, wherever it is written
            archive.writestr(info, content, zipfile.ZIP_DEFLATED, 6)
    return target.getvalue()


def json_bytes(document: Any) -> bytes:
    """A document as its recipe determines it, to the last byte."""
    text = json.dumps(to_json(document), ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False)
    return f"{text}\n".encode("utf-8", "backslashreplace")
