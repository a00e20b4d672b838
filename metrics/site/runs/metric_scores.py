"""Stored scores of a run as those that are compared with people."""

from metrics.models import MetricRun
from metrics.site.runs.names import scorer_of
from metrics.validation.score_table import MetricScores

ROWS_AT_ONCE = 500


def metric_scores(run: MetricRun, name: str) -> MetricScores:
    """All scores of a finished run, under the name that tables have for it."""
    scorer = scorer_of(run)
    has_parts = scorer is not None and scorer.is_f_of_parts
    scores: dict[str, float] = {}
    precision: dict[str, float] = {}
    recall: dict[str, float] = {}
    sentences: dict[str, dict[str, float]] = {}
    for system, score, values in run.system_scores.values_list("system__name", "score", "parts"):
        scores[system] = score
        if has_parts and {"precision", "recall"} <= set(values):
            precision[system], recall[system] = values["precision"], values["recall"]
    rows = run.sentence_scores.order_by("index").values_list("index", "scores")
    for index, of_systems in rows.iterator(chunk_size=ROWS_AT_ONCE):
        for system, numbers in of_systems.items():
            sentences.setdefault(system, {})[str(index)] = numbers[0]
    return MetricScores(name, scores, precision, recall, sentences)
