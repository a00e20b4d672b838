"""Store judges' answers. No work of a judge is lost, and nothing is counted twice.

- An answer that comes after its lease has run out is kept, even if the item's slots have been taken
  meanwhile: a ranking more than planned does no harm, a judge's lost minutes do.
- An item that was set aside may be ranked later, and the other way round.
- An answer to an item that a manager has given to others is kept, and discarded like the one before it.
- An answer that waited on its device does not replace one that the judge gave later elsewhere.
- Answers are refused in one case only: the campaign does not take rankings (any more). Where the campaign
  asks for a rank 1, a ranking without it goes back to its judge like one with an output missing.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from rankings.judging.answers import Flag, Visit
from rankings.judging.edit_marks import Marks, copies_of, marked_edits, marks_of
from rankings.judging.sheets import AnswerRefusedError, Sheet
from rankings.models import Assignment, Campaign, EditMark, Judge, RankedOutput, Ranking

State = Assignment.State
NOT_OPEN = "The campaign takes no rankings now. Nothing was stored."
# The number of the draft after a submission, which no earlier page can reach.
_NO_DRAFT: dict[str, Any] = {"draft": None, "draft_writer": None, "draft_revision": F("draft_revision") + 1}


@dataclass(frozen=True, slots=True)
class Answer:
    """The stored answer of a visit: a rank per output id, or, when `skipped`, the reason for skipping.

    `flag` is None where the judge did not answer that; then an earlier flag stays. So it is with `marks`: the
    marks on single edits by output id and span, None where the judge was not offered any.
    """

    skipped: bool
    ranks: Mapping[int, int] = field(default_factory=dict)
    flag: Flag | None = None
    marks: Mapping[tuple[int, int, int], EditMark] | None = None


@dataclass(frozen=True, slots=True)
class OwnRanking:
    """A judge's answer that counts now. Ranks by row, all None where the item was never ranked; marks."""

    ranks: tuple[int | None, ...]
    revision: int = 0
    flag: Flag = field(default_factory=Flag)
    marks: Marks = field(default_factory=dict)


def submit_ranking(
    sheet: Sheet,
    ranks: Sequence[int | None],
    visit: Visit,
    flag: Flag | None = None,
    marks: Marks | None = None,
) -> Ranking:
    """Keep one rank per row of the sheet, 1 (best) to the number of outputs; ties and gaps are allowed.

    The same page submitting the same ranks again changes nothing. Different ranks become a new revision, and
    the only current one. With `flag`, the ranking counts and the manager sees the flag. `marks` are those on
    single edits, None where the page offered none; where the campaign does not ask for them, they are left
    out. Returns the current ranking.

    Raises AnswerRefusedError for each of its reasons.
    """
    worst = len(sheet.outputs)
    given = [*ranks, *[None] * worst][:worst]
    offered = marked_edits(sheet, marks) if marks is not None and sheet.campaign.marks_edits else None
    missing = [row for row, rank in enumerate(given) if rank is None or not 1 <= rank <= worst]
    if missing:
        raise AnswerRefusedError("missing", f"A rank is a number from 1 to {worst}.", missing)
    if 1 not in given and sheet.campaign.first_rank == Campaign.FirstRank.REQUIRE:
        raise AnswerRefusedError("no-first", "This campaign asks for a rank 1 in each ranking.")
    by_output = {
        output.output_id: rank for output, rank in zip(sheet.outputs, given, strict=True) if rank is not None
    }
    return _keep(sheet, Answer(skipped=False, ranks=by_output, flag=flag, marks=offered), visit)


def set_aside(sheet: Sheet, flag: Flag, visit: Visit) -> Ranking:
    """Keep that the judge saw the item and cannot rank it. The item goes to another judge.

    Raises AnswerRefusedError if the campaign takes no rankings.
    """
    return _keep(sheet, Answer(skipped=True, flag=flag), visit)


def own_ranking(sheet: Sheet) -> OwnRanking:
    """The judge's answer that counts now."""
    rows = list(
        Ranking.objects.filter(
            Ranking.STANDS, judge=sheet.assignment.judge_id, item=sheet.assignment.item_id
        ).values_list(
            *("ranks__output_id", "ranks__rank", "revision", "flag_reason", "flag_note"),
            *("pk", "offers_marks"),
        )
    )
    kept = {output_id: rank for output_id, rank, *_ in rows}
    ranks = tuple(kept.get(output.output_id) for output in sheet.outputs)
    if not rows:
        return OwnRanking(ranks)
    _, _, revision, reason, note, key, offers_marks = rows[0]
    return OwnRanking(
        ranks, revision, Flag(reason, note), marks_of(sheet, Ranking(pk=key, offers_marks=offers_marks))
    )


def _keep(sheet: Sheet, answer: Answer, visit: Visit) -> Ranking:
    try:
        return _keep_once(sheet, answer, visit)
    except IntegrityError:
        # The id was used for another item, which no page of ours does; the answer counts all the same.
        return _keep_once(sheet, answer, replace(visit, submission=uuid.uuid4()))


