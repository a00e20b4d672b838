"""Keep what a judge answered. Nothing that a judge did is lost, and nothing is counted twice.

- An answer that comes after its lease has run out is kept, even if the item's places have been taken
  meanwhile: a ranking more than planned does no harm, a judge's lost minutes do.
- An item that was set aside may be ranked later, and the other way round.
- Answers are refused in one case only: the campaign does not take rankings (any more).
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from rankings.judging.answers import Flag, Visit
from rankings.judging.sheets import Sheet
from rankings.models import Assignment, Campaign, Judge, RankedOutput, Ranking

State = Assignment.State


class CampaignNotOpenError(Exception):
    """The campaign takes no rankings now."""


class UnrankedOutputsError(ValueError):
    """Some outputs have no rank from 1 to their number. `rows` counts from 0 in the order shown."""

    def __init__(self, rows: list[int]) -> None:
        self.rows = rows
        super().__init__(f"outputs without a rank: {', '.join(map(str, rows))}")


@dataclass(frozen=True, slots=True)
class Answer:
    """What is kept of a visit: a rank per output id, or, when `skipped`, the reason for setting it aside."""

    skipped: bool
    ranks: Mapping[int, int] = field(default_factory=dict)
    flag: Flag = field(default_factory=Flag)


def submit_ranking(sheet: Sheet, ranks: Sequence[int | None], visit: Visit) -> Ranking:
    """Keep one rank per row of the sheet, 1 (best) to the number of outputs; ties and gaps are allowed.

    The same page submitting the same ranks again changes nothing. Different ranks become a new revision, and
    the only current one. Returns the current ranking.

    Raises:
        UnrankedOutputsError: if a row has no usable rank.
        CampaignNotOpenError: if the campaign takes no rankings.
    """
    worst = len(sheet.outputs)
    given = [*ranks, *[None] * worst][:worst]
    missing = [row for row, rank in enumerate(given) if rank is None or not 1 <= rank <= worst]
    if missing:
        raise UnrankedOutputsError(missing)
    by_output = {
        output.output_id: rank for output, rank in zip(sheet.outputs, given, strict=True) if rank is not None
    }
    return _keep(sheet, Answer(skipped=False, ranks=by_output), visit)


def set_aside(sheet: Sheet, flag: Flag, visit: Visit) -> Ranking:
    """Keep that the judge saw the item and cannot rank it. The item goes to another judge.

    Raises CampaignNotOpenError if the campaign takes no rankings.
    """
    return _keep(sheet, Answer(skipped=True, flag=flag), visit)


def current_ranks(sheet: Sheet) -> list[int | None]:
    """The ranks that count now, by row; all None where the judge has not ranked the item."""
    kept = dict(
        RankedOutput.objects.filter(
            ranking__judge=sheet.assignment.judge_id,
            ranking__item=sheet.assignment.item_id,
            ranking__is_current=True,
        ).values_list("output_id", "rank")
    )
    return [kept.get(output.output_id) for output in sheet.outputs]


def _keep(sheet: Sheet, answer: Answer, visit: Visit) -> Ranking:
    state = State.SKIPPED if answer.skipped else State.DONE
    now = timezone.now()
    with transaction.atomic():
        # Of two requests at once, the first changes the row and the second waits here, then finds it changed.
        # For that the state must be a condition on the row itself: a subquery would not be asked again after
        # waiting.
        open_judges = Judge.objects.filter(campaign__state=Campaign.State.OPEN)
        first = Assignment.objects.filter(
            pk=sheet.assignment.pk, state=State.LENT, judge__in=open_judges
        ).update(state=state, finished_at=now)
        if first:
            wall, active = _seconds(None, sheet.assignment.lent_at, visit, now)
            return _create(
                sheet,
                answer,
                revision=1,
                submission=visit.submission,
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
            raise CampaignNotOpenError
        own = Ranking.objects.filter(judge=assignment.judge_id, item=assignment.item_id)
        current = own.get(is_current=True)
        earlier = Ranking.objects.filter(judge=assignment.judge_id, submission=visit.submission).first()
        # A late copy of an earlier request must not undo what came after it.
        if answer == _answer(current) or (
            earlier and earlier.item_id == assignment.item_id and answer == _answer(earlier)
        ):
            return current
        own.filter(is_current=True).update(is_current=False)
        Assignment.objects.filter(pk=assignment.pk).update(state=state)
        wall, active = _seconds(current, visit.opened_at, visit, now)
        return _create(
            sheet,
            answer,
            revision=current.revision + 1,
            submission=uuid.uuid4() if earlier else visit.submission,
            submitted_at=now,
            wall_seconds=wall,
            active_seconds=active,
        )


def _create(sheet: Sheet, answer: Answer, **fields: Any) -> Ranking:
    ranking = Ranking(
        judge_id=sheet.assignment.judge_id,
        item_id=sheet.assignment.item_id,
        skipped=answer.skipped,
        flag_reason=answer.flag.reason,
        flag_note=answer.flag.note,
        **fields,
    )
    try:
        with transaction.atomic():
            ranking.save(force_insert=True)
    except IntegrityError:
        # The id was used for another item, which no page of ours does; the answer counts all the same.
        ranking.submission = uuid.uuid4()
        ranking.save(force_insert=True)
    RankedOutput.objects.bulk_create(
        RankedOutput(ranking=ranking, output_id=output_id, rank=rank, worst_rank=len(sheet.outputs))
        for output_id, rank in answer.ranks.items()
    )
    return ranking


def _seconds(
    earlier: Ranking | None, opened_at: datetime | None, visit: Visit, now: datetime
) -> tuple[float | None, float | None]:
    """Wall and active seconds spent on the answer, those of earlier revisions included.

    The browser's own measure counts up to the time that passed on the server's clock.
    """
    wall = max(0.0, (now - opened_at).total_seconds()) if opened_at else None
    active = visit.active_seconds
    if active is not None:
        active = min(active, wall) if wall is not None else None
    if earlier:
        wall = _sum(wall, earlier.wall_seconds)
        active = _sum(active, earlier.active_seconds)
    return wall, active


def _sum(one: float | None, other: float | None) -> float | None:
    return other if one is None else one if other is None else one + other


def _answer(ranking: Ranking) -> Answer:
    return Answer(
        skipped=ranking.skipped,
        ranks=dict(ranking.ranks.values_list("output_id", "rank")),
        flag=Flag(ranking.flag_reason, ranking.flag_note),
    )
