"""The way to the next item, and where the survey stands in it: before the first item and after the last."""

from dataclasses import dataclass

from rankings.judging.assignment import next_assignment
from rankings.judging.standing import Task
from rankings.models import Assignment, Campaign, Judge
from rankings.survey.answers import is_due, moments_answered, questions_at

BEFORE, AFTER = "before", "after"


@dataclass(frozen=True, slots=True)
class SurveySteps:
    """What the task page says of the survey.

    Attributes:
        asks_now: questions that are asked now that the judge has nothing more to do; 0 for none.
        may_close: whether a judge who wants to stop earlier can answer them.
        answered: moments of which there are answers to look at, the first first.
    """

    asks_now: int = 0
    may_close: bool = False
    answered: tuple[str, ...] = ()


def is_asked_first(judge: Judge) -> bool:
    """Whether the judge has to answer questions before the next item."""
    return judge.campaign.state == Campaign.State.OPEN and is_due(judge, BEFORE)


def is_asked_last(task: Task) -> bool:
    """Whether the judge has done everything there is to do but to answer the questions after it."""
    at_end = task.stage in {"finished", "closed"} or task.stopped
    return at_end and task.done > 0 and is_due(task.judge, AFTER)


def survey_steps(task: Task) -> SurveySteps:
    """Without a query where the campaign has no survey."""
    if not task.campaign.survey:
        return SurveySteps()
    asks_now = is_asked_last(task)
    return SurveySteps(
        asks_now=len(questions_at(task.campaign, AFTER)) if asks_now else 0,
        may_close=not asks_now and task.done > 0 and is_due(task.judge, AFTER),
        answered=tuple(moments_answered(task.judge)),
    )


class SurveyFirst(Exception):  # noqa: N818 - named for what happened
    """The judge has to answer questions before the next item."""


def begin_item(judge: Judge) -> Assignment | None:
    """The item that the judge should do now, lent to the judge; None where there is none.

    Raises `SurveyFirst` where questions come before it.
    """
    if is_asked_first(judge):
        raise SurveyFirst
    return next_assignment(judge)
