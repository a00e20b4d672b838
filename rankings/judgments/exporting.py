"""Rankings as files that people download."""

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from rankings.formats.columns import Judgments
from rankings.formats.judgments import FORMATS, judgment_pieces
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign

EXPORTS = tuple(FORMATS)
USUAL = ("xml", "csv", "json")
MOST_IN_MEMORY = 50_000
PIECE_BYTES = 1 << 18


def export_titles(*, usual: bool) -> dict[str, str]:
    """What people call the usual formats, or all others, by the name of each."""
    return {name: FORMATS[name].title for name in EXPORTS if (name in USUAL) is usual}


@dataclass(frozen=True, slots=True)
class Export:
    """A file to download.

    Attributes:
        name, content_type: of the file.
        pieces: its bytes, to be gone over once.
        is_short: whether they are in memory; else they are in a temporary file.
    """

    name: str
    content_type: str
    pieces: Iterable[bytes]
    is_short: bool = True

    @property
    def content(self) -> bytes:
        """All pieces."""
        return b"".join(self.pieces)


def export_judgments(campaign: Campaign, format_name: str) -> Export:
    """The campaign's current rankings as a file. Judges appear under the name that the campaign gave them.

    Raises:
        KeyError: `format_name` is not one of `EXPORTS`.
        FormatError: the format cannot hold a name or text of this campaign.
    """
    return export(campaign_judgments(campaign), f"{campaign.slug}-judgments", format_name)


def export(judgments: Judgments, name: str, format_name: str) -> Export:
    """Judgments as a file of this name. Raises KeyError and FormatError as `export_judgments` does."""
    chosen = FORMATS[format_name]
    pieces = judgment_pieces(judgments, format_name)
    is_short = len(judgments) <= MOST_IN_MEMORY
    media_type = chosen.media_type
    return Export(
        name=f"{name}{chosen.extension}",
        content_type=f"{media_type}; charset=utf-8" if media_type.startswith("text/") else media_type,
        # Written as a whole before anything is sent: once an answer has begun, it is too late to refuse.
        pieces=list(pieces) if is_short else _kept(pieces),
        is_short=is_short,
    )


def _kept(pieces: Iterable[bytes]) -> Iterator[bytes]:
    file = tempfile.TemporaryFile(prefix="appraise-gec-export-")  # noqa: SIM115 - lives until it is sent
    file.writelines(pieces)
    file.seek(0)
    return iter(partial(file.read, PIECE_BYTES), b"")
