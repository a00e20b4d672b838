"""A judge's state of work: what is done, what is left, and the answers so far."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Prefetch, Sum
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import ngettext

from rankings.desk.item_actions import Answered, answers_to
from rankings.judging.assignment import items_to_come
from rankings.judging.turns import in_order_of_return, is_screened_out, turns_of
from rankings.judgments.ranking_wording import ranks_in_words
from rankings.models import Assignment, Campaign, Item, Judge, RankedOutput, Ranking

State = Assignment.State
PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class Task:
    """A judge's task in a campaign.

    Attributes:
        stage: "not-open", "ready", "finished" (nothing left for this judge now) or "closed".
        ranked, skipped: items that the judge has ranked, and set aside.
        begun: items that the judge has begun and would get again.
        left: items that the judge could do now, those begun included; other judges may take some of them.
        goal: how many items the judge will have done in the end; None without a quota.
        with_others: unfinished items that other judges hold now or that are kept for them; they may become
            free. 0 for judges who get no more items.
        guidelines_changed: whether the guidelines are newer than the judge's last answer.
        flag_answers: decisions about items that the judge flagged, the latest first.
        stopped: whether the judge gets no further items because of failed check items.
    """

    judge: Judge
    stage: str
    ranked: int
    skipped: int
    begun: int
    left: int
    goal: int | None
    with_others: int
    guidelines_changed: bool = False
    flag_answers: tuple[Answered, ...] = ()
    stopped: bool = False

    @property
    def campaign(self) -> Campaign:
        return self.judge.campaign

    @property
    def done(self) -> int:
        return self.ranked + self.skipped

    @property
    def left_in_words(self) -> str:
        return ngettext("%(n)d item left.", "%(n)d items left.", self.left) % {"n": self.left}


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """An item that the judge has finished. `words` is the ranking in the letters that the judge saw."""

    key: UUID
    sentence: str
    finished_at: datetime | None
    skipped: bool
    reason: str
    note: str
    words: str
    revision: int


def task_of(judge: Judge) -> Task:
    """Count what the judge has done and could do now."""
    now = timezone.now()
    turns = turns_of(judge, now)
    is_open = judge.campaign.state == Campaign.State.OPEN
    stopped = is_open and is_screened_out(judge)
    takes_more = is_open and not stopped and turns.quota_left != 0
    left = turns.begun if is_open else 0
    if takes_more:
        left += items_to_come(judge, turns, now)
    if judge.campaign.state == Campaign.State.DRAFT:
        stage = "not-open"
    elif not is_open:
        stage = "closed"
    else:
        stage = "ready" if left else "finished"
    waits = stage == "finished" and takes_more
    return Task(
        judge=judge,
        stage=stage,
        ranked=turns.ranked,
        skipped=turns.skipped,
        begun=turns.begun,
        left=left,
        goal=turns.goal,
        with_others=_with_others(judge) if waits else 0,
        guidelines_changed=guidelines_changed(judge),
        flag_answers=tuple(answers_to(judge)),
        stopped=stopped,
    )


def guidelines_changed(judge: Judge) -> bool:
    """Whether the guidelines have been changed since the judge's last answer."""
    campaign = judge.campaign
    if campaign.guidelines_version == 1:
        return False
    last = (
        Ranking.objects.filter(judge=judge, guidelines_version__isnull=False)
        .order_by("-pk")
        .values_list("guidelines_version", flat=True)
        .first()
    )
    return last is not None and last < campaign.guidelines_version


def own_answers(judge: Judge, page: str | None) -> "tuple[Page[Assignment], list[OwnAnswer]]":
    """A page of the items that the judge has finished, the latest first."""
    finished = (
        Assignment.objects.filter(judge=judge)
        .exclude(state=State.LENT)
        .select_related("item__sentence")
        .order_by("-finished_at", "-pk")
    )
    shown = Paginator(finished, PER_PAGE).get_page(page)
    assignments = list(shown)
    rankings = {
        ranking.item_id: ranking
        for ranking in Ranking.objects.filter(
            Ranking.STANDS, judge=judge, item__in=[assignment.item_id for assignment in assignments]
        ).prefetch_related(Prefetch("ranks", RankedOutput.objects.select_related("output")))
    }
    return shown, [
        _own_answer(assignment, rankings[assignment.item_id])
        for assignment in assignments
        if assignment.item_id in rankings
    ]


