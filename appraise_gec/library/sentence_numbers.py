"""Check that judgments and the outputs or scores compared with them number sentences alike."""

from collections.abc import Hashable, Iterator, Mapping, Sequence

from appraise_gec.library.evaluation import Evaluation
from metrics.validation.score_table import MetricScores
from rankings.formats.records import FormatError, Problem
from rankings.items.collapse import collapse_key
from rankings.items.sentence_numbers import TextOf, misfit

# Scores of equal texts may differ in their last digits; those of different texts do not agree so far.
DIGITS = 9


def check_texts(judged: Evaluation, outputs: Mapping[str, Sequence[str]]) -> None:
    """Refuse judgments that do not fit the outputs, as texts.

    Raises:
        FormatError: one problem for each file of judgments that does not fit.
    """
    count = max(map(len, outputs.values()), default=0)
    # Every judgment asks for lines; each is normalised once.
    keys = {system: [collapse_key(line) for line in lines] for system, lines in outputs.items()}

    def text_of(system: str, index: int) -> Hashable | None:
        lines = keys.get(system)
        return lines[index] if lines is not None and index < len(lines) else None

    if problems := list(_misfits(judged, text_of, count)):
        raise FormatError(problems)


def check_scores(judged: Evaluation, metrics: Sequence[MetricScores]) -> list[Problem]:
    """Doubts about judgments that do not fit the scores of sentences: the same output has one score.

    No reasons to refuse them, because a metric may score the same output differently.
    """
    doubts = []
    for metric in metrics:
        scores = metric.sentences

        def score_of(
            system: str, index: int, scores: Mapping[str, Mapping[str, float]] = scores
        ) -> Hashable | None:
            score = scores.get(system, {}).get(str(index))
            return None if score is None else round(score, DIGITS)

        doubts += [
            Problem(one.file, f"by the scores of {metric.metric}: {one.message}", fatal=False)
            for one in _misfits(judged, score_of, None)
        ]
    return doubts


def _misfits(judged: Evaluation, text_of: TextOf, count: int | None) -> Iterator[Problem]:
    first = judged.selection.first_sentence
    for source in judged.sources:
        if why := misfit(source.judgments, text_of, count, first, "--first-sentence"):
            yield Problem(source.name, why)
