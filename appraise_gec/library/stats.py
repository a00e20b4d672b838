"""What each judge did (2015 paper, Table 1)."""

from typing import TYPE_CHECKING

from appraise_gec.library.arguments import JudgmentsGiven, front_door
from appraise_gec.library.finding import Finding
from appraise_gec.library.judgments import taken

if TYPE_CHECKING:
    from appraise_gec.present.blocks import Section
    from rankings.analysis.judge_statistics import EvaluationStatistics


@front_door
def stats(judgments: JudgmentsGiven) -> "Finding[EvaluationStatistics]":
    """Count rankings, comparisons and ties per judge.

    Examples:
        # How much did each judge do?
        stats judgments.xml
        # Two files as one
        stats first.xml second.csv
    """

    from rankings.analysis.judge_statistics import evaluation_statistics

    judged = taken(judgments)
    found = evaluation_statistics(judged.table)
    return judged.finding(found, lambda: _described(found))


def _described(found: "EvaluationStatistics") -> "Section":
    from appraise_gec.present.blocks import Prose, Section, Shown
    from appraise_gec.present.numbers import counted
    from rankings.sections.judges import statistics

    numbers = (
        counted(len(found.systems), "system"),
        counted(found.sentences, "sentence"),
        counted(len(found.judges), "judge"),
    )
    return Section(
        "judges", "Judges", [Prose(", ".join(numbers)), Shown(statistics(found.judges, found.total))]
    )
