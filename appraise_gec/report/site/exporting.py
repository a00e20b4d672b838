"""The rankings that a report was computed from, and its figures, as files that people download."""

import hashlib
import json

from appraise_gec.present.downloads import drawn_once
from appraise_gec.report.figures import draw
from appraise_gec.report.site.services import judgments_of
from rankings.judgments.exporting import Export, export
from rankings.models import Report


def export_judgments_of(report: Report, format_name: str) -> Export:
    """The rankings that a finished report was computed from, as a file.

    Raises:
        KeyError: `format_name` is not one of `EXPORTS`.
        FormatError: the format cannot hold a name or text of this campaign.
        Refused: the rankings are no longer available.
    """
    name = f"{report.campaign.slug}-judgments-{short_key(report)}"
    return export(judgments_of(report), name, format_name)


def figure_of(report: Report, name: str, extension: str) -> bytes:
    """A figure of a finished report, drawn once for as long as its judges keep their names.

    Raises:
        KeyError: as `appraise_gec.report.figures.draw`.
    """
    result = report.result or {}
    judges = json.dumps([judge["judge"] for judge in result["judges"]])
    mark = hashlib.sha256(judges.encode()).hexdigest()[:16]
    return drawn_once(f"figure:{report.key}:{mark}:{name}:{extension}", lambda: draw(name, extension, result))


def short_key(report: Report) -> str:
    """The ending of the names of a report's files."""
    return str(report.key)[:8]
