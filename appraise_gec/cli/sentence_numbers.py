"""Check that judgments and the scores compared with them number sentences alike."""

from collections.abc import Hashable, Mapping, Sequence

from appraise_gec.cli.judgment_files import Evaluation
from metrics.validation.score_table import MetricScores
from rankings.formats.records import FormatError, Problem
from rankings.items.collapse import collapse_key
from rankings.items.sentence_numbers import TextOf, find_misfit

# Scores of equal texts may differ in their last digits; those of different texts do not agree so far.
DIGITS = 9


def check_texts(evaluations: Sequence[Evaluation], outputs: Mapping[str, Sequence[str]]) -> None:
    """Refuse judgments that do not fit the outputs, as texts.

    Raises:
        FormatError: one sentence for each file of judgments that does not fit, with the option that helps.
    """
    count = max(map(len, outputs.values()), default=0)
    # Every judgment and numbering asks for lines; each is normalised once.
    keys = {system: [collapse_key(line) for line in lines] for system, lines in outputs.items()}

    def text_of(system: str, index: int) -> Hashable | None:
        lines = keys.get(system)
        return lines[index] if lines is not None and index < len(lines) else None

    _refuse(evaluations, text_of, count, "")


def check_scores(evaluations: Sequence[Evaluation], metrics: Sequence[MetricScores], place: str) -> None:
    """Refuse judgments that do not fit the scores of sentences: the same output has one score.

    Only where a neighbouring number fits: a randomised metric may score the same output differently.

    Raises:
        FormatError: as `check_texts`.
    """
    for metric in metrics:
        scores = metric.sentences

        def score_of(
            system: str, index: int, scores: Mapping[str, Mapping[str, float]] = scores
        ) -> Hashable | None:
            score = scores.get(system, {}).get(str(index))
            return None if score is None else round(score, DIGITS)

        if scores:
            _refuse(evaluations, score_of, None, f" (judged by the scores of {metric.metric} in {place})")


def _refuse(evaluations: Sequence[Evaluation], text_of: TextOf, count: int | None, basis: str) -> None:
    problems = []
    for evaluation in evaluations:
        first = evaluation.selection.first_sentence
        for file in evaluation.files:
            misfit = find_misfit(file.judgments, text_of, count, first)
            if misfit is None or (basis and misfit.offered is None):
                continue
            remedy = f"give --first-sentence {misfit.offered.first}" if misfit.offered else ""
            problems.append(Problem(file.name, misfit.sentence(remedy)[:-1] + f"{basis}."))
    if problems:
        raise FormatError(problems)
