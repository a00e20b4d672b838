"""The questions of a survey, how they are stored, and the built-in ones.

A survey is a list of questions in the order in which judges read them. A campaign keeps it as JSON, each
an object with the fields of `Question` that are not as usual. Built-in ones are stored in English and said in
the reader's language (`said`); what managers write themselves stays as it is.
"""

from collections.abc import Iterable
from itertools import count
from typing import Annotated, Any, Literal

import msgspec
from django.utils.translation import gettext, gettext_noop
from msgspec import Meta

Moment = Literal["before", "after"]
Kind = Literal["choice", "choices", "scale", "text"]
Answer = str | int | list[str]
MOST_QUESTIONS = 30
MOST_CHOICES = 20
LONGEST_ANSWER = 1_000

# No line breaks, and nothing that a database could not keep.
_LINE = r"^[^\x00-\x1f\ud800-\udfff]*\Z"
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,80}\Z")]
Asked = Annotated[str, Meta(min_length=1, max_length=300, pattern=_LINE)]
Note = Annotated[str, Meta(max_length=300, pattern=_LINE)]
Choice = Annotated[str, Meta(min_length=1, max_length=120, pattern=_LINE)]
Label = Annotated[str, Meta(max_length=120, pattern=_LINE)]
Points = Annotated[int, Meta(ge=2, le=10)]


class Question(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One question. Reading one from JSON checks it.

    Attributes:
        key: names it in answers; the same as long as it means the same.
        moment: before the first item, or after the last one.
        kind: one of several answers, any of several, a point on a scale, or a text.
        words: what is asked.
        note: a sentence below it, or "".
        required: whether it has to be answered.
        choices: of kinds "choice" and "choices".
        points: steps of a scale.
        low, high: what the ends of a scale mean, or "".
    """

    key: Key
    moment: Moment
    kind: Kind
    words: Asked
    note: Note = ""
    required: bool = False
    choices: tuple[Choice, ...] = ()
    points: Points = 5
    low: Label = ""
    high: Label = ""

    def __post_init__(self) -> None:
        if self.kind not in ("choice", "choices"):
            if self.choices:
                raise ValueError(f"A question of the kind “{self.kind}” has no choices")
        elif not 2 <= len(self.choices) <= MOST_CHOICES:
            raise ValueError(f"Expected from 2 to {MOST_CHOICES} choices")
        elif len(set(self.choices)) < len(self.choices):
            raise ValueError("Two choices are the same")


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


def said(question: Question) -> Question:
    """The question with built-in texts in the reader's language, and a manager's own as they are."""
    known = _built_in_texts(question.key)

    def shown(text: str) -> str:
        return gettext(text) if text in known else text

    return msgspec.structs.replace(
        question,
        words=shown(question.words),
        note=shown(question.note),
        choices=tuple(map(shown, question.choices)),
        low=shown(question.low),
        high=shown(question.high),
    )


def is_built_in(question: Question) -> bool:
    """Whether all answers to choose from are those of the built-in question, which judges see translated."""
    return _built_in_texts(question.key) >= set(question.choices)


def _built_in_texts(key: str) -> set[str]:
    texts = {
        text
        for question in BUILT_IN
        if question.key == key
        for text in (question.words, question.note, question.low, question.high, *question.choices)
    }
    return texts - {""}


def stored(questions: Iterable[Question]) -> list[dict[str, Any]]:
    """The questions as a campaign, or a judge's answer, keeps them."""
    rows: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(list(questions)))
    return rows


def questions_of(rows: Any) -> list[Question]:
    """Stored questions. Raises ValueError, with the place, for what is none."""
    return msgspec.convert(rows, list[Question])


def written(rows: Any) -> list[Question]:
    """Questions as a person writes them: usually before judging; one without a key gets one.

    Raises ValueError, with the number of the question, for what is none.
    """
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError("Expected a list of questions: [{…}, {…}]")
    used = [row["key"] for row in rows if "key" in row]
    free = (key for number in count(1) if (key := f"question-{number}") not in used)
    questions = []
    for number, row in enumerate(rows, 1):
        usual = {"moment": "before"} if "key" in row else {"moment": "before", "key": next(free)}
        try:
            questions.append(msgspec.convert(usual | row, Question))
        except ValueError as error:
            raise ValueError(f"Question {number}: {error}") from None
    return questions
