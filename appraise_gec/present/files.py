"""Which files there are of tables, figures and reports: by the ends of their names."""

from collections.abc import Callable

from appraise_gec.present import csv, drawing, latex, markdown
from appraise_gec.present.table import Table

TABLE_FILES: dict[str, tuple[str, Callable[[Table], bytes]]] = {
    "csv": ("CSV", csv.write),
    "tex": ("LaTeX", latex.write),
    "md": ("Markdown", markdown.write),
}
FIGURE_FILES = {"svg": "SVG", "pdf": "PDF"}
CONTENT_TYPES = {
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "csv": "text/csv; charset=utf-8",
    "tex": "application/x-tex; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "bib": "application/x-bibtex; charset=utf-8",
    **drawing.CONTENT_TYPES,
}
