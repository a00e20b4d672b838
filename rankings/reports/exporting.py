"""The rankings that a report was computed from, as files that people download."""

from rankings.judgments.exporting import Export, export
from rankings.models import Report
from rankings.reports.services import judgments_of


def export_judgments_of(report: Report, format_name: str) -> Export:
    """The rankings that a finished report was computed from, as a file.

    Raises:
        KeyError: `format_name` is not one of `EXPORTS`.
        FormatError: the format cannot hold a name or text of this campaign.
        Refused: the rankings are no longer available.
    """
    name = f"{report.campaign.slug}-judgments-{short_key(report)}"
    return export(judgments_of(report), name, format_name)


def short_key(report: Report) -> str:
    """The ending of the names of a report's files."""
    return str(report.key)[:8]
