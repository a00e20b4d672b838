"""Sphinx with MyST, told all it needs: sources from `docsite.sources`, looks from `docsite/theme`."""

import io
import re
import shutil
import tempfile
import warnings
from pathlib import Path
from typing import Any

import appraise_gec
from docsite.sources import ROOT, ContentsError, gather

HERE = Path(__file__).parent
TITLE = "Appraise GEC"
# What Sphinx writes for its own themes and for other builds.
NEEDLESS = (
    ".buildinfo",
    "objects.inv",
    *(f"_static/{name}" for name in ("basic.css", "pygments.css", "file.png", "minus.png", "plus.png")),
)


class BuildFailedError(Exception):
    """What Sphinx complained about, one line for each complaint."""


def build(output: Path, *, standalone: bool = False) -> None:
    """Write the site into an empty or missing folder.

    Args:
        output: where to.
        standalone: leave out the link to the site that serves the pages one level up.

    Raises:
        BuildFailedError: a link leads nowhere, or a page is malformed or not in the table of contents.
    """
    from sphinx.application import Sphinx
    from sphinx.deprecation import RemovedInSphinx11Warning
    from sphinx.errors import SphinxError
    from sphinx.util.docutils import docutils_namespace

    with tempfile.TemporaryDirectory(prefix="appraise-gec-docs-") as name:
        sources, doctrees = Path(name) / "sources", Path(name) / "doctrees"
        complaints = io.StringIO()
        try:
            contents = gather(sources)
            with docutils_namespace(), warnings.catch_warnings():
                # MyST asks Sphinx in a way that later versions will not know; the lock file holds both.
                warnings.filterwarnings("ignore", category=RemovedInSphinx11Warning, module=r"myst_parser\.")
                sphinx = Sphinx(
                    sources,
                    None,
                    output,
                    doctrees,
                    "html",
                    confoverrides=settings(standalone=standalone),
                    status=None,
                    warning=complaints,
                    freshenv=True,
                )
                sphinx.config.html_context["contents"] = contents
                sphinx.build(force_all=True)
        except (SphinxError, ContentsError) as error:
            raise BuildFailedError(f"{complaints.getvalue()}{error}") from error
        if complaints.getvalue():
            told = re.sub(r"\x1b\[[0-9;]*m", "", complaints.getvalue())
            raise BuildFailedError(told.replace(f"{sources}/", "").rstrip())
    for needless in NEEDLESS:
        (output / needless).unlink(missing_ok=True)
    (output / "_sources").rmdir()
    shutil.copy(ROOT / "static" / "js" / "wide-tables.js", output / "_static")


def settings(*, standalone: bool) -> dict[str, Any]:
    """What a conf.py would say."""
    return {
        "project": TITLE,
        "version": appraise_gec.__version__,
        "release": appraise_gec.__version__,
        "language": "en",
        "extensions": ["myst_parser", "docsite.markup"],
        "myst_heading_anchors": 4,
        "myst_disable_syntax": ["myst_line_comment", "myst_block_break", "myst_role", "myst_target"],
        "highlight_language": "none",
        "root_doc": "index",
        "html_theme": "theme",
        "html_theme_path": [str(HERE)],
        # The colours and controls of the site itself, and its way of telling that a table goes on.
        "html_static_path": [str(ROOT / "static" / "css" / "appraise.css")],
        "html_favicon": str(ROOT / "static" / "img" / "favicon.svg"),
        "html_title": TITLE,
        "html_search_scorer": str(HERE / "theme" / "scorer.js"),
        "html_show_sourcelink": False,
        "html_copy_source": False,
        "html_use_index": False,
        "html_context": {"standalone": standalone},
        # Sphinx looks for trees of pages; docs/index.md is held to list all of them by `gather`.
        "suppress_warnings": ["toc.not_included"],
    }
