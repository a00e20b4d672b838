"""Rankings as files that people download."""

from dataclasses import dataclass

from rankings.formats.judgments import FORMATS, write_judgments
from rankings.formats.records import Judgment
from rankings.models import Campaign, Report
from rankings.reports.judgments import campaign_judgments
from rankings.reports.services import judgments_of

EXPORTS = ("xml", "csv", "json")


@dataclass(frozen=True, slots=True)
class Export:
    """A file to download."""

    name: str
    content_type: str
    content: bytes


def export_judgments(campaign: Campaign, format_name: str) -> Export:
    """The campaign's current rankings as a file. Judges appear under the name that the campaign gave them.

    Raises:
        KeyError: `format_name` is not one of `EXPORTS`.
        FormatError: the format cannot hold a name or text of this campaign.
    """
    return _export(campaign_judgments(campaign), f"{campaign.slug}-judgments", format_name)


def export_judgments_of(report: Report, format_name: str) -> Export:
    """The rankings that a finished report was computed from, as a file.

    Raises:
        KeyError: `format_name` is not one of `EXPORTS`.
        FormatError: the format cannot hold a name or text of this campaign.
        Refused: the rankings cannot be had any more.
    """
    name = f"{report.campaign.slug}-judgments-{short_key(report)}"
    return _export(judgments_of(report), name, format_name)


def short_key(report: Report) -> str:
    """What the names of a report's files end on."""
    return str(report.key)[:8]


def _export(judgments: list[Judgment], name: str, format_name: str) -> Export:
    if format_name not in EXPORTS:
        raise KeyError(format_name)
    media_type = FORMATS[format_name].media_type
    return Export(
        name=f"{name}.{format_name}",
        content_type=f"{media_type}; charset=utf-8" if media_type.startswith("text/") else media_type,
        content=write_judgments(judgments, format_name),
    )
