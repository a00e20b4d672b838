"""Who the judges are, by what they answered in the survey."""

from collections.abc import Iterator

from appraise_gec.presentation.tables import Column, Kind, Row, Table
from appraise_gec.words import words, words_for_count
from rankings.analysis.results.survey import JudgesSurvey, SurveyQuestionCounts

KEY, TITLE = "judges-survey", words("What judges said about themselves")
OTHER = words("other answers")
TOO_FEW = words("not counted: too few alike")
NOTHING = words("no answer")
MOMENTS = {"before": "before judging", "after": "after judging"}
SEVERAL = words("Where several answers were possible, a judge may count more than once.")


def composition_table(made: JudgesSurvey | None) -> Table:
    """For each question the answers, with how many judges gave them."""
    columns = [
        Column("question", words("question")),
        Column("moment", "asked", where="data"),
        Column("answer", words("answer"), Kind.NAME),
        Column("judges", words("judges"), Kind.COUNT),
        Column("answered", "answered by", Kind.COUNT, where="data"),
        Column("share", words("share"), Kind.SHARE, help=words("Of the judges who answered the question.")),
    ]
    if made is None:
        return Table(KEY, TITLE, columns, [], reason="No judge answered a survey.")
    rows = [
        Row([question.question, MOMENTS[question.moment], answer, judges, question.answered, share])
        for question in made.questions
        for answer, judges, share in _lines(made, question)
    ]
    shown = [column for column in columns if column.where != "data"]
    printed = [
        Row([question.question if first else "", answer, judges, share], rule_above=first and number > 0)
        for number, question in enumerate(made.questions)
        for first, (answer, judges, share) in _first_marked(_lines(made, question))
    ]
    return Table(
        KEY, TITLE, columns, rows, _notes(made), printed=Table(KEY, TITLE, shown, printed, _notes(made))
    )


def _lines(made: JudgesSurvey, question: SurveyQuestionCounts) -> Iterator[tuple[str, int, float | None]]:
    for one in question.answers:
        yield one.answer, one.judges, one.judges / question.answered
    if question.other and question.answers:
        yield OTHER, question.other, question.other / question.answered
    elif question.other:
        yield TOO_FEW, question.other, None
    if question.answered < made.judges:
        yield NOTHING, made.judges - question.answered, None


def _first_marked(
    lines: Iterator[tuple[str, int, float | None]],
) -> Iterator[tuple[bool, tuple[str, int, float | None]]]:
    for number, line in enumerate(lines):
        yield number == 0, line


def _notes(made: JudgesSurvey) -> list[str]:
    notes: list[str] = [
        words_for_count(
            "Of %(n)s judge with rankings, including any that the report leaves out. Shares are of those who "
            "answered.",
            "Of %(n)s judges with rankings, including any that the report leaves out. Shares are of those "
            "who answered.",
            made.judges,
        ),
        words(
            "Answers of fewer than %(alike)s judges are counted together, and questions that fewer than "
            "%(answered)s answered are not counted, so that nobody's answer can be known.",
            alike=made.fewest_per_answer,
            answered=made.fewest_judges,
        ),
    ]
    return [*notes, SEVERAL] if any(question.several for question in made.questions) else notes
