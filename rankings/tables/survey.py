"""Who the judges are, by what they answered in the survey."""

from collections.abc import Iterator

from appraise_gec.present.table import Column, Kind, Row, Table
from appraise_gec.words import plural
from rankings.analysis.survey import JudgesSurvey, SurveyQuestionCounts

KEY, TITLE = "judges-survey", "What judges said about themselves"
OTHER = "other answers"
TOO_FEW = "not counted: too few alike"
NOTHING = "no answer"
MOMENTS = {"before": "before judging", "after": "after judging"}
SEVERAL = "Where several answers were possible, a judge may count more than once."


def composition_table(made: JudgesSurvey | None) -> Table:
    """For each question the answers, with how many judges gave them."""
    columns = [
        Column("question", "question"),
        Column("moment", "asked", where="data"),
        Column("answer", "answer", Kind.NAME),
        Column("judges", "judges", Kind.COUNT),
        Column("answered", "answered by", Kind.COUNT, where="data"),
        Column("share", "share", Kind.SHARE, help="Of the judges who answered the question."),
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
        plural(
            made.judges,
            (
                "Of {n} judge with rankings, including any that the report leaves out. Shares are of "
                "those who answered."
            ),
            (
                "Of {n} judges with rankings, including any that the report leaves out. Shares are "
                "of those who answered."
            ),
        ),
        (
            f"Answers of fewer than {made.fewest_per_answer} judges are counted together, and "
            f"questions that fewer than {made.fewest_judges} answered are not counted, so that "
            "nobody's answer can be known."
        ),
    ]
    return [*notes, SEVERAL] if any(question.several for question in made.questions) else notes