def active_seconds_of(judge: Judge) -> float:
    """The time that the judge has worked in the campaign, idle time excluded."""
    own = Ranking.objects.filter(Ranking.STANDS, judge=judge)
    return float(own.aggregate(seconds=Sum("active_seconds"))["seconds"] or 0)


def finished_before(judge: Judge, key: UUID) -> Assignment | None:
    """The item that the judge finished last before `key`; Http404 if that is not the judge's own."""
    here = get_object_or_404(Assignment, judge=judge, key=key)
    earlier = Assignment.objects.filter(judge=judge).exclude(state=State.LENT).exclude(pk=here.pk)
    if here.finished_at is not None:
        earlier = earlier.filter(finished_at__lte=here.finished_at)
    return earlier.order_by("-finished_at", "-pk").first()


def finished_after(judge: Judge, key: UUID) -> Assignment | None:
    """The item that the judge finished next after `key`, then one that is begun; Http404 for others' keys."""
    here = get_object_or_404(Assignment, judge=judge, key=key)
    own = Assignment.objects.filter(judge=judge).exclude(pk=here.pk)
    if here.finished_at is not None:
        later = own.exclude(state=State.LENT).filter(finished_at__gte=here.finished_at)
        if answer := later.order_by("finished_at", "pk").first():
            return answer
    begun = (
        own.filter(state=State.LENT, revoked_at__isnull=True, discarded_at__isnull=True)
        if judge.campaign.state == Campaign.State.OPEN
        else own.none()
    )
    return in_order_of_return(begun).first()


def _own_answer(assignment: Assignment, ranking: Ranking) -> OwnAnswer:
    by_position = {ranked.output.position: ranked.rank for ranked in ranking.ranks.all()}
    return OwnAnswer(
        key=assignment.key,
        sentence=assignment.item.sentence.text,
        finished_at=ranking.submitted_at,
        skipped=ranking.skipped,
        reason=ranking.get_flag_reason_display(),
        note=ranking.flag_note,
        words=ranks_in_words([by_position.get(position) for position in assignment.order]),
        revision=ranking.revision,
    )


def _with_others(judge: Judge) -> int:
    done = Assignment.objects.filter(item=OuterRef("pk"), state=State.DONE, discarded_at__isnull=True)
    had = Assignment.objects.filter(item=OuterRef("pk"), judge=judge)
    return Item.objects.filter(
        ~Exists(done[judge.campaign.judges_per_item - 1 :]),
        ~Exists(had),
        campaign=judge.campaign_id,
        purpose=Item.Purpose.JUDGING,
        retired_at__isnull=True,
        is_imported=False,
        outputs__position=1,
    ).count()


@dataclass(frozen=True, slots=True)
class Ending:
    """`kind` is "done", "screened-out" or "nothing" (there was nothing to do, so there is no code)."""

    kind: str
    code: str
    return_url: str


def ending_of(task: Task) -> Ending | None:
    """The ending of a participant who has nothing more to do here; None for everybody else.

    Whoever has ranked something and gets nothing more has done the task, also when the items ran out or the
    campaign was closed meanwhile: that is not the participant's fault.
    """
    judge = task.judge
    failed = is_screened_out(judge)
    if task.stage not in {"finished", "closed"} and not failed:
        return None
    if not judge.crowd_id:
        return None
    crowd = judge.campaign.crowd
    if failed:
        return Ending("screened-out", crowd.screened_out_code, crowd.screened_out_url)
    if not task.ranked:
        return Ending("nothing", "", "")
    return Ending("done", crowd.completion_code, crowd.completion_url)
