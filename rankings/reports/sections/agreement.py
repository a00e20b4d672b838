"""Agreement of judges with each other and with themselves, by the paper's kappa and by its alternatives."""

from typing import Any

from appraise_gec.presentation.numbers import number
from rankings.analysis.results.agreement import Agreement, OverallAgreement
from rankings.tables.agreement import agreement_tables


def agreement_context(agreement: Agreement) -> dict[str, Any]:
    """Tables 2a and 2b, and the alternatives."""
    return {
        "agreement": agreement,
        "agreement_sentence": agreement_sentence(agreement),
        "tables": agreement_tables(agreement),
    }


def agreement_sentence(agreement: Agreement) -> str:
    """Both overall values in words."""
    values = ((agreement.inter, "between judges"), (agreement.intra, "of judges with themselves"))
    parts = [_in_words(value, whose) for value, whose in values if value.kappa is not None]
    compared = sum(value.comparisons for value, _ in values)
    if not parts and compared:
        return (
            f"Judges agree in all {compared:,} shared comparisons, but kappa is undefined: all answers are "
            "of one kind, so that chance alone would make them agree."
        )
    if not parts:
        return "Judges share too few comparisons to measure agreement."
    return f"There is {' and '.join(parts)}."


def _in_words(value: OverallAgreement, whose: str) -> str:
    degree = "no" if value.degree == "none" else value.degree
    return f"{degree} agreement {whose} (\u03ba\u00a0=\u00a0{number(value.kappa, 2)})"
