"""`agreement`: kappa between judges and of judges with themselves (2015 paper, Table 2)."""

from typing import Any

from appraise_gec.cli.documents import Answer
from appraise_gec.cli.errors import refused_values
from appraise_gec.presentation.writers import terminal
from rankings.analysis.agreement_measures import full_agreement
from rankings.commands.judgment_files import Evaluation
from rankings.formats.json_form import to_json
from rankings.tables.agreement import agreement_tables


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
        agreement = full_agreement(evaluation.table, **settings, seed=seed)

    def text() -> str:
        return "\n\n".join(map(terminal.write, agreement_tables(agreement)))

    return evaluation.answer("agreement", settings, to_json(agreement), text, seed)
