"""Metric scores of the sentences that people judged, and of no others.

Choshen and Abend (2018), section 3: a metric that is computed on a whole test set, and people who saw a part
of it, may differ because the part differs.
"""

from collections.abc import Mapping, Sequence

from metrics.scorers.scorer import Material
from metrics.validation.score_table import MetricScores
from rankings.formats.columns import NOT_COVERED_GROUP, Judgments

LISTED = 5


def judged_indices(table: Judgments, count: int) -> tuple[int, ...]:
    """Zero-based lines of the sentences of which somebody compared two outputs, in order.

    Args:
        table: judgments whose sentence identifiers are zero-based lines.
        count: number of sentences of the test set.

    Raises:
        ValueError: an identifier that is no line of the test set, or nothing judged.
    """
    names = _judged(table)
    if not names:
        raise ValueError("no comparison of two outputs has been judged")
    strange = sorted(name for name in names if not _is_line(name, count))
    if strange:
        shown = ", ".join(strange[:LISTED]) + (", ..." if len(strange) > LISTED else "")
        raise ValueError(
            f"the judgments are about sentences {shown}, which are no lines of {count:,} sentences; "
            f"expected zero-based lines from 0 to {count - 1}"
        )
    return tuple(sorted(int(name) for name in names))


def judged_part(
    material: Material, outputs: Mapping[str, Sequence[str]], indices: Sequence[int]
) -> tuple[Material, dict[str, tuple[str, ...]]]:
    """Material and outputs of these sentences, to be scored as a test set of their own."""
    part = {system: tuple(lines[index] for index in indices) for system, lines in outputs.items()}
    return material.part(indices), part


def judged_mean(table: Judgments, metric: MetricScores) -> MetricScores:
    """The metric with the mean of its scores of judged sentences as corpus score.

    For a metric whose corpus score is no mean of sentence scores this is another number than its score of the
    judged part (`judged_part`), which only the scorer itself can compute.

    Raises:
        ValueError: there are no sentence scores, or a system lacks one of a judged sentence.
    """
    if not metric.sentences:
        raise ValueError(
            f"metric {metric.metric} has no scores of sentences, so that it cannot be restricted to some"
        )
    judged = sorted(_judged(table))
    if not judged:
        raise ValueError("no comparison of two outputs has been judged")
    means = {}
    restricted = {}
    for system, scores in metric.sentences.items():
        lacking = [sentence for sentence in judged if sentence not in scores]
        if lacking:
            raise ValueError(
                f"metric {metric.metric} has no score of sentence {lacking[0]} for {system}; "
                f"{len(lacking):,} of {len(judged):,} judged sentences lack one"
            )
        restricted[system] = {sentence: scores[sentence] for sentence in judged}
        means[system] = sum(restricted[system].values()) / len(judged)
    return MetricScores(metric.metric, means, sentences=restricted)


def _judged(table: Judgments) -> set[str]:
    """Sentences with a ranking of at least two distinct outputs."""
    compared = table.groups.max(axis=1, initial=NOT_COVERED_GROUP) > 0
    return {table.sentences[number] for number in table.sentence[compared].tolist()}


def _is_line(name: str, count: int) -> bool:
    return name.isascii() and name.isdigit() and name == str(int(name)) and int(name) < count
