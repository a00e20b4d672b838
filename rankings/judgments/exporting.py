"""Rankings as files that people download."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import appraise_gec
from appraise_gec.snapshots import snapshot
from rankings.formats.judgments import FORMATS, judgment_pieces, write_judgments
from rankings.formats.records import Judgment
from rankings.judgments.stored import StoredJudgments, rankings_mark
from rankings.models import Campaign

EXPORTS = tuple(FORMATS)
USUAL = ("xml", "csv", "json")
# More are read while the file is sent. Fewer are one answer with its length, and may be refused for anything.
MOST_AT_ONCE = 5000


def export_titles(*, usual: bool) -> dict[str, str]:
    """What people call the usual formats, or all others, by the name of each."""
    return {name: FORMATS[name].title for name in EXPORTS if (name in USUAL) is usual}


@dataclass(frozen=True, slots=True)
class Export:
    """A file to download.

    Attributes:
        name, content_type: of the file.
        pieces: its bytes, to be gone over once.
        is_short: whether they are there already; else they are read from the database as they are asked for,
            in a transaction of their own that lasts until the end.
        mark: changes whenever the bytes do; empty where nobody asks for it.
    """

    name: str
    content_type: str
    pieces: Iterable[bytes]
    is_short: bool = True
    mark: str = ""

    @property
    def content(self) -> bytes:
        """All pieces."""
        return b"".join(self.pieces)


def export_judgments(campaign: Campaign, format_name: str) -> Export:
    """The campaign's current rankings as a file. Judges appear under the name that the campaign gave them.

    However many they are, some thousand are in memory at a time.

    Raises:
        KeyError: `format_name` is not one of `EXPORTS`.
        FormatError: the format cannot hold a name or text of this campaign.
    """
    stored = StoredJudgments(campaign)
    name = f"{campaign.slug}-judgments"
    # Before the rankings: what changes in between makes the mark too old, never too new.
    mark = _mark(campaign, format_name)
    if stored.count() <= MOST_AT_ONCE:
        return replace(export(list(stored), name, format_name), mark=mark)
    # Once the answer has begun, it is too late to refuse.
    extent = stored.extent()
    for _ in judgment_pieces(stored.probes(extent), format_name, extent):
        pass
    made = _export(name, format_name, _read_while_sent(stored, format_name), is_short=False)
    return replace(made, mark=mark)


def _mark(campaign: Campaign, format_name: str) -> str:
    """Rankings, and every name in a file of them that somebody may change."""
    names = [
        list(campaign.judges.order_by("pk").values_list("pk", "name")),
        list(campaign.systems.order_by("pk").values_list("pk", "name")),
        [campaign.slug, campaign.language, format_name, appraise_gec.__version__],
    ]
    return f"{rankings_mark(campaign)} {names}"


def export(judgments: Sequence[Judgment], name: str, format_name: str) -> Export:
    """Judgments as a file of this name. Raises KeyError and FormatError as `export_judgments` does."""
    if format_name not in EXPORTS:
        raise KeyError(format_name)
    return _export(name, format_name, [write_judgments(judgments, format_name)])


def _read_while_sent(stored: StoredJudgments, format_name: str) -> Iterator[bytes]:
    with snapshot():
        extent = stored.extent() if FORMATS[format_name].looks_ahead else None
        yield from judgment_pieces(stored, format_name, extent)


def _export(name: str, format_name: str, pieces: Iterable[bytes], *, is_short: bool = True) -> Export:
    chosen = FORMATS[format_name]
    media_type = chosen.media_type
    return Export(
        name=f"{name}{chosen.extension}",
        content_type=f"{media_type}; charset=utf-8" if media_type.startswith("text/") else media_type,
        pieces=pieces,
        is_short=is_short,
    )