def _keep_once(sheet: Sheet, answer: Answer, visit: Visit) -> Ranking:
    state = State.SKIPPED if answer.skipped else State.DONE
    now = timezone.now()
    with transaction.atomic():
        # Of two requests at once, the first changes the row and the second waits here, then finds it changed.
        # For that the state must be a condition on the row itself: a subquery would not be asked again after
        # waiting.
        open_judges = Judge.objects.filter(campaign__state=Campaign.State.OPEN)
        first = Assignment.objects.filter(
            pk=sheet.assignment.pk, state=State.LENT, discarded_at__isnull=True, judge__in=open_judges
        ).update(state=state, finished_at=now, **_NO_DRAFT)
        if first:
            opened_at = sheet.assignment.lent_at
            wall, active = _seconds(None, opened_at, visit, now)
            return _create(
                sheet,
                answer,
                revision=1,
                submission=visit.submission,
                opened_at=opened_at,
                submitted_at=now,
                wall_seconds=wall,
                active_seconds=active,
            )

        assignment = (
            Assignment.objects.select_for_update(of=("self",))
            .select_related("judge__campaign")
            .get(pk=sheet.assignment.pk)
        )
        if assignment.judge.campaign.state != Campaign.State.OPEN:
            raise AnswerRefusedError("closed", NOT_OPEN)
        own = Ranking.objects.filter(judge=assignment.judge_id, item=assignment.item_id)
        current = own.filter(Ranking.STANDS).first()
        earlier = Ranking.objects.filter(judge=assignment.judge_id, submission=visit.submission).first()
        # A late copy of an earlier request must not undo what came after it.
        if current is not None:
            if _says(current, answer) or (
                earlier and earlier.item_id == assignment.item_id and _says(earlier, answer)
            ):
                return current
            if _is_older(visit, current, now):
                return current
            if answer.flag is None and not current.skipped:
                answer = replace(answer, flag=Flag(current.flag_reason, current.flag_note))
            if answer.marks is None and not answer.skipped and current.offers_marks:
                answer = replace(answer, marks=_by_span(copies_of(current.edit_marks.all())))
            own.filter(Ranking.STANDS).update(is_current=False, discarded_at=None)
        # Without an earlier answer, a manager has given the item to others while the judge was at it.
        shown_at = visit.opened_at if current is not None else assignment.lent_at
        finished_at = assignment.finished_at or now
        Assignment.objects.filter(pk=assignment.pk).update(state=state, finished_at=finished_at, **_NO_DRAFT)
        wall, active = _seconds(current, shown_at, visit, now)
        return _create(
            sheet,
            answer,
            revision=current.revision + 1 if current is not None else 1,
            submission=uuid.uuid4() if earlier else visit.submission,
            opened_at=shown_at,
            submitted_at=now,
            wall_seconds=wall,
            active_seconds=active,
            is_current=assignment.discarded_at is None,
            discarded_at=assignment.discarded_at,
            discard_reason=current.discard_reason if current is not None else "",
        )


def _create(sheet: Sheet, answer: Answer, **fields: Any) -> Ranking:
    ranking = Ranking(
        judge_id=sheet.assignment.judge_id,
        item_id=sheet.assignment.item_id,
        skipped=answer.skipped,
        offers_marks=answer.marks is not None,
        flag_reason=answer.flag.reason if answer.flag else "",
        flag_note=answer.flag.note if answer.flag else "",
        guidelines_version=sheet.campaign.guidelines_version,
        **fields,
    )
    ranking.save(force_insert=True)
    RankedOutput.objects.bulk_create(
        RankedOutput(ranking=ranking, output_id=output_id, rank=rank, worst_rank=len(sheet.outputs))
        for output_id, rank in answer.ranks.items()
    )
    if answer.marks:
        for mark in answer.marks.values():
            mark.ranking = ranking
        EditMark.objects.bulk_create(answer.marks.values())
    return ranking


def _by_span(marks: Iterable[EditMark]) -> dict[tuple[int, int, int], EditMark]:
    return {(mark.output_id, mark.start, mark.end): mark for mark in marks}


def _seconds(
    earlier: Ranking | None, opened_at: datetime | None, visit: Visit, now: datetime
) -> tuple[float | None, float | None]:
    """Wall and active seconds spent on the answer, those of earlier revisions included.

    The browser's own measure counts up to the time that passed on the server's clock.
    """
    wall = max(0.0, (now - opened_at).total_seconds() - visit.waited_seconds) if opened_at else None
    active = visit.active_seconds
    if active is not None:
        active = min(active, wall) if wall is not None else None
    if earlier:
        wall = _sum(wall, earlier.wall_seconds)
        active = _sum(active, earlier.active_seconds)
    return wall, active


def _sum(one: float | None, other: float | None) -> float | None:
    return other if one is None else one if other is None else one + other


def _says(ranking: Ranking, answer: Answer) -> bool:
    """Whether the ranking already equals the answer."""
    return (
        ranking.skipped == answer.skipped
        and answer.flag in {None, Flag(ranking.flag_reason, ranking.flag_note)}
        and dict(ranking.ranks.values_list("output_id", "rank")) == answer.ranks
        and _marks_alike(ranking, answer)
    )


def _marks_alike(ranking: Ranking, answer: Answer) -> bool:
    if answer.marks is None or answer.skipped:
        return True
    stored = {place: mark.verdict for place, mark in _by_span(ranking.edit_marks.all()).items()}
    given = {place: mark.verdict for place, mark in answer.marks.items()}
    return ranking.offers_marks and stored == given


def _is_older(visit: Visit, current: Ranking, now: datetime) -> bool:
    """Whether the judge gave the current answer after this one, which waited on its device meanwhile."""
    if not visit.waited_seconds or visit.base is None or visit.base >= current.revision:
        return False
    return current.submitted_at is not None and current.submitted_at > visit.moment_before(now)
