"""A made-up campaign of many systems with the names that systems have: what a report has to find room for."""

import random

from rankings.analysis.judge_statistics import AnswerCount, JudgesSurvey, SurveyQuestionCounts
from rankings.formats.edit_marks import EditJudgment, Verdict
from rankings.formats.records import JudgedOutput, Judgment

SYSTEMS = (
    "GECToR-RoBERTa",
    "GECToR-XLNet (ensemble of 3)",
    "T5-11B",
    "mT5_xxl",
    "GPT-4, zero-shot",
    "GPT-3.5, 16 examples",
    "Llama-2-7B & LoRA",
    "BART-large",
    "Transformer-big 50%",
    "Köln-Čeština",
    "REF-M",
    "REF-F",
    "TagGEC#2",
    "UEDIN-MS_with_a_very_long_name_that_goes_on",
    "INPUT",
)
JUDGES = ("Ana M.", "judge_with_a_long_name", "annotator03", "annotator04", "annotator05", "Zoë")
VERDICTS: tuple[Verdict, ...] = ("", "", "", "wrong", "unneeded")
EDITS = (
    ("informations", "information", "replacement"),
    ("", "the", "insertion"),
    ("in the regards of which has been said before by the authors", "regarding this", "replacement"),
    ("a_b{c}", "50% & more", "replacement"),
)


def made_up_judgments(sentences: int = 40, judges: int = 6, systems: int = 15) -> list[Judgment]:
    """Each judge ranks five outputs of each sentence, mostly the same; systems at the front are better."""
    draw = random.Random(2015)
    made = []
    for sentence in range(sentences):
        same = draw.sample(range(systems), min(5, systems))
        for judge in JUDGES[:judges]:
            shown = same if draw.random() < 0.7 else draw.sample(range(systems), min(5, systems))
            felt = {place: place + draw.gauss(0, 4) for place in shown}
            order = sorted(shown, key=felt.__getitem__)
            outputs = tuple(
                JudgedOutput((SYSTEMS[place],), max(1, order.index(place) + draw.choice((0, 1))))
                for place in shown
            )
            made.append(Judgment(judge, str(sentence), outputs, seconds=draw.uniform(10, 90)))
    return made


def made_up_edits(sentences: int = 30) -> list[EditJudgment]:
    """Marks on edits of some systems, by two of the judges."""
    draw = random.Random(2016)
    return [
        EditJudgment(
            judge, str(sentence), (system,), 1, 2, original, correction, draw.choice(VERDICTS), kind=kind
        )
        for judge in JUDGES[:2]
        for sentence in range(sentences)
        for system in (SYSTEMS[sentence % 5], SYSTEMS[5 + sentence % 7])
        for original, correction, kind in (EDITS[sentence % len(EDITS)],)
    ]


def made_up_survey() -> JudgesSurvey:
    """Answers of the judges to one question."""
    return JudgesSurvey(
        judges=6,
        fewest_judges=5,
        fewest_per_answer=3,
        questions=(
            SurveyQuestionCounts(
                "Are you a native speaker?",
                "before",
                several=False,
                answered=6,
                answers=(AnswerCount("Yes", 3),),
                other=3,
            ),
        ),
    )
