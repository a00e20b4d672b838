"""survey."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AnswerCount:
    """An answer, and how many judges gave it."""

    answer: str
    judges: int


@dataclass(frozen=True, slots=True)
class SurveyQuestionCounts:
    """The answers to one question.

    Attributes:
        question: as it was asked.
        moment: "before" or "after" judging.
        several: whether a judge could give several answers.
        answered: judges who answered it.
        answers: in the order of the choices, those given by few judges left out.
        other: judges who gave an answer that is left out.
    """

    question: str
    moment: str
    several: bool
    answered: int
    answers: tuple[AnswerCount, ...]
    other: int


@dataclass(frozen=True, slots=True)
class JudgesSurvey:
    """What judges answered to questions with choices, without answers by which one could be known.

    Attributes:
        judges: who ranked, whether they answered or not.
        fewest_judges: with fewer answers than that, a question has no counts.
        fewest_per_answer: an answer that fewer judges gave is counted with others.
        questions: those before judging, then those after it.
    """

    judges: int
    fewest_judges: int
    fewest_per_answer: int
    questions: tuple[SurveyQuestionCounts, ...]
