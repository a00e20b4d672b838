"""`validate`: which method predicts unseen judgments best (2015 paper, Table 4)."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from appraise_gec.cli.documents import Answer
from appraise_gec.cli.errors import refused_values
from appraise_gec.presentation.numbers import count, decimal
from appraise_gec.presentation.writers.terminal import aligned, prose
from rankings.analysis.scoring import Method, scoring_method
from rankings.analysis.validation import FoldUnit, validate
from rankings.commands.judgment_files import Evaluation

EXPLANATION = (
    "total order: on decided comparisons. clusters: on all comparisons; systems of one cluster predict a "
    "tie. All are means over folds, also what has to be beaten, which is known from all data at once. "
    "No order can do better than naming each pair's more frequent winner; where winners go round in a "
    "circle, none does as well."
)
AS_PUBLISHED = (
    "As published: resampling number r leaves out the folds whose number contains r, so that the tested fold "
    "is in training in most resamplings. Without --as-published, folds are clean."
)


def cross_validate(
    evaluation: Evaluation,
    *,
    methods: Sequence[Method],
    folds: int,
    replicates: int,
    unit: FoldUnit,
    confidence: float,
    as_published: bool,
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> Answer:
    """Cross-validate methods on the judgments."""
    settings = {
        "methods": list(methods),
        "folds": folds,
        "replicates": replicates,
        "unit": unit,
        "confidence": confidence,
        "as_published": as_published,
    }
    with refused_values(evaluation.place):
        found = validate(
            evaluation.table,
            methods,
            folds,
            replicates,
            unit=unit,
            confidence=confidence,
            seed=seed,
            as_published=as_published,
            progress=progress,
        )
    result = asdict(found)
    result.pop("seed")
    for one in result["methods"]:
        one["title"] = scoring_method(one["method"]).title
    return evaluation.answer("validate", settings, result, partial(accuracy_table, result), seed)


def accuracy_table(result: dict[str, Any]) -> str:
    """Accuracies for people, with what they have to beat."""
    rows = [
        ("accuracy in %", "total order", "clusters", "number of clusters"),
        *(
            (
                one["title"],
                _percent(one["accuracy_total_order"]),
                _percent(one["accuracy_clusters"]),
                decimal(one["clusters"], 1),
            )
            for one in result["methods"]
        ),
        ("no order can do better than", _percent(result["best_order"]), "", ""),
        ("always a tie", "", _percent(result["always_tie"]), ""),
        ("each pair's most frequent outcome", "", _percent(result["most_frequent"]), ""),
    ]
    heading = (
        f"Means over {count(result['folds'])} {'' if result['as_published'] else 'clean '}folds of "
        f"{result['unit']}{', as published in 2015' if result['as_published'] else ''}, "
        f"{count(result['replicates'])} resamplings of the training pairs each"
    )
    parts = [
        prose(heading),
        aligned(rows, rules=(1, len(rows) - 3)),
        prose(EXPLANATION),
    ]
    if result["as_published"]:
        parts.append(prose(AS_PUBLISHED))
    return "\n\n".join(parts)


def _percent(value: float) -> str:
    return decimal(100 * value, 2)
