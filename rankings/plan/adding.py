"""Adding items while judging is open: a manager's settings, when more items are due, and its state in words.

Workers look every few seconds whether judges are about to run out of items (`request_due`), so that nobody
who hands in a ranking waits for it. The items are chosen by `rankings.plan.adding_computation`, in a job.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from math import comb
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs import services
from appraise_gec.jobs.asked_once import one_at_a_time
from appraise_gec.jobs.models import WORKING_STATES, Job
from appraise_gec.jobs.models import State as JobState
from appraise_gec.words import Figure, joined, words, words_for_count
from rankings.access.refusals import Refused
from rankings.access.states import editable
from rankings.judgments.stored import rankings_mark
from rankings.models import AdaptiveJudging, Assignment, Campaign, Item, Judge
from rankings.plan.sampling import CorpusSets, corpus_sets

JOB_KIND = "rankings.adaptive-judging"
ACTION = "items.adaptive"
# More are added when each judge who can rank is down to this many.
ITEMS_AHEAD = 2
RETRY_AFTER = timedelta(minutes=10)

State = AdaptiveJudging.State
Ending = AdaptiveJudging.Ending
Goal = AdaptiveJudging.Goal
SpeaksFor = AdaptiveJudging.SpeaksFor
QUESTIONS = {
    (Goal.ORDER, SpeaksFor.LIKE_THESE): words("The order of all systems, for judges like these"),
    (Goal.ORDER, SpeaksFor.THESE): words("The order of all systems, for these judges only"),
    (Goal.BEST, SpeaksFor.LIKE_THESE): words("Which system is the best, for judges like these"),
    (Goal.BEST, SpeaksFor.THESE): words("Which system is the best, for these judges only"),
}


@dataclass(frozen=True, slots=True)
class AddingStatus:
    """What a manager reads about it.

    Attributes:
        setting: as stored.
        added, at_random: items added so far, and how many of them were sampled at random.
        pairs: of systems in the campaign.
        words: the state in a sentence or two.
        trouble: why the last attempt to add items failed; "" where it did not.
    """

    setting: AdaptiveJudging
    added: int
    at_random: int
    pairs: int
    words: str
    trouble: str

    @property
    def may_change(self) -> bool:
        """Whether the rule may still be changed: results have not been looked at yet."""
        return self.setting.looks_taken == 0 and self.setting.state != State.ENDED

    @property
    def question(self) -> str:
        """What is to be settled, and for whom."""
        return QUESTIONS[Goal(self.setting.goal), SpeaksFor(self.setting.speaks_for)]


def adding_status(campaign: Campaign) -> AddingStatus | None:
    """None for a campaign where nobody has set it up; four queries at most otherwise."""
    setting = AdaptiveJudging.objects.filter(campaign=campaign).first()
    if setting is None:
        return None
    added = automatic_items(campaign).aggregate(
        all=Count("pk"), at_random=Count("pk", filter=Q(at_random=True))
    )
    pairs = comb(campaign.systems.taking_part().count(), 2)
    told = _in_words(setting, campaign, added["all"], pairs)
    job = newest_job(campaign) if setting.state == State.RUNNING else None
    trouble = job.error_words if job is not None and job.state == JobState.FAILED else ""
    return AddingStatus(setting, added["all"], added["at_random"], pairs, told, trouble)


def set_up(campaign: Campaign, values: Mapping[str, Any], actor: User, *, seed: int) -> AdaptiveJudging:
    """Switch it on with these settings, or change them.

    Raises:
        Refused: the campaign is frozen, results have been looked at already, no items have been sampled, or
            there are not enough sentences.
    """
    with editable(campaign) as current:
        setting = AdaptiveJudging.objects.filter(campaign=current).first()
        if setting is not None and (setting.looks_taken or setting.state == State.ENDED):
            raise Refused(
                words(
                    "The results have been looked at, so the rule stays as it is: another rule would start a "
                    "new count of the error. You can pause adding items."
                )
            )
        if not planned_items(current).exists():
            raise Refused(words("Sample items first: adding begins when judges are about to finish those."))
        if current.systems.taking_part().count() < 2:
            raise Refused(words("With fewer than two systems there is no order to settle."))
        free = len(free_sentences(current, corpus_sets(current)))
        if values["most_items"] > free:
            raise Refused(
                words_for_count(
                    "Only %(n)s sentence is left on which systems differ and that no item shows. Ask for "
                    "%(n)s items at most.",
                    "Only %(n)s sentences are left on which systems differ and that no item shows. Ask for "
                    "%(n)s items at most.",
                    free,
                )
                if free
                else words("No sentence is left on which systems differ and that no item shows yet.")
            )
        if setting is None:
            setting = AdaptiveJudging(campaign=current, started_by=actor, seed=seed)
        for name, value in values.items():
            setattr(setting, name, value)
        setting.save()
        record_event(actor, f"{ACTION}.set-up", current.pk, seed=setting.seed, **values)
    return setting


def pause(campaign: Campaign, actor: User) -> None:
    """Add no more items until `resume`. Nothing happens where it does not run."""
    _move(campaign, State.RUNNING, State.PAUSED, actor, "pause")


def resume(campaign: Campaign, actor: User) -> None:
    """Add items again after `pause`, by the same rule. Nothing happens where it is not paused."""
    _move(campaign, State.PAUSED, State.RUNNING, actor, "resume")


def request_due() -> int:
    """Start a job for each campaign whose judges are about to run out of items; returns how many.

    Any number of workers may ask at any time. A campaign has at most one such job at work, and gets no other
    before there are new rankings.
    """
    running = AdaptiveJudging.objects.filter(state=State.RUNNING, campaign__state=Campaign.State.OPEN)
    requested = 0
    for setting in running.select_related("campaign"):
        if is_due(setting.campaign):
            requested += _request(setting.campaign)
    return requested


def is_due(campaign: Campaign) -> bool:
    """Whether judges who can rank are about to run out of items."""
    ready = Judge.objects.filter(campaign=campaign, is_active=True, user__isnull=False)
    judges = ready.count()
    if not judges:
        return False
    return free_slots(campaign, ready) <= ITEMS_AHEAD * max(judges, campaign.judges_per_item)


def free_slots(campaign: Campaign, judges: QuerySet[Judge]) -> int:
    """Rankings that these judges can still begin; items that somebody has open are not among them."""
    shown = _shown(campaign)
    # Counted apart: two joins to assignments would multiply.
    own = Assignment.objects.filter(item=OuterRef("pk")).order_by().values("item")
    taken = own.filter(_holds_a_slot()).annotate(n=Count("pk"))
    had = own.filter(judge__in=judges).annotate(n=Count("pk"))
    rows = shown.annotate(taken=Subquery(taken.values("n")), had=Subquery(had.values("n")))
    number = judges.count()
    return sum(
        max(0, min(campaign.judges_per_item - (taken_slots or 0), number - (had_it or 0)))
        for taken_slots, had_it in rows.values_list("taken", "had")
    )


def automatic_items(campaign: Campaign) -> QuerySet[Item]:
    """Items that were added while judging was open; without copies that judges are shown again."""
    return Item.objects.filter(
        campaign=campaign, purpose=Item.Purpose.JUDGING, top_up__is_automatic=True
    ).order_by()


def planned_items(campaign: Campaign) -> QuerySet[Item]:
    """Items that judges are shown and that were sampled beforehand."""
    return _shown(campaign).filter(top_up__isnull=True)


def free_sentences(campaign: Campaign, corpus: CorpusSets) -> list[int]:
    """Places in the corpus of sentences with different outputs that no item shows, known ones included."""
    used = used_sentences(campaign)
    return [
        place
        for place, (key, outputs) in enumerate(zip(corpus.sentence_keys, corpus.sets, strict=True))
        if key not in used and len(outputs) > 1
    ]


def used_sentences(campaign: Campaign) -> set[int]:
    """Keys of sentences that an item of any purpose shows."""
    return set(Item.objects.filter(campaign=campaign).order_by().values_list("sentence_id", flat=True))


def newest_job(campaign: Campaign) -> Job | None:
    """The job that chose items last, or is about to."""
    return Job.objects.filter(kind=JOB_KIND, arguments__campaign=campaign.pk).first()


def _request(campaign: Campaign) -> bool:
    with one_at_a_time(campaign) as current:
        setting = AdaptiveJudging.objects.filter(campaign=current, state=State.RUNNING).first()
        if setting is None or current.state != Campaign.State.OPEN:
            return False
        jobs = Job.objects.filter(kind=JOB_KIND, arguments__campaign=current.pk)
        mark = rankings_mark(current)
        newest = jobs.first()
        if newest is not None and (
            newest.state in WORKING_STATES
            or (newest.arguments["mark"] == mark and not _is_worth_repeating(newest))
        ):
            return False
        jobs.delete()  # only the newest is of interest
        services.enqueue(JOB_KIND, {"campaign": current.pk, "mark": mark}, setting.started_by)
    return True


def _is_worth_repeating(job: Job) -> bool:
    """Whether a job that has ended may do more with the same rankings.

    It may have come to nothing because the campaign was paused or closed for a moment. One that failed is
    tried again later: nobody can rank before there are items.
    """
    if job.state == JobState.DONE:
        return "items" not in (job.result or {})
    return job.finished_at is None or timezone.now() - job.finished_at > RETRY_AFTER


def _shown(campaign: Campaign) -> QuerySet[Item]:
    return Item.objects.filter(
        campaign=campaign,
        is_imported=False,
        purpose=Item.Purpose.JUDGING,
        retired_at__isnull=True,
        outputs__position=1,
    ).order_by()


def _holds_a_slot() -> Q:
    """Finished work and live leases, as for those who lend items (`rankings.judging.slots`)."""
    live = Q(state=Assignment.State.LENT, lease_expires_at__gt=timezone.now())
    return Q(discard__isnull=True) & (Q(state=Assignment.State.DONE) | live)


def _move(campaign: Campaign, start: str, end: str, actor: User, name: str) -> None:
    with editable(campaign) as current:
        if AdaptiveJudging.objects.filter(campaign=current, state=start).update(state=end):
            record_event(actor, f"{ACTION}.{name}", current.pk)


def _in_words(setting: AdaptiveJudging, campaign: Campaign, added: int, pairs: int) -> str:
    confidence = Figure(f"{setting.confidence_percent} %")
    if setting.ending == Ending.SETTLED:
        if setting.goal == Goal.BEST:
            return words(
                "Stopped: %(system)s is settled as the best system at %(confidence)s.",
                system=_best(setting),
                confidence=confidence,
            )
        return words("Stopped: the order is settled at %(confidence)s.", confidence=confidence)
    settled = (
        words(
            "The order of %(settled)s of %(pairs)s pairs of systems is settled at %(confidence)s.",
            settled=Figure(f"{len(setting.settled):,}"),
            pairs=Figure(f"{pairs:,}"),
            confidence=confidence,
        )
        if setting.looks_taken
        else words("The results have not been looked at yet.")
    )
    most = Figure(f"{setting.most_items:,}")
    if setting.ending:
        return joined(" ", [_ended(Ending(setting.ending), most), settled])
    so_far = words("%(added)s of at most %(most)s items so far.", added=Figure(f"{added:,}"), most=most)
    return joined(" ", [_now(setting, campaign), so_far, settled])


def _ended(ending: Ending, most: Figure) -> str:
    endings: dict[str, str] = {
        Ending.LIMIT: words("Stopped at the limit of %(most)s items.", most=most),
        Ending.HOPELESS: words("Stopped: the items left would hardly settle any other pair."),
        Ending.NO_SENTENCES: words("Stopped: no sentence is left on which the systems in question differ."),
        Ending.CHANGED: words(
            "Stopped: other systems take part now, so that the error would be that of another question."
        ),
    }
    return endings[ending]


def _now(setting: AdaptiveJudging, campaign: Campaign) -> str:
    if setting.state == State.PAUSED:
        return words("Paused: no items are added.")
    if campaign.state == Campaign.State.OPEN:
        return words("On: items are added when judges are about to run out of them.")
    if campaign.state == Campaign.State.DRAFT:
        return words("On: it begins when judging is open and the sampled items are nearly done.")
    if campaign.state == Campaign.State.CLOSED:
        return words("Ended: the campaign is closed, so no items are added.")
    return words("Ended: the campaign is frozen, so no items are added.")


def _best(setting: AdaptiveJudging) -> str:
    """The system that is worse than none in the settled orders, and better than some."""
    worse = {one[1] for one in setting.settled}
    return next((one[0] for one in setting.settled if one[0] not in worse), "unknown")
