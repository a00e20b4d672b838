"""The search for designs. Loads numerical libraries, which the web server does not need."""

from collections.abc import Callable

from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.words import as_sentence
from rankings.analysis.bootstrap import TooFewJudgmentsError
from rankings.analysis.design_terms import Terms
from rankings.analysis.designing import DesignPlan, design_from_assumptions, design_from_judgments
from rankings.analysis.variance_parts import PARTS_2015
from rankings.formats.columns import Judgments
from rankings.formats.results import to_json
from rankings.judgments.stored import load_judgments
from rankings.models import Campaign
from rankings.plan.design import design_mark


def compute(run: JobRun) -> None:
    """Do the work of the job; its result is a `DesignPlan` in JSON, and the mark of the data that it read."""
    campaign = Campaign.objects.filter(pk=run.arguments["campaign"]).first()
    if campaign is None:
        raise JobError("The campaign does not exist any more.")
    run.progress(0.0, "Reading rankings")
    # Read before the rankings: if some come in between, the answer counts as one of the earlier state.
    mark = design_mark(campaign)
    judgments = load_judgments(campaign).judgments
    asked = run.arguments
    terms = Terms(
        wanted=asked["wanted_percent"] / 100,
        margin=asked["margin"],
        seconds=asked["seconds"],
        most_judges=asked["most_judges"],
        most_sentences=asked["most_sentences"],
    )
    try:
        plan, too_few = make_design(
            judgments,
            campaign.systems.taking_part().count(),
            terms,
            lambda share: run.progress(share, "Comparing designs"),
        )
    except ValueError as error:
        raise JobError(as_sentence(str(error))) from error
    with run.finishing() as stored:
        stored.update(plan=to_json(plan), too_few=too_few, mark=mark)


def make_design(
    judgments: Judgments, systems: int, terms: Terms, progress: Callable[[float], None] | None = None
) -> tuple[DesignPlan, str]:
    """From judgments if there are enough of them, or else from what 2015 showed, for so many systems.

    Returns:
        The designs, and why judgments that there are do not count; "" where they do, or there are none.
    """
    too_few = ""
    ranked = judgments.where(~judgments.skipped)
    if len(ranked):
        try:
            return design_from_judgments(ranked, terms, progress=progress), ""
        except TooFewJudgmentsError as error:
            too_few = as_sentence(str(error))
    return design_from_assumptions(PARTS_2015, systems, terms, progress=progress), too_few
