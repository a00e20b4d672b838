"""Agreement of judges with each other and with themselves, by the paper's kappa and by its alternatives."""

from dataclasses import dataclass
from typing import Any

from rankings.reports.options import REPLICATES_OF_SIDE_PARTS
from rankings.reports.sections.wording import NONE, number

Document = dict[str, Any]

TOO_FEW = "*"
KINDS = ("inter", "intra")


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One judge's line of Table 2b."""

    judge: str
    cells: list[dict[str, str]]


def agreement_context(result: Document) -> Document:
    """Tables 2a and 2b, and the alternatives."""
    agreement = result["agreement"]
    return {
        "agreement": [
            agreement_row("Inter-annotator", "between judges", agreement["inter"]),
            agreement_row("Intra-annotator", "of judges with themselves", agreement["intra"]),
        ],
        "agreement_sentence": agreement_sentence(result),
        "matrix": agreement_matrix(agreement),
        "matrix_has_stars": any(not one["enough"] for one in agreement["pairs"]),
        "measure_replicates": min(agreement["replicates"], REPLICATES_OF_SIDE_PARTS),
        "measures": [
            {
                "name": one["name"],
                "title": one["title"],
                "applies": one["applies"][:1].upper() + one["applies"][1:],
                "values": [agreement_row("", "", one[kind]) if one[kind] else None for kind in KINDS],
            }
            for one in result.get("agreement_measures", ())
        ],
    }


def agreement_row(name: str, explanation: str, overall: Document) -> Document:
    """A line of Table 2a."""
    known = overall["kappa"] is not None
    interval = NONE
    if overall["low"] is not None:
        interval = f"{number(overall['low'], 2)} to {number(overall['high'], 2)}"
    return {
        "name": name,
        "explanation": explanation,
        "kappa": number(overall["kappa"], 2),
        "interval": interval,
        "degree": overall["degree"].capitalize() if known else "Too few shared comparisons",
        "comparisons": overall["comparisons"],
    }


def agreement_matrix(agreement: Document) -> list[MatrixRow]:
    """Table 2b: pairs of judges above the diagonal, judges with themselves on it."""
    judges = agreement["judges"]
    pairs = {(one["judge_a"], one["judge_b"]): one for one in agreement["pairs"]}
    rows = []
    for a, judge in enumerate(judges):
        cells = [{"text": "", "title": ""} for _ in judges[:a]]
        cells += [_kappa_cell(pairs[judge, other]) for other in judges[a:]]
        rows.append(MatrixRow(judge, cells))
    return rows


def agreement_sentence(result: Document) -> str:
    """Both overall values in words."""
    inter, intra = result["agreement"]["inter"], result["agreement"]["intra"]
    told = []
    if inter["kappa"] is not None:
        told.append(f"{_degree(inter)} between judges ({_kappa(inter)})")
    if intra["kappa"] is not None:
        told.append(f"{_degree(intra)} of judges with themselves ({_kappa(intra)})")
    if not told:
        return "Judges share too few comparisons to measure agreement."
    return f"There is {' and '.join(told)}."


def _degree(overall: Document) -> str:
    return f"{'no' if overall['degree'] == 'none' else overall['degree']} agreement"


def _kappa(overall: Document) -> str:
    return f"\u03ba\u00a0=\u00a0{number(overall['kappa'], 2)}"


def _kappa_cell(pair: Document) -> dict[str, str]:
    compared = pair["comparisons"]
    title = f"{compared:,} comparison{'' if compared == 1 else 's'}"
    if not pair["enough"]:
        return {"text": TOO_FEW, "title": title}
    return {"text": number(pair["kappa"], 2), "title": title}
