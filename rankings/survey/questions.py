"""The questions of a survey, as records; their stored form; and the built-in ones.

A survey is a list of questions in the order in which judges read them. Stored, each is an object with the
fields of `Question`. Built-in ones are stored in English and said in the reader's language (`worded`); what
managers write themselves stays as it is. No Django.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from appraise_gec.words import words
from appraise_gec.words import words as managers_words

Moment = Literal["before", "after"]
Kind = Literal["choice", "choices", "scale", "number", "text"]
MOST_QUESTIONS = 30
MOST_CHOICES = 20
LONGEST_WORDS = 300
LONGEST_CHOICE = 120
LONGEST_ANSWER = 1_000
SCALE_POINTS = (2, 10)
LARGEST_NUMBER = 1_000_000
KINDS: dict[str, str] = {
    "choice": managers_words("One of several answers"),
    "choices": managers_words("Any of several answers"),
    "scale": managers_words("A scale"),
    "number": managers_words("A whole number"),
    "text": managers_words("A short text"),
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
        least, most: bounds of a number; None for none.
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
    least: int | None = None
    most: int | None = None


BUILT_IN: tuple[Question, ...] = (
    Question(
        "native-speaker",
        "before",
        "choice",
        words("Are you a native speaker of the language of the sentences?"),
        required=True,
        choices=(words("Yes"), words("No")),
    ),
    Question(
        "native-languages",
        "before",
        "text",
        words("What is your native language?"),
        note=words("If you have several, name them all."),
    ),
    Question(
        "level",
        "before",
        "choice",
        words("How well do you know the language of the sentences?"),
        choices=(
            words("Native speaker"),
            words("C2: close to a native speaker"),
            words("C1: advanced"),
            words("B2: upper intermediate"),
            words("B1: intermediate"),
            words("A1 or A2: beginner"),
        ),
    ),
    Question(
        "experience",
        "before",
        "choice",
        words("How long have you taught this language, or edited or annotated texts in it?"),
        choices=(
            words("Not at all"),
            words("Less than a year"),
            words("1 to 5 years"),
            words("More than 5 years"),
        ),
    ),
    Question(
        "difficulty",
        "after",
        "scale",
        words("How hard was it to rank the outputs?"),
        low=words("very easy"),
        high=words("very hard"),
    ),
    Question(
        "remarks",
        "after",
        "text",
        words("What else should we know about your work?"),
    ),
)


def built_in(key: str) -> Question | None:
    """The built-in question of this key."""
    return next((question for question in BUILT_IN if question.key == key), None)


def worded(question: Question) -> Question:
    """The question, with texts of the built-in one as words that pages say in the reader's language."""
    known = _texts_of(built_in(question.key))
    return replace(
        question,
        words=known.get(question.words, question.words),
        note=known.get(question.note, question.note),
        choices=tuple(known.get(choice, choice) for choice in question.choices),
        low=known.get(question.low, question.low),
        high=known.get(question.high, question.high),
    )


def is_built_in(question: Question) -> bool:
    """Whether all answers to choose from are those of the built-in question, which readers see translated."""
    return all(choice in _texts_of(built_in(question.key)) for choice in question.choices)


def known_texts(asked: str) -> dict[str, str]:
    """Of the built-in question that asks this: its texts, and each as words; nothing for own questions."""
    return _texts_of(next((question for question in BUILT_IN if question.words == asked), None))


def _texts_of(question: Question | None) -> dict[str, str]:
    if question is None:
        return {}
    texts = (question.words, question.note, question.low, question.high, *question.choices)
    return {str(text): text for text in texts if text}


def stored(questions: Iterable[Question]) -> list[dict[str, Any]]:
    """The questions as they are stored."""
    return [{**asdict(question), "choices": list(question.choices)} for question in questions]


def questions_of(rows: Iterable[Mapping[str, Any]]) -> list[Question]:
    """Stored questions, as records."""
    return [Question(**{**row, "choices": tuple(row["choices"])}) for row in rows]


def check_questions(rows: Any) -> None:
    """Raise ValueError for what is no list of stored questions."""
    if not isinstance(rows, list) or len(rows) > MOST_QUESTIONS:
        raise ValueError(managers_words("expected a list of at most %(most)s questions", most=MOST_QUESTIONS))
    try:
        questions = questions_of(rows)
    except (TypeError, KeyError):
        raise ValueError(managers_words("expected questions with the fields of a survey")) from None
    if len({question.key for question in questions}) != len(questions):
        raise ValueError(managers_words("expected questions with different keys"))
    for question in questions:
        _check(question)


def _check(question: Question) -> None:
    texts = (question.key, question.words, question.note, question.low, question.high, *question.choices)
    if not all(isinstance(text, str) and len(text) <= LONGEST_WORDS for text in texts):
        raise ValueError(
            managers_words("expected texts of at most %(most)s characters in a question", most=LONGEST_WORDS)
        )
    if not question.key or not question.words or not isinstance(question.required, bool):
        raise ValueError(managers_words("expected a key, words and whether an answer is required"))
    if question.moment not in get_args(Moment) or question.kind not in get_args(Kind):
        raise ValueError(managers_words("expected a known moment and kind of question"))
    if question.kind in ("choice", "choices") and not 2 <= len(set(question.choices)) <= MOST_CHOICES:
        raise ValueError(managers_words("expected from 2 to %(most)s choices", most=MOST_CHOICES))
    if type(question.points) is not int or not SCALE_POINTS[0] <= question.points <= SCALE_POINTS[1]:
        raise ValueError(
            managers_words("expected from 2 to %(most)s points of a scale", most=SCALE_POINTS[1])
        )
    if any(bound is not None and type(bound) is not int for bound in (question.least, question.most)):
        raise ValueError(managers_words("expected whole numbers as bounds"))


def check_answers(answers: Any) -> None:
    """Raise ValueError for what are no stored answers."""
    if not isinstance(answers, dict):
        raise ValueError(managers_words("expected answers by the key of the question"))
    for answer in answers.values():
        is_list = isinstance(answer, list) and all(isinstance(one, str) for one in answer)
        if not (is_list or isinstance(answer, str) or type(answer) is int):
            raise ValueError(managers_words("expected texts, whole numbers or lists of texts as answers"))
