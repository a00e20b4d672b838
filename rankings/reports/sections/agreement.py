"""Agreement of judges with each other and with themselves, by the paper's kappa and by its alternatives."""

from typing import Any

from appraise_gec.present.numbers import count, number
from appraise_gec.words import listed
from rankings.analysis.agreement import Agreement
from rankings.analysis.kappa import OverallAgreement
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
    inter, intra = agreement.inter, agreement.intra
    compared = inter.comparisons + intra.comparisons
    parts = []
    if inter.kappa is not None:
        parts.append("{agreement} between judges ({kappa})".format(**_in_words(inter)))
    if intra.kappa is not None:
        parts.append("{agreement} of judges with themselves ({kappa})".format(**_in_words(intra)))
    if not parts and compared:
        return (
            f"Judges agree in all {count(compared)} shared comparisons, but kappa is undefined: "
            "all answers are of one kind, so that chance alone would make them agree."
        )
    if not parts:
        return "Judges share too few comparisons to measure agreement."
    return f"There is {listed(parts)}."


DEGREES: dict[str, str] = {
    "none": "no agreement",
    "slight": "slight agreement",
    "weak": "weak agreement",
    "moderate": "moderate agreement",
    "substantial": "substantial agreement",
    "almost perfect": "almost perfect agreement",
}


def _in_words(value: OverallAgreement) -> dict[str, str]:
    kappa = f"\u03ba\u00a0=\u00a0{number(value.kappa, 2)}"
    return {
        "agreement": DEGREES.get(value.degree) or f"{value.degree} agreement",
        "kappa": kappa,
    }
