"""What each judge did: rankings and comparisons (2015 paper, Table 1), scale use, answers to a survey."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

import numpy as np

from rankings.formats.columns import Judgments
from rankings.formats.records import Judgment

ROWS_AT_ONCE = 1 << 14
RANK_BITS = 16


@dataclass(frozen=True, slots=True)
class JudgeStatistics:
    """Counts for one judge, or for all together.

    Attributes:
        judge: name, or "Total".
        rankings: items seen, including skipped ones and ones with a single distinct output.
        unexpanded, unexpanded_ties: comparisons between distinct outputs, and how many were ties.
        expanded, expanded_ties: comparisons between systems, and how many were ties; systems that share an
            output are tied.
        skipped: how many of the rankings were skipped.
        single_output: how many had one distinct output, and so no comparison between outputs.
    """

    judge: str
    rankings: int
    unexpanded: int
    unexpanded_ties: int
    expanded: int
    expanded_ties: int
    skipped: int
    single_output: int

    @property
    def nothing_decided(self) -> bool:
        """Whether systems were compared and none was ever preferred."""
        return 0 < self.expanded == self.expanded_ties


@dataclass(frozen=True, slots=True)
class EvaluationStatistics:
    """What was judged, per judge and by all together.

    Attributes:
        judges: by name.
        total: their sum.
        systems: names of those that were judged.
        sentences: how many were judged.
    """

    judges: tuple[JudgeStatistics, ...]
    total: JudgeStatistics
    systems: tuple[str, ...]
    sentences: int


def evaluation_statistics(table: Judgments) -> EvaluationStatistics:
    """What was judged, per judge and in all."""
    judges = judge_statistics(table)
    return EvaluationStatistics(judges, total_statistics(judges), table.systems, len(table.sentences))


def judge_statistics(table: Judgments) -> tuple[JudgeStatistics, ...]:
    """One record per judge, in the order of `table.judges`."""
    n = len(table.judges)
    counts = np.zeros((4, n), dtype=np.int64)
    for first in range(0, len(table), ROWS_AT_ONCE):
        counts += _compared(table, first, min(first + ROWS_AT_ONCE, len(table)))
    rankings = np.bincount(table.judge, minlength=n)
    skipped = np.bincount(table.judge[table.skipped], minlength=n)
    single = np.bincount(table.judge[~table.skipped & (table.number_of_outputs == 1)], minlength=n)
    columns = np.stack([rankings, *counts, skipped, single], axis=1).tolist()
    return tuple(JudgeStatistics(name, *row) for name, row in zip(table.judges, columns, strict=True))


def total_statistics(judges: Sequence[JudgeStatistics]) -> JudgeStatistics:
    """The sum over judges."""
    names = [field.name for field in fields(JudgeStatistics) if field.name != "judge"]
    return JudgeStatistics("Total", *(sum(getattr(one, name) for one in judges) for name in names))


def _compared(table: Judgments, first: int, end: int) -> np.ndarray:
    """(4, J) pairs of outputs of some rows and those of them with one rank, and the same of systems."""
    cells = slice(table.start[first], table.start[end])
    row = np.repeat(np.arange(first, end), table.number_of_outputs[first:end])
    ranked = ~table.skipped[row]
    rank = table.rank[cells].astype(np.int64)
    systems = np.array([len(group) for group in table.groups_of_systems] or [0])[table.output[cells]]
    alike, place = np.unique((row << RANK_BITS | rank)[ranked], return_inverse=True)
    judge, n = table.judge[first:end], len(table.judges)
    counts = []
    for size in (np.ones(len(place)), systems[ranked]):
        of_row = np.bincount(row[ranked] - first, size, end - first)
        of_rank = np.bincount(place, size, len(alike))
        counts.append(np.bincount(judge, of_row * (of_row - 1) / 2, n))
        counts.append(np.bincount(table.judge[alike >> RANK_BITS], of_rank * (of_rank - 1) / 2, n))
    return np.array(counts).astype(np.int64)


@dataclass(frozen=True, slots=True)
class ScaleUse:
    """One judge.

    Attributes:
        judge: name.
        ranks: how many outputs got rank 1, 2, ... in rankings of at least two outputs.
        timed: rankings with a known time.
        seconds_low, seconds, seconds_high: quartiles of their times, of active time where that is known; None
            without any.
    """

    judge: str
    ranks: tuple[int, ...]
    timed: int
    seconds_low: float | None = None
    seconds: float | None = None
    seconds_high: float | None = None


def scale_use(judgments: Iterable[Judgment]) -> tuple[ScaleUse, ...]:
    """One record per judge, by name, all with as many ranks as the lowest that anybody gave."""
    by_judge: dict[str, list[Judgment]] = {}
    for judgment in judgments:
        if not judgment.skipped and len(judgment.outputs) > 1:
            by_judge.setdefault(judgment.judge, []).append(judgment)
    lowest = max(
        (output.rank for made in by_judge.values() for one in made for output in one.outputs), default=0
    )
    return tuple(_of_judge(judge, by_judge[judge], lowest) for judge in sorted(by_judge))


def _of_judge(judge: str, judgments: Sequence[Judgment], lowest: int) -> ScaleUse:
    ranks = [output.rank for one in judgments for output in one.outputs]
    counts = np.bincount(ranks, minlength=lowest + 1)[1:]
    known = (one.seconds if one.active_seconds is None else one.active_seconds for one in judgments)
    seconds = [value for value in known if value is not None]
    quartiles = np.quantile(seconds, (0.25, 0.5, 0.75)).tolist() if seconds else [None] * 3
    return ScaleUse(judge, tuple(counts.tolist()), len(seconds), *quartiles)


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
