"""`agreement`: kappa between judges and of judges with themselves (2015 paper, Table 2)."""

from dataclasses import asdict
from functools import partial
from typing import Any

from appraise_gec.command_line.documents import Answer
from appraise_gec.command_line.errors import refused_values
from appraise_gec.command_line.tables import aligned, count, decimal, fraction, matrix_labels, prose
from rankings.analysis.agreement import agreement
from rankings.analysis.agreement_measures import agreement_measures
from rankings.commands.judgment_files import Evaluation

KINDS = (("inter", "between judges"), ("intra", "with themselves"))


def agree(
    evaluation: Evaluation, *, least_comparisons: int, replicates: int, confidence: float, seed: int
) -> Answer:
    """Kappa as in the paper, overall and for every pair of judges, and what else the field uses."""
    settings: dict[str, Any] = {
        "least_comparisons": least_comparisons,
        "replicates": replicates,
        "confidence": confidence,
    }
    with refused_values(evaluation.place):
        found = agreement(evaluation.table, **settings, seed=seed)
        measures = agreement_measures(evaluation.table, **settings, seed=seed)
    result = {
        "inter": asdict(found.inter),
        "intra": asdict(found.intra),
        "pairs": [asdict(one) for one in found.pairs],
        "measures": [asdict(one) for one in measures],
        "unit": "sentences",
        **settings,
    }
    text = partial(agreement_tables, result, found.judges)
    return evaluation.answer("agreement", settings, result, text, seed)


def agreement_tables(result: dict[str, Any], judges: tuple[str, ...]) -> str:
    """Agreement for people."""
    share = f"{100 * result['confidence']:g} %"
    parts = [
        "Kappa of the 2015 paper",
        aligned(
            [
                ("", "kappa", f"{share} interval", "comparisons", "degree"),
                *(_overall(title, result[kind]) for kind, title in KINDS),
            ],
            left=(0, 4),
            rules=(1,),
        ),
        f"Intervals: {count(result['replicates'])} resamplings by sentences.",
        "By pair of judges; on the diagonal a judge's own repeated judgments",
        aligned(_matrix(result, judges), rules=(1,)),
        f"*  fewer than {result['least_comparisons']} comparisons: not printed, and not counted above.",
        "Other measures",
        aligned(
            [
                ("", "between judges", f"{share} interval", "themselves", f"{share} interval"),
                *((one["title"], *_short(one["inter"]), *_short(one["intra"])) for one in result["measures"]),
            ],
            rules=(1,),
        ),
        "\n".join(prose(f"{one['title']}: {one['applies']}") for one in result["measures"]),
    ]
    return "\n\n".join(parts)


def _overall(title: str, one: dict[str, Any]) -> tuple[str, ...]:
    return (title, *_short(one), count(one["comparisons"]), one["degree"])


def _short(one: dict[str, Any] | None) -> tuple[str, str]:
    if one is None:
        return "", ""
    between = f"{decimal(one['low'])} to {decimal(one['high'])}" if one["low"] is not None else ""
    return decimal(one["kappa"]), between


def _matrix(result: dict[str, Any], judges: tuple[str, ...]) -> list[tuple[str, ...]]:
    cells = {
        (one["judge_a"], one["judge_b"]): fraction(one["kappa"]) if one["enough"] else "*"
        for one in result["pairs"]
    }
    labels, columns = matrix_labels(judges)
    rows = (
        (label, *(cells.get((a, b), "") for b in judges)) for label, a in zip(labels, judges, strict=True)
    )
    return [("", *columns), *rows]
