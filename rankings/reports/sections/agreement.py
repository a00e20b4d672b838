"""Agreement of judges with each other and with themselves, by the paper's kappa and by its alternatives."""

from typing import Any

from appraise_gec.presentation.numbers import count, number
from appraise_gec.words import listed, words
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
    inter, intra = agreement.inter, agreement.intra
    compared = inter.comparisons + intra.comparisons
    parts = []
    if inter.kappa is not None:
        parts.append(words("%(agreement)s between judges (%(kappa)s)", **_in_words(inter)))
    if intra.kappa is not None:
        parts.append(words("%(agreement)s of judges with themselves (%(kappa)s)", **_in_words(intra)))
    if not parts and compared:
        return words(
            "Judges agree in all %(n)s shared comparisons, but kappa is undefined: all answers are of one "
            "kind, so that chance alone would make them agree.",
            n=count(compared),
        )
    if not parts:
        return words("Judges share too few comparisons to measure agreement.")
    return words("There is %(agreement)s.", agreement=listed(parts))


DEGREES: dict[str, str] = {
    "none": words("no agreement"),
    "slight": words("slight agreement"),
    "weak": words("weak agreement"),
    "moderate": words("moderate agreement"),
    "substantial": words("substantial agreement"),
    "almost perfect": words("almost perfect agreement"),
}


def _in_words(value: OverallAgreement) -> dict[str, str]:
    kappa = words("\u03ba\u00a0=\u00a0%(kappa)s", kappa=number(value.kappa, 2))
    return {
        "agreement": DEGREES.get(value.degree) or words("%(degree)s agreement", degree=value.degree),
        "kappa": kappa,
    }
