"""Which design gives the same order of systems again, at least cost."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from appraise_gec.declared import Told
from appraise_gec.library.arguments import JudgmentsGiven, Portion, Progress, Seed, front_door
from appraise_gec.library.finding import Finding, described_by
from appraise_gec.library.judgments import taken
from rankings.analysis.choices import SEED

if TYPE_CHECKING:
    from rankings.analysis.designing import DesignPlan


@front_door
def plan(
    judgments: JudgmentsGiven,
    *,
    target: Portion = 0.8,
    margin: Annotated[float, Told(metavar="X", least=0, below=1)] = 0.0,
    judges: Annotated[Sequence[int], Told(metavar="N", least=1, most=1000)] = (),
    sentences: Annotated[Sequence[int], Told(metavar="N", least=6, most=1_000_000)] = (),
    seed: Seed = SEED,
    progress: Progress = None,
) -> "Finding[DesignPlan]":
    """Find the design that gives the same order of systems again.

    How many judges and sentences does it take, at least cost, so that another campaign like that of
    JUDGMENTS, with other sentences and other judges, puts the systems into the same order?

    Args:
        target: wanted probability that another such campaign gives the same order.
        margin: systems that are closer together in Expected Wins may change places.
        judges: number of judges to look at; up to 20 if none is given.
        sentences: number of sentences to look at. The largest is the most there can be; up to 5,000 if none
            is given.

    Raises:
        ValueError: too few judgments, or a setting out of range.

    Examples:
        # How many judges and sentences, at least cost
        plan pilot.xml --target 0.9
        # What three judges can do
        plan pilot.xml --judges 3 --sentences 200 --sentences 400
    """
    from rankings.analysis.design_terms import Terms
    from rankings.analysis.designing import design_from_judgments

    judged = taken(judgments)
    terms = Terms(wanted=target, margin=margin, judges=tuple(judges), sentences=tuple(sentences))
    found = design_from_judgments(judged.table, terms, seed=seed, progress=progress)
    settled = {"judge_counts": sorted(set(judges)), "sentence_counts": sorted(set(sentences))}
    return judged.finding(
        found,
        described_by("rankings.sections.design", found),
        methods=["expected-wins"],
        settled=settled,
        unfolded=["design"],
    )
