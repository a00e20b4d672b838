"""The way to the item that a judge should do now."""

from rankings.judging.assignment import next_assignment
from rankings.judging.survey_steps import is_asked_first
from rankings.models import Assignment, Judge


class SurveyFirst(Exception):  # noqa: N818 - named for what happened
    """The judge has to answer questions before the next item."""


def begin_item(judge: Judge) -> Assignment | None:
    """The item that the judge should do now, lent to the judge; None where there is none.

    Raises `SurveyFirst` where questions come before it.
    """
    if is_asked_first(judge):
        raise SurveyFirst
    return next_assignment(judge)
