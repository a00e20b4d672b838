"""Who the judges of a campaign are, for reports: counts of answers that give no single person away.

Managers read every answer; whoever reads a report does not. So a question has counts only where enough
judges answered it, and answers of few judges are counted together. Which judges a report leaves out makes no
difference: two reports with and without a judge would tell what that judge answered.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from rankings.analysis.judge_statistics import AnswerCount, JudgesSurvey, SurveyQuestionCounts
from rankings.judgments.stored import counting_rankings
from rankings.models import Campaign
from rankings.survey.answers import answers_that_stand
from rankings.survey.questions import Answer, Question, questions_of

FEWEST_JUDGES = 5
FEWEST_PER_ANSWER = 3
# The one question whose answers are typed and yet few: names of languages.
LANGUAGES = "native-languages"
BETWEEN_LANGUAGES = re.compile(r"[,;/&+\n]")


def composition(campaign: Campaign) -> JudgesSurvey | None:
    """Counts for every question with choices that was answered, and for native languages.

    Counted are the judges with rankings that count for results. A question whose words or choices were
    changed is another one. None where the campaign has no survey, or nobody has answered such a question.
    Two queries; one where nobody has answered.
    """
    if not (standing := answers_that_stand(campaign)):
        return None
    judges = set(counting_rankings(campaign).order_by().values_list("judge", flat=True).distinct())
    answered: dict[Question, dict[int, list[str]]] = {
        question: {} for question in questions_of(campaign.survey) if _is_counted(question)
    }
    for given in standing:
        for question in questions_of(given.asked) if given.judge_id in judges else ():
            if question.key in given.answers and _is_counted(question):
                answered.setdefault(question, {})[given.judge_id] = _said(
                    question, given.answers[question.key]
                )
    counts = [_counts(question, said) for question, said in answered.items() if said]
    if not counts:
        return None
    return JudgesSurvey(
        len(judges),
        FEWEST_JUDGES,
        FEWEST_PER_ANSWER,
        tuple(sorted(counts, key=lambda one: one.moment == "after")),
    )


def _is_counted(question: Question) -> bool:
    return question.kind in ("choice", "choices") or question.key == LANGUAGES


def _said(question: Question, answer: Answer) -> list[str]:
    if question.key == LANGUAGES and isinstance(answer, str):
        return [name for part in BETWEEN_LANGUAGES.split(answer) if (name := " ".join(part.split()))]
    return list(answer) if isinstance(answer, list) else [str(answer)]


def _counts(question: Question, said: Mapping[int, Sequence[str]]) -> SurveyQuestionCounts:
    given: dict[str, set[int]] = defaultdict(set)
    names: dict[str, str] = {}
    for judge, answers in said.items():
        for answer in answers:
            # Judges type the names of languages as they like.
            key = answer.casefold() if question.key == LANGUAGES else answer
            given[names.setdefault(key, answer)].add(judge)
    order = question.choices or sorted(given, key=lambda name: (-len(given[name]), name))
    enough = len(said) >= FEWEST_JUDGES
    shown, other = told_apart(given) if enough else (set(), set(said))
    return SurveyQuestionCounts(
        question=question.words,
        moment=question.moment,
        several=question.kind != "choice",
        answered=len(said),
        answers=tuple(AnswerCount(name, len(given[name])) for name in order if name in shown),
        other=len(other),
    )


def told_apart(given: Mapping[str, set[int]]) -> tuple[set[str], set[int]]:
    """Which answers may be counted by themselves, and who gave one of the others.

    An answer of fewer than `FEWEST_PER_ANSWER` judges is among the others. Where these together are still
    fewer, what they answered would follow from the rest: so the next larger answer joins them.
    """
    by_size = sorted(given, key=lambda answer: (len(given[answer]), answer))
    shown = [answer for answer in by_size if len(given[answer]) >= FEWEST_PER_ANSWER]
    other: set[int] = set().union(*(given[answer] for answer in by_size if answer not in shown))
    while other and len(other) < FEWEST_PER_ANSWER and shown:
        other |= given[shown.pop(0)]
    return set(shown), other
