"""Who the judges are, in a report: what is counted, and that nobody's answer can be known from it."""

from collections.abc import Callable

import pytest
from appraise_gec.report.tables import DESCRIBED

from appraise_gec.accounts.models import User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.result import report_result
from appraise_gec.report.site import services
from rankings.models import Campaign, Judge, Report
from rankings.people.privacy import forget_judge
from rankings.survey.composition import composition, told_apart
from rankings.survey.questions import Question, built_in
from rankings.survey.services import change_questions, keep_answers, mark_of, questions_at, withdraw_answers
from tests.factories import make_campaign, make_items, make_judge, make_ranking

COLOUR = Question("colour", "after", "choices", "Which colours?", choices=("Red", "Green", "Blue"))
QUESTIONS = [*(built_in(key) for key in ("native-speaker", "native-languages", "level", "remarks")), COLOUR]
LEVELS = built_in("level").choices  # type: ignore[union-attr]


@pytest.fixture
def campaign(alice: User) -> Campaign:
    """Eight judges have ranked; the ninth has not."""
    campaign = make_campaign("essays", owner=alice)
    items = make_items(campaign)
    change_questions(campaign, lambda _: [one for one in QUESTIONS if one], alice)
    for number in range(1, 10):
        judge = make_judge(campaign, f"J{number}")
        if number < 9:
            make_ranking(judge, items[0])
            make_ranking(judge, items[1])
    return campaign


def answer(campaign: Campaign, name: str, moment: str = "before", **answers: object) -> None:
    campaign.refresh_from_db()
    judge = Judge.objects.select_related("campaign").get(campaign=campaign, name=name)
    given = {key.replace("_", "-"): value for key, value in answers.items()}
    assert keep_answers(judge, moment, given, asked=mark_of(questions_at(campaign, moment)))  # type: ignore[arg-type]


def all_answer(campaign: Campaign) -> None:
    """Six native speakers and two others; levels that single judges have; languages as people type them."""
    languages = (
        "English",
        "english ",
        "English, German",
        "German",
        "English/French",
        "English",
        "Polish",
        "",
    )
    for number, language in enumerate(languages, 1):
        native = "No" if number in (4, 7) else "Yes"
        level = LEVELS[0] if number < 5 else LEVELS[number - 4]
        typed = {"native_languages": language} if language else {}
        answer(campaign, f"J{number}", native_speaker=native, level=level, **typed)
    answer(campaign, "J9", native_speaker="No")


def rows(report: Report) -> list[tuple[object, ...]]:
    table = DESCRIBED["judges-survey"](report_result(report.result or {}))
    return [tuple(row.values[2:4]) for row in table.rows]


def computed(campaign: Campaign, user: User, run_jobs: Callable[[], int], **options: object) -> Report:
    made = services.request_report(campaign, user, ReportOptions(replicates=20, **options)).report  # type: ignore[arg-type]
    run_jobs()
    made.refresh_from_db()
    return made


def test_answers_are_counted_and_rare_ones_together(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    all_answer(campaign)
    made = computed(campaign, alice, run_jobs)
    assert rows(made) == [
        # Two said no: with fewer than three the others join them, and nothing is left to count.
        ("not counted: too few alike", 8),
        # Three of "German", "French" and "Polish" are fewer than three each; J9 has no ranking.
        ("English", 5),
        ("other answers", 4),
        ("no answer", 1),
        (LEVELS[0], 4),
        ("other answers", 4),
    ]


def test_questions_that_few_answered_have_no_counts(campaign: Campaign) -> None:
    for number in range(1, 5):
        answer(campaign, f"J{number}", native_speaker="Yes")
    made = composition(campaign)
    assert made is not None
    assert [(one.answers, one.other, one.answered) for one in made.questions] == [((), 4, 4)]
    answer(campaign, "J5", native_speaker="Yes")
    made = composition(campaign)
    assert made is not None
    assert [(one.answer, one.judges) for one in made.questions[0].answers] == [("Yes", 5)]


@pytest.mark.parametrize(
    ("sizes", "shown", "others"),
    [
        ({"a": 5, "b": 3}, {"a", "b"}, 0),
        ({"a": 5, "b": 2, "c": 1}, {"a"}, 3),
        # Two alone would say what they answered: the smallest of the rest joins them.
        ({"a": 5, "b": 3, "c": 2}, {"a"}, 5),
        ({"a": 7, "b": 1}, set(), 8),
    ],
)
def test_no_answer_of_few_can_be_reckoned_from_the_rest(
    sizes: dict[str, int], shown: set[str], others: int
) -> None:
    judges = iter(range(100))
    given = {answer: {next(judges) for _ in range(size)} for answer, size in sizes.items()}
    told, other = told_apart(given)
    assert (told, len(other)) == (shown, others)


def test_reports_with_and_without_a_judge_say_the_same_of_the_judges(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    all_answer(campaign)
    whole = computed(campaign, alice, run_jobs)
    without = computed(campaign, alice, run_jobs, excluded_judges=("J1",))
    assert rows(whole) == rows(without)


def test_the_same_answers_make_no_new_report_and_withdrawn_ones_do_not_count(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    all_answer(campaign)
    made = computed(campaign, alice, run_jobs)
    assert computed(campaign, alice, run_jobs).pk == made.pk
    withdraw_answers(Judge.objects.select_related("campaign").get(campaign=campaign, name="J1"))
    forget_judge(
        Judge.objects.select_related("campaign").get(campaign=campaign, name="J2"),
        alice,
        keep_name=False,
        clear_notes=False,
    )
    changed = computed(campaign, alice, run_jobs)
    assert changed.pk != made.pk
    assert ("English", 3) in rows(changed)
