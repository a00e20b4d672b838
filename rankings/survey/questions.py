"""The questions of a survey, as records; their stored form; and the built-in ones.

A survey is a list of questions in the order in which judges read them. A campaign keeps it as JSON, each
an object with the fields of `Question`. Built-in ones are stored in English and said in the judge's language
(`said`); what managers write themselves stays as it is.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from django.utils.translation import gettext_noop

Moment = Literal["before", "after"]
Kind = Literal["choice", "choices", "scale", "text"]
MOST_QUESTIONS = 30
MOST_CHOICES = 20
LONGEST_WORDS = 300
LONGEST_CHOICE = 120
LONGEST_ANSWER = 1_000
SCALE_POINTS = (2, 10)
KINDS: dict[str, str] = {
    "choice": "One of several answers",
    "choices": "Any of several answers",
    "scale": "A scale",
    "text": "A short text",
}

Answer = str | int | list[str]


@dataclass(frozen=True, slots=True)
class Question:
    """One question.

    Attributes:
        key: names it in answers; the same as long as it means the same.
        moment: before the first item, or after the last one.
        kind: one of `KINDS`.
        words: what is asked.
        note: a sentence below it, or "".
        required: whether it has to be answered.
        choices: of kinds "choice" and "choices".
        points: steps of a scale.
        low, high: what the ends of a scale mean, or "".
    """

    key: str
    moment: Moment
    kind: Kind
    words: str
    note: str = ""
    required: bool = False
    choices: tuple[str, ...] = ()
    points: int = 5
    low: str = ""
    high: str = ""


BUILT_IN: tuple[Question, ...] = (
    Question(
        "native-speaker",
        "before",
        "choice",
        gettext_noop("Are you a native speaker of the language of the sentences?"),
        required=True,
        choices=(gettext_noop("Yes"), gettext_noop("No")),
    ),
    Question(
        "native-languages",
        "before",
        "text",
        gettext_noop("What is your native language?"),
        note=gettext_noop("If you have several, name them all."),
    ),
    Question(
        "level",
        "before",
        "choice",
        gettext_noop("How well do you know the language of the sentences?"),
        choices=(
            gettext_noop("Native speaker"),
            gettext_noop("C2: close to a native speaker"),
            gettext_noop("C1: advanced"),
            gettext_noop("B2: upper intermediate"),
            gettext_noop("B1: intermediate"),
            gettext_noop("A1 or A2: beginner"),
        ),
    ),
    Question(
        "experience",
        "before",
        "choice",
        gettext_noop("How long have you taught this language, or edited or annotated texts in it?"),
        choices=(
            gettext_noop("Not at all"),
            gettext_noop("Less than a year"),
            gettext_noop("1 to 5 years"),
            gettext_noop("More than 5 years"),
        ),
    ),
    Question(
        "difficulty",
        "after",
        "scale",
        gettext_noop("How hard was it to rank the outputs?"),
        low=gettext_noop("very easy"),
        high=gettext_noop("very hard"),
    ),
    Question(
        "remarks",
        "after",
        "text",
        gettext_noop("What else should we know about your work?"),
    ),
)


def built_in(key: str) -> Question | None:
    """The built-in question of this key."""
    return next((question for question in BUILT_IN if question.key == key), None)


def said(question: Question, say: Callable[[str], str]) -> Question:
    """The question with texts of the built-in one as `say` has them, and a manager's own as they are."""
    known = _texts_of(built_in(question.key))

    def shown(text: str) -> str:
        return say(text) if text in known else text

    return replace(
        question,
        words=shown(question.words),
        note=shown(question.note),
        choices=tuple(map(shown, question.choices)),
        low=shown(question.low),
        high=shown(question.high),
    )


def is_built_in(question: Question) -> bool:
    """Whether all answers to choose from are those of the built-in question, which judges see translated."""
    return _texts_of(built_in(question.key)) >= set(question.choices)


def _texts_of(question: Question | None) -> set[str]:
    if question is None:
        return set()
    return {question.words, question.note, question.low, question.high, *question.choices} - {""}


def stored(questions: Iterable[Question]) -> list[dict[str, Any]]:
    """The questions as they are stored."""
    return [{**asdict(question), "choices": list(question.choices)} for question in questions]


def questions_of(rows: Iterable[Mapping[str, Any]]) -> list[Question]:
    """Stored questions, as records."""
    return [Question(**{**row, "choices": tuple(row["choices"])}) for row in rows]


def check_questions(rows: Any) -> None:
    """Raise ValueError for what is no list of stored questions."""
    if not isinstance(rows, list) or len(rows) > MOST_QUESTIONS:
        raise ValueError(f"expected a list of at most {MOST_QUESTIONS} questions")
    try:
        questions = questions_of(rows)
    except (TypeError, KeyError):
        raise ValueError("expected questions with the fields of a survey") from None
    if len({question.key for question in questions}) != len(questions):
        raise ValueError("expected questions with different keys")
    for question in questions:
        _check(question)


def _check(question: Question) -> None:
    texts = (question.key, question.words, question.note, question.low, question.high, *question.choices)
    if not all(isinstance(text, str) and len(text) <= LONGEST_WORDS for text in texts):
        raise ValueError(f"expected texts of at most {LONGEST_WORDS} characters in a question")
    if not question.key or not question.words or not isinstance(question.required, bool):
        raise ValueError("expected a key, words and whether an answer is required")
    if question.moment not in get_args(Moment) or question.kind not in get_args(Kind):
        raise ValueError("expected a known moment and kind of question")
    if question.kind in ("choice", "choices") and not 2 <= len(set(question.choices)) <= MOST_CHOICES:
        raise ValueError(f"expected from 2 to {MOST_CHOICES} choices")
    if type(question.points) is not int or not SCALE_POINTS[0] <= question.points <= SCALE_POINTS[1]:
        raise ValueError(f"expected from 2 to {SCALE_POINTS[1]} points of a scale")


def check_answers(answers: Any) -> None:
    """Raise ValueError for what are no stored answers."""
    if not isinstance(answers, dict):
        raise ValueError("expected answers by the key of the question")
    for answer in answers.values():
        is_list = isinstance(answer, list) and all(isinstance(one, str) for one in answer)
        if not (is_list or isinstance(answer, str) or type(answer) is int):
            raise ValueError("expected texts, whole numbers or lists of texts as answers")
