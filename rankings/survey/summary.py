"""What judges have answered: counts for each question, and every answer as a file."""

from collections import Counter
from dataclasses import dataclass, field
from statistics import fmean, median

from rankings.formats.safe_cells import write_csv
from rankings.models import Campaign, SurveyAnswer
from rankings.survey.questions import Answer, Question, questions_of

HEADINGS = (
    *("judge", "moment", "question", "asked", "kind", "answer", "survey_version", "revision", "submitted_at"),
)
TEXTS_SHOWN = 200


@dataclass(slots=True)
class QuestionSummary:
    """The answers to one question as it was asked.

    Attributes:
        question: as it was asked.
        in_force: whether it is asked now.
        counts: answers by choice or point of the scale, each with its share of `answered` in percent.
        answered: judges who answered it.
        asked: judges who were asked it.
        numbers: of a number or a scale.
        texts: of a text, by judge.
    """

    question: Question
    in_force: bool
    asked: int = 0
    answered: int = 0
    tally: Counter[str] = field(default_factory=Counter)
    numbers: list[int] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)

    @property
    def counts(self) -> list[tuple[str, int, int]]:
        question = self.question
        names = question.choices or tuple(str(point) for point in range(1, question.points + 1))
        return [
            (name, self.tally[name], round(100 * self.tally[name] / (self.answered or 1))) for name in names
        ]

    @property
    def mean(self) -> float | None:
        return fmean(self.numbers) if self.numbers else None

    @property
    def median(self) -> float | None:
        return median(self.numbers) if self.numbers else None

    @property
    def spread(self) -> tuple[int, int] | None:
        return (min(self.numbers), max(self.numbers)) if self.numbers else None


def summaries(campaign: Campaign) -> list[QuestionSummary]:
    """Every question that was ever answered or is asked now: before judging, then after it, in their order.

    A question whose words or choices were changed is another one: answers stand under what was asked.
    Two queries.
    """
    by_version = questions_by_version(campaign)
    force = by_version.get(campaign.survey_version, [])
    found = {question: QuestionSummary(question, True) for question in force}
    for answer in answers_that_stand(campaign):
        for question in by_version.get(answer.version, ()):
            if question.moment != answer.moment:
                continue
            summary = found.setdefault(question, QuestionSummary(question, False))
            summary.asked += 1
            if question.key in answer.answers:
                _count(summary, answer.judge.name, answer.answers[question.key])
    return sorted(found.values(), key=lambda one: one.question.moment == "after")


def answers_file(campaign: Campaign) -> bytes:
    """Every answer that stands, one in a line, as CSV; no cell is taken for a formula."""
    by_version = questions_by_version(campaign)
    lines = [
        (
            answer.judge.name,
            answer.moment,
            question.key,
            question.words,
            question.kind,
            _in_words(answer.answers.get(question.key)),
            str(answer.version),
            str(answer.revision),
            answer.submitted_at.isoformat(timespec="seconds"),
        )
        for answer in answers_that_stand(campaign)
        for question in by_version.get(answer.version, ())
        if question.moment == answer.moment
    ]
    return write_csv([HEADINGS, *lines])


def answered_by(campaign: Campaign) -> dict[str, int]:
    """How many judges have answered, by moment."""
    return dict(Counter(answer.moment for answer in answers_that_stand(campaign)))


def _count(summary: QuestionSummary, judge: str, answer: Answer) -> None:
    summary.answered += 1
    if isinstance(answer, list):
        summary.tally.update(answer)
    elif isinstance(answer, int):
        summary.numbers.append(answer)
        summary.tally[str(answer)] += 1
    elif summary.question.kind == "choice":
        summary.tally[answer] += 1
    else:
        summary.texts.append((judge, answer))


def _in_words(answer: Answer | None) -> str:
    if answer is None:
        return ""
    return "; ".join(answer) if isinstance(answer, list) else str(answer)


def questions_by_version(campaign: Campaign) -> dict[int, list[Question]]:
    """What was asked, by the number that answers keep."""
    revisions = campaign.survey_revisions.values_list("version", "questions")
    return {version: questions_of(questions) for version, questions in revisions}


def answers_that_stand(campaign: Campaign) -> list[SurveyAnswer]:
    """Each judge's last answers, before and after judging, unless they were withdrawn."""
    answers = SurveyAnswer.objects.filter(judge__campaign=campaign, is_current=True, is_withdrawn=False)
    return list(answers.select_related("judge").order_by("judge__name", "-moment"))
