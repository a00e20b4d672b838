"""Which design gives the same order of systems again: ask for the cheapest designs, compute and show them.

Where judges have ranked, their rankings say what makes scores vary; before that it is assumed as in 2015.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from django import forms
from django.urls import reverse

import appraise_gec
from appraise_gec.accounts.models import ApiToken, User
from appraise_gec.jobs.asked import one_at_a_time
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.jobs.services import enqueue
from appraise_gec.words import as_sentence, plural
from rankings.access import MANAGERS, FollowedByManagers, Refused
from rankings.actions import Action, Done
from rankings.analysis.design_terms import Terms
from rankings.analysis.designing import DesignPlan, design_from_assumptions, design_from_judgments
from rankings.analysis.scoring import TooFewJudgmentsError
from rankings.analysis.variance_parts import PARTS_2015
from rankings.formats.results import from_json, to_json
from rankings.judgments.stored import load_judgments, rankings_mark
from rankings.models import Campaign
from rankings.plan.forecast import typical_seconds
from rankings.sections.design import advice, design_curves, design_table


class DesignForm(forms.Form):
    """What a design has to reach, and what it may cost."""

    wanted_percent = forms.IntegerField(
        min_value=1,
        max_value=99,
        initial=80,
        label="Wanted probability of the same order (%)",
        help_text="That another such campaign, with other sentences and judges, gives it again.",
    )
    margin = forms.FloatField(
        min_value=0,
        max_value=0.5,
        initial=0.0,
        label="Systems may change places if closer than",
        help_text="In Expected Wins, from 0 to 1. With 0 the whole order has to be the same.",
        widget=forms.NumberInput(attrs={"step": 0.01}),
    )
    most_judges = forms.IntegerField(min_value=1, max_value=100, initial=20, label="Judges at most")
    most_sentences = forms.IntegerField(
        min_value=6, max_value=100_000, initial=5000, label="Sentences at most"
    )

    def adapt(self, action: Action) -> None:
        sentences = action.campaign.sentences.count()
        self.fields["most_sentences"].help_text = f"The source of this campaign has {sentences:,}."


@dataclass(frozen=True, slots=True)
class Design:
    """The newest answer, or the job that computes it.

    `too_few` says why rankings that there are do not count. `is_current` is whether the answer belongs to the
    present rankings and systems.
    """

    job: Job
    asked: Mapping[str, Any]
    seconds_from: str
    plan: DesignPlan | None
    too_few: str
    is_current: bool

    @property
    def is_working(self) -> bool:
        return not self.job.is_final

    @property
    def went_wrong(self) -> bool:
        return self.job.is_final and self.plan is None

    def shown(self) -> dict[str, Any] | None:
        """What the page shows of an answer, in words, as curves and as a table; None while there is none."""
        plan = self.plan
        if plan is None:
            return None
        basis = (
            f"From this campaign\u2019s rankings so far: {plan.rankings:,} of "
            f"{plural(plan.sentences, '{n} sentence', '{n} sentences')} by "
            f"{plural(plan.judges, '{n} judge', '{n} judges')}."
        )
        return {
            "plan": plan,
            "advice": " ".join(advice(plan)),
            "basis": basis,
            "seconds_form": ceil(plan.seconds),
            "table": design_table(plan),
            "figure": design_curves(plan),
            "from_rankings": plan.rankings > 0,
        }


class AskingForDesign(Action):
    """Look for the design that gives the same order again at least cost."""

    name, title, happened = "design.ask", "Compare designs", "Designs compared"
    roles = MANAGERS
    form = DesignForm
    changes = False
    scope = ApiToken.Scope.COMPUTE
    tab = "design"

    def back_url(self) -> str:
        return reverse("campaigns:design", args=[self.campaign.slug]) + "#design"

    def initial(self) -> dict[str, Any]:
        newest = newest_design(self.campaign)
        return dict(newest.asked) if newest else {}

    def facts(self) -> dict[str, Any]:
        """The newest answer, or how far the work on it is."""
        newest = newest_design(self.campaign)
        if newest is None:
            return {"state": None, "result": None}
        job = newest.job
        return {
            "state": job.state,
            "progress": job.progress,
            "error": job.error,
            "asked": newest.asked,
            "seconds_from": newest.seconds_from,
            "is_current": newest.is_current,
            "too_few": newest.too_few,
            "result": None if newest.plan is None else to_json(newest.plan),
        }

    def run(self, **terms: Any) -> Done:
        job = ask_for_design(self.campaign, self.actor, terms)
        return Done("Designs are being compared.", None, gives={"job": str(job.pk)})


def ask_for_design(campaign: Campaign, user: User, terms: Mapping[str, Any]) -> Job:
    """Have a worker look for the cheapest designs. The same question about the same rankings is asked once.

    `terms` are the values of the form. Raises `Refused` where fewer than two systems have no order.
    """
    with one_at_a_time(campaign) as current:
        if current.systems.taking_part().count() < 2:
            raise Refused("With fewer than two systems there is no order to repeat.")
        seconds, is_own = typical_seconds(current)
        question = {
            "campaign": current.pk,
            **terms,
            "mark": design_mark(current),
            "seconds": round(seconds, 1),
            "seconds_from": "campaign" if is_own else "2015",
        }
        newest = Job.objects.about(LookForDesigns.name, campaign=current.pk).first()
        answers = newest and newest.arguments == question and (newest.state == State.DONE or newest.goes_on)
        return newest if newest and answers else enqueue(LookForDesigns.name, question, user)


def newest_design(campaign: Campaign) -> Design | None:
    """The last answer asked for, unless it failed and rankings have changed since; three queries."""
    job = Job.objects.about(LookForDesigns.name, campaign=campaign.pk).first()
    if job is None:
        return None
    asked = job.arguments
    result = job.result if job.state == State.DONE else None
    design = Design(
        job=job,
        asked={name: asked[name] for name in DesignForm.base_fields},
        seconds_from=asked["seconds_from"],
        plan=from_json(DesignPlan, result["plan"]) if result else None,
        too_few=result["too_few"] if result else "",
        is_current=(result or asked)["mark"] == design_mark(campaign),
    )
    return None if design.went_wrong and not design.is_current else design


def design_mark(campaign: Campaign) -> str:
    """Changes whenever the answer would be made of other rankings, other systems or by another program."""
    return f"{appraise_gec.__version__}/{campaign.systems.taking_part().count()}/{rankings_mark(campaign)}"


class LookForDesigns(FollowedByManagers):
    """The search; its result is a `DesignPlan` in JSON, and the mark of the data that it read."""

    name = "rankings.plan-design"
    long = True

    def run(self, run: JobRun) -> None:
        asked = run.arguments
        campaign = Campaign.objects.filter(pk=asked["campaign"]).first()
        if campaign is None:
            raise JobError("The campaign does not exist any more.")
        run.progress(0.0, "Reading rankings")
        # Read before the rankings: if some come in between, the answer counts as one of the earlier state.
        mark = design_mark(campaign)
        judgments = load_judgments(campaign).judgments
        judgments = judgments.where(~judgments.skipped)
        terms = Terms(
            wanted=asked["wanted_percent"] / 100,
            margin=asked["margin"],
            seconds=asked["seconds"],
            most_judges=asked["most_judges"],
            most_sentences=asked["most_sentences"],
        )

        def progress(share: float) -> None:
            run.progress(share, "Comparing designs")

        plan, too_few = None, ""
        try:
            if len(judgments):
                try:
                    plan = design_from_judgments(judgments, terms, progress=progress)
                except TooFewJudgmentsError as error:
                    too_few = as_sentence(str(error))
            if plan is None:
                systems = campaign.systems.taking_part().count()
                plan = design_from_assumptions(PARTS_2015, systems, terms, progress=progress)
        except ValueError as error:
            raise JobError(as_sentence(str(error))) from error
        with run.finishing() as stored:
            stored.update(plan=to_json(plan), too_few=too_few, mark=mark)
