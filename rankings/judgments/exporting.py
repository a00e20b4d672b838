"""Rankings as files that people download."""

from dataclasses import dataclass

from rankings.formats.judgments import FORMATS, write_judgments
from rankings.formats.records import Judgment
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign

EXPORTS = tuple(name for name, made in FORMATS.items() if made.on_site)


def export_titles() -> dict[str, str]:
    """What people call each format that the site offers, by its name."""
    return {name: FORMATS[name].title for name in EXPORTS}


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
    return export(campaign_judgments(campaign), f"{campaign.slug}-judgments", format_name)


def export(judgments: list[Judgment], name: str, format_name: str) -> Export:
    """Judgments as a file of this name. Raises KeyError and FormatError as `export_judgments` does."""
    if format_name not in EXPORTS:
        raise KeyError(format_name)
    chosen = FORMATS[format_name]
    media_type = chosen.media_type
    return Export(
        name=f"{name}{chosen.extension}",
        content_type=f"{media_type}; charset=utf-8" if media_type.startswith("text/") else media_type,
        content=write_judgments(judgments, format_name),
    )
