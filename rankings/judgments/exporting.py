"""Files of a campaign's judgments, and of the marks of single edits."""

import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_GET

from appraise_gec.accounts.services import record_event
from appraise_gec.database import snapshot
from rankings.access import opened, signed_in
from rankings.formats.columns import Judgments
from rankings.formats.edit_marks import EditJudgment, Verdict, write_edit_marks
from rankings.formats.records import FormatError
from rankings.formats.writing import FORMATS, judgment_pieces
from rankings.items.edits import OfferedEdit, offered_edits
from rankings.judgments.stored import ROWS_AT_ONCE, campaign_judgments, counting_rankings
from rankings.models import Campaign, EditMark, ItemOutputSystem, RankedOutput, Ranking

EXPORTS = tuple(FORMATS)
USUAL = ("xml", "csv", "json")
BYTES_IN_MEMORY = 8 << 20


def export_titles(*, usual: bool) -> dict[str, str]:
    """What people call the usual formats, or all others, by the name of each."""
    return {name: FORMATS[name].title for name in EXPORTS if (name in USUAL) is usual}


@dataclass(frozen=True, slots=True)
class Export:
    """A file to download, written as a whole: once an answer has begun, it is too late to refuse."""

    name: str
    content_type: str
    file: IO[bytes]

    @classmethod
    def of(cls, pieces: Iterable[bytes], name: str, media_type: str) -> "Export":
        charset = "; charset=utf-8" if media_type.startswith("text/") else ""
        file = tempfile.SpooledTemporaryFile(BYTES_IN_MEMORY)  # noqa: SIM115 - lives until it is sent
        file.writelines(pieces)
        file.seek(0)
        return cls(name, media_type + charset, file)

    @property
    def content(self) -> bytes:
        self.file.seek(0)
        return self.file.read()

    def response(self) -> FileResponse:
        return FileResponse(self.file, as_attachment=True, filename=self.name, content_type=self.content_type)


def export_judgments(campaign: Campaign, format_name: str) -> Export:
    """The campaign's current rankings as a file. Raises FormatError where the format cannot hold a text."""
    return export(campaign_judgments(campaign), f"{campaign.slug}-judgments", format_name)


def export(judgments: Judgments, name: str, format_name: str) -> Export:
    """Judgments as a file of this name. Raises KeyError and FormatError as `export_judgments` does."""
    chosen = FORMATS[format_name]
    pieces = judgment_pieces(judgments, format_name)
    return Export.of(pieces, f"{name}{chosen.extension}", chosen.media_type)


COLUMNS = ("pk", "judge__name", "item__number", "item__sentence__index", "item__sentence__text")
Span = tuple[int, int]


def has_edit_marks(campaign: Campaign) -> bool:
    """Whether any ranking that counts could mark single edits."""
    return counting_rankings(campaign).filter(offers_marks=True).exists()


def judged_edits(campaign: Campaign, keys: Collection[int] | None = None) -> Iterator[EditJudgment]:
    """Every edit that a judge could mark, in the order in which rankings came, marked or not.

    `keys` are the rankings that count, revised since or not; None for those that count at present.
    """
    if keys is None:
        rankings = counting_rankings(campaign)
    else:
        rankings = Ranking.objects.filter(judge__campaign=campaign)
    wanted = None if keys is None else set(keys)
    read = rankings.filter(offers_marks=True, skipped=False).order_by("pk").values(*COLUMNS)
    rows = [row for row in read if wanted is None or row["pk"] in wanted]
    if not rows:
        return
    marks, outputs, systems = _marks(campaign), _outputs(campaign), _systems(campaign)
    edits_of: dict[int, list[OfferedEdit]] = {}
    for row in rows:
        for output, text in outputs.get(row["pk"], ()):
            if output not in edits_of:
                edits_of[output] = offered_edits(row["item__sentence__text"], text)
            marked = marks.get((row["pk"], output), {})
            yield from _of_output(row, edits_of[output], marked, systems[output])


def export_edit_marks(campaign: Campaign) -> Export:
    """All edits that judges could mark, as CSV. Raises FormatError for a name that this cannot hold."""
    with snapshot():
        pieces = write_edit_marks(judged_edits(campaign))
        return Export.of(pieces, f"{campaign.slug}-edit-marks.csv", "text/csv")


def _of_output(
    row: dict[str, Any],
    edits: list[OfferedEdit],
    marked: dict[Span, EditMark],
    systems: tuple[str, ...],
) -> Iterator[EditJudgment]:
    offered = {(edit.start, edit.end): edit for edit in edits}
    # A mark may be older than the way in which edits are found now; what the judge saw stands in it.
    for span in sorted(offered.keys() | marked.keys()):
        mark = marked.get(span)
        edit = mark or offered[span]
        verdict: Verdict = "" if mark is None else "wrong" if mark.verdict == "wrong" else "unneeded"
        yield EditJudgment(
            judge=row["judge__name"],
            sentence=str(row["item__sentence__index"]),
            systems=systems,
            start=edit.start,
            end=edit.end,
            original=edit.original,
            correction=edit.correction,
            verdict=verdict,
            item=str(row["item__number"]),
            kind=edit.kind,
            tokens=edit.tokens,
        )


def _marks(campaign: Campaign) -> dict[tuple[int, int], dict[Span, EditMark]]:
    """Marks by ranking and output."""
    marks: dict[tuple[int, int], dict[Span, EditMark]] = defaultdict(dict)
    stored = EditMark.objects.filter(ranking__judge__campaign=campaign).order_by("pk")
    for mark in stored.iterator(chunk_size=ROWS_AT_ONCE):
        marks[mark.ranking_id, mark.output_id][mark.start, mark.end] = mark
    return marks


def _outputs(campaign: Campaign) -> dict[int, list[tuple[int, str]]]:
    """Outputs and their texts by ranking, in the item's order, which says nothing of what the judge saw."""
    ranks = RankedOutput.objects.filter(ranking__judge__campaign=campaign, ranking__offers_marks=True)
    rows = ranks.order_by("ranking_id", "output__position")
    outputs: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for ranking, output, text in rows.values_list("ranking_id", "output_id", "output__text"):
        outputs[ranking].append((output, text))
    return outputs


def _systems(campaign: Campaign) -> dict[int, tuple[str, ...]]:
    names: dict[int, tuple[str, ...]] = defaultdict(tuple)
    producers = ItemOutputSystem.objects.filter(item__campaign=campaign).order_by("pk")
    for output, name in producers.values_list("output_id", "system__name"):
        names[output] += (name,)
    return names


@login_required
@require_GET
def edit_marks(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Every edit that judges could mark, with its marks, as a file."""
    access = opened(request, slug)
    try:
        exported = export_edit_marks(access.campaign)
    except FormatError as error:
        messages.error(request, f"CSV cannot hold these edits: {error}")
        return redirect("reports:overview", slug)
    record_event(signed_in(request), "edit-marks.export", access.campaign.pk)
    return exported.response()
