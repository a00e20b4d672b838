"""Which design gives the same order of systems again: ask for the cheapest designs, and read the answer.

Where judges have ranked, their rankings say what makes scores vary; before that it is assumed as in 2015.
"""

from dataclasses import dataclass
from typing import Literal

import appraise_gec
from appraise_gec.accounts.models import User
from appraise_gec.jobs.asked import one_at_a_time
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.services import ask_anew
from rankings.access.refusals import Refused
from rankings.analysis.designing import DesignPlan
from rankings.formats.results import from_json
from rankings.judgments.stored import rankings_mark
from rankings.models import Campaign
from rankings.plan.forecast import typical_seconds

JOB_KIND = "rankings.plan-design"

# Whose median the seconds of a ranking are: of this campaign, or of 2015.
SecondsFrom = Literal["campaign", "2015"]

# Of what may be asked, least and most.
LIMITS: dict[str, tuple[float, float]] = {
    "wanted_percent": (1, 99),
    "most_judges": (1, 100),
    "most_sentences": (6, 100_000),
    "margin": (0, 0.5),
}


@dataclass(frozen=True, slots=True)
class DesignTerms:
    """What is wanted and what is allowed, as a form has it: see `rankings.analysis.design_terms.Terms`.

    Attributes:
        wanted_percent: probability that two campaigns of the design give the same order.
        most_judges, most_sentences: in all.
        margin: systems that are closer together in Expected Wins may change places.
    """

    wanted_percent: int = 80
    most_judges: int = 20
    most_sentences: int = 5000
    margin: float = 0.0


@dataclass(frozen=True, slots=True)
class Design:
    """The newest answer, or the job that computes it.

    Attributes:
        job: that makes or made it.
        asked: for what.
        seconds_from: whose the seconds of a ranking are.
        plan: None while there is none.
        too_few: why rankings that there are do not count, in a sentence; "" where they do, or there are none.
        is_current: whether it belongs to the present rankings and systems.
    """

    job: Job
    asked: DesignTerms
    seconds_from: SecondsFrom
    plan: DesignPlan | None
    too_few: str
    is_current: bool

    @property
    def is_working(self) -> bool:
        return not self.job.is_final

    @property
    def went_wrong(self) -> bool:
        return self.job.is_final and self.plan is None


def ask_for_design(campaign: Campaign, user: User, terms: DesignTerms) -> Job:
    """Have a worker look for the cheapest designs. The same question about the same rankings is asked once.

    Raises:
        Refused: fewer than two systems have no order.
    """
    with one_at_a_time(campaign) as current:
        if current.systems.taking_part().count() < 2:
            raise Refused("With fewer than two systems there is no order to repeat.")
        seconds, is_own = typical_seconds(current)
        question = {
            "mark": design_mark(current),
            "wanted_percent": terms.wanted_percent,
            "most_judges": terms.most_judges,
            "most_sentences": terms.most_sentences,
            "margin": terms.margin,
            "seconds": round(seconds, 1),
            "seconds_from": "campaign" if is_own else "2015",
        }
        return ask_anew(JOB_KIND, {"campaign": current.pk}, question, user)


def newest_design(campaign: Campaign) -> Design | None:
    """The last answer asked for, unless it failed and rankings have changed since; three queries."""
    job = Job.objects.about(JOB_KIND, campaign=campaign.pk).first()
    if job is None:
        return None
    asked = job.arguments
    result = job.result if job.state == State.DONE else None
    design = Design(
        job=job,
        asked=DesignTerms(
            wanted_percent=asked["wanted_percent"],
            most_judges=asked["most_judges"],
            most_sentences=asked["most_sentences"],
            margin=asked["margin"],
        ),
        seconds_from=asked["seconds_from"],
        plan=from_json(DesignPlan, result["plan"]) if result else None,
        too_few=result["too_few"] if result else "",
        is_current=(result or asked)["mark"] == design_mark(campaign),
    )
    return None if design.went_wrong and not design.is_current else design


def design_mark(campaign: Campaign) -> str:
    """Changes whenever the answer would be made of other rankings, other systems or by another program."""
    return f"{appraise_gec.__version__}/{campaign.systems.taking_part().count()}/{rankings_mark(campaign)}"
