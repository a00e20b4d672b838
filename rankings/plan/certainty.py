"""How certain the ranking will be: request a simulation of the plan, and read its result.

The simulations take seconds of processor time, so a worker makes them. Their result is small and stands in
the row of the job. It only holds for the plan it was made from; a mark shows whether that has changed.
"""

from dataclasses import dataclass

from django.db.models import Count, Max, Sum

import appraise_gec
from appraise_gec.accounts.models import User
from appraise_gec.jobs.asked_once import one_at_a_time
from appraise_gec.jobs.models import Job, State
from appraise_gec.words import Figure, words
from rankings.access.refusals import Refused
from rankings.analysis.results.planning import OverlapPlan
from rankings.formats.json_form import from_json
from rankings.models import Campaign
from rankings.plan.forecast import planned_items
from rankings.plan.newest_answer import ask_anew, jobs_about

JOB_KIND = "rankings.plan-certainty"
DEFAULT_TOP, DEFAULT_TARGET = 1, 80


@dataclass(frozen=True, slots=True)
class Certainty:
    """The newest simulation of the plan, or the job that computes it.

    Attributes:
        job: that makes or made it.
        plan: None while there is none.
        is_current: whether it belongs to the present plan.
    """

    job: Job
    plan: OverlapPlan | None
    is_current: bool

    @property
    def is_working(self) -> bool:
        return not self.job.is_final

    @property
    def went_wrong(self) -> bool:
        return self.job.is_final and self.plan is None


def ask_for_certainty(campaign: Campaign, user: User, *, top: int, target_percent: int) -> Job:
    """Have a worker simulate the plan. The same question about the same plan is not worked out twice.

    Args:
        top: how many of the best systems are to stand apart from all others.
        target_percent: share of evaluations that are to show it.

    Raises:
        Refused: the plan has nothing to simulate, or has no more systems than are to stand apart.
    """
    with one_at_a_time(campaign) as current:
        _refuse_the_impossible(current, top)
        question = {
            "mark": plan_mark(current),
            "top": top,
            "target_percent": target_percent,
        }
        return ask_anew(JOB_KIND, current, question, user)


def newest_certainty(campaign: Campaign) -> Certainty | None:
    """The last simulation asked for, unless it failed and the plan has changed since; two queries."""
    job = jobs_about(JOB_KIND, campaign).first()
    if job is None:
        return None
    result = job.result if job.state == State.DONE else None
    made_of = result["mark"] if result else job.arguments["mark"]
    plan = from_json(OverlapPlan, result) if result else None
    certainty = Certainty(job, plan, is_current=made_of == plan_mark(campaign))
    return None if certainty.went_wrong and not certainty.is_current else certainty


def plan_mark(campaign: Campaign) -> str:
    """Changes whenever the simulations would have other items, other judges or another program."""
    # Drawing again gives items new keys, and what an item shows never changes.
    items = planned_items(campaign).aggregate(number=Count("pk"), last=Max("pk"), keys=Sum("pk"))
    parts = (appraise_gec.__version__, campaign.judges_per_item, *items.values())
    return "/".join(map(str, parts))


def _refuse_the_impossible(campaign: Campaign, top: int) -> None:
    systems = campaign.systems.taking_part().count()
    if systems < 2:
        raise Refused(words("With fewer than two systems there is no ranking to be sure of."))
    if not 1 <= top < systems:
        raise Refused(
            words(
                "Of %(systems)s systems, 1 to %(most)s can be separated from the rest.",
                systems=Figure(systems),
                most=Figure(systems - 1),
            )
        )
    comparable = planned_items(campaign).annotate(shown=Count("outputs")).filter(shown__gt=1)
    if comparable.values("sentence").distinct().count() < 2:
        raise Refused(
            words(
                "No items with different outputs of at least two sentences have been sampled yet. "
                "Sample items "
                "first."
            )
        )
