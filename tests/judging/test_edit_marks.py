"""Judges' marks on single edits: offered where the campaign asks, kept with the ranking, checked."""

import json
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from rankings.judging.edit_marks import (
    Place,
    edits_of,
    marks_of,
    written_marks,
)
from rankings.judging.sheets import Sheet
from rankings.judging.submission import own_ranking, submit_ranking
from rankings.models import Campaign, EditMark, Ranking
from tests.judging.conftest import visit


@pytest.fixture
def campaign(campaign: Campaign) -> Campaign:
    campaign.marks_edits = True
    campaign.save()
    return campaign


def places(sheet: Sheet) -> list[Place]:
    """Every edit of the sheet."""
    return [
        Place(row, edit.start, edit.end)
        for row, output in enumerate(sheet.outputs)
        for edit in edits_of(sheet.source, output.text)
    ]


def address(sheet: Sheet, page: str = "item") -> str:
    return reverse(f"judging:{page}", args=[sheet.campaign.slug, sheet.assignment.key])


def form_of(sheet: Sheet, **fields: str) -> dict[str, str]:
    ranks = {f"rank-{row}": "1" for row in range(len(sheet.outputs))}
    return {**ranks, "submission": str(uuid.uuid4()), **fields}


def ranks(sheet: Sheet) -> list[int]:
    return [1] * len(sheet.outputs)


def test_a_mark_is_kept_with_span_words_and_kind(sheet: Sheet) -> None:
    place = places(sheet)[0]
    ranking = submit_ranking(sheet, ranks(sheet), visit(), marks={place: "wrong"})
    (mark,) = ranking.edit_marks.all()
    edit = next(e for e in edits_of(sheet.source, mark.output.text) if e.start == place.start)
    assert mark.output_id == sheet.outputs[place.row].output_id
    assert (mark.start, mark.end, mark.original, mark.correction) == (
        edit.start,
        edit.end,
        edit.original,
        edit.correction,
    )
    assert (mark.kind, mark.tokens, mark.verdict) == (edit.kind, "spaces", "wrong")
    assert ranking.offers_marks
    assert own_ranking(sheet).marks == {place: "wrong"}


def test_a_changed_mark_is_a_new_revision_and_the_old_one_stays(sheet: Sheet) -> None:
    one, other = places(sheet)[:2]
    submit_ranking(sheet, ranks(sheet), visit(), marks={one: "wrong"})
    submit_ranking(sheet, ranks(sheet), visit(), marks={one: "unneeded", other: "wrong"})
    first, second = Ranking.objects.order_by("revision")
    assert [mark.verdict for mark in first.edit_marks.all()] == ["wrong"]
    assert marks_of(sheet, second) == {one: "unneeded", other: "wrong"}
    assert (first.is_current, second.is_current) == (False, True)


def test_the_same_answer_sent_twice_is_one(sheet: Sheet) -> None:
    stay = visit()
    for _ in range(2):
        submit_ranking(sheet, ranks(sheet), stay, marks={places(sheet)[0]: "wrong"})
    submit_ranking(sheet, ranks(sheet), visit(), marks={places(sheet)[0]: "wrong"})
    assert Ranking.objects.count() == 1
    assert EditMark.objects.count() == 1


def test_marks_stay_where_a_change_was_not_asked_for_them(sheet: Sheet, campaign: Campaign) -> None:
    place = places(sheet)[0]
    submit_ranking(sheet, ranks(sheet), visit(), marks={place: "unneeded"})
    sheet.campaign.marks_edits = False
    changed = submit_ranking(sheet, [2, *ranks(sheet)[1:]], visit())
    assert changed.revision == 2
    assert changed.offers_marks
    assert marks_of(sheet, changed) == {place: "unneeded"}
    assert EditMark.objects.count() == 2


@pytest.mark.parametrize(
    "marks",
    [
        "0:900:901:wrong",
        "0:0:0:good",
        "0:0:1",
        "-1:0:1:wrong",
        "0:1:2:wrong 0:999999:999999:wrong",
        "\u0660:\u0660:\u0661:wrong",
    ],
)
def test_hostile_forms_are_refused_and_nothing_is_stored(bobs: Client, sheet: Sheet, marks: str) -> None:
    form = form_of(sheet, marks=marks)
    told = bobs.post(address(sheet), form, headers={"Accept": "application/json"})
    assert told.status_code == 400
    assert set(told.json()) == {"error"}
    page = bobs.post(address(sheet), form)
    assert page.status_code == 400
    assert b"checked" in page.content  # the ranks are not lost
    assert not Ranking.objects.exists()


def test_a_draft_keeps_marks(bobs: Client, sheet: Sheet) -> None:
    place = places(sheet)[0]
    mark = written_marks({place: "unneeded"})
    writer = uuid.uuid4().hex
    rows: list[int | None] = [None] * len(sheet.outputs)
    draft = {"ranks": rows, "marks": mark, "revision": 1, "base": 0, "active": 5, "writer": writer}
    body = json.dumps(draft)
    assert bobs.post(address(sheet, "draft"), body, content_type="application/json").status_code == 200
    assert bobs.get(address(sheet, "draft")).json()["marks"] == mark
    hostile = {**draft, "revision": 2, "marks": "0:0:0:<b>"}
    told = bobs.post(address(sheet, "draft"), json.dumps(hostile), content_type="application/json")
    assert told.status_code == 400
