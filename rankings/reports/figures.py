"""The figures of a report as files."""

from typing import Any

from appraise_gec.presentation.figures import render
from rankings.reports.result import report_result

FIGURES = ("ranking", "rank-probabilities", "planning", "distinct-outputs")


def draw(name: str, extension: str, result: dict[str, Any]) -> bytes:
    """A figure of a report's result as a file.

    Args:
        name: one of `FIGURES`.
        extension: one of `appraise_gec.presentation.figures.CONTENT_TYPES`.
        result: `Report.result`.

    Raises:
        KeyError: an unknown name or extension.
    """
    from rankings.reports.figure_drawing import DRAWERS  # noqa: PLC0415 - loads the drawing library

    drawer = DRAWERS[name]
    return render(lambda: drawer(report_result(result)), extension)
