"""Words, tables and figures of the results so far."""

from typing import Any

from appraise_gec.present.numbers import count, number, span
from rankings.analysis.kappa import OverallAgreement
from rankings.desk.results_so_far import KeptResults, ResultsSoFar
from rankings.sections.progress import comparisons_table
from rankings.sections.ranking import ranking_figure, ranking_table


def results_context(kept: KeptResults) -> dict[str, Any]:
    """What the page shows of the last results; without any, only of their job."""
    context: dict[str, Any] = {"kept": kept}
    results = kept.results
    if results is None:
        return context
    ranking = results.ranking
    agreement = results.agreement
    return context | {
        "results": results,
        "between": _kappa_words(agreement.inter),
        "with_themselves": _kappa_words(agreement.intra),
        "ranking_figure": ranking_figure(ranking),
        "ranking_table": ranking_table(ranking, key="ranking-so-far"),
        "comparisons": _comparisons(results),
    }


def _comparisons(results: ResultsSoFar) -> Any:
    return comparisons_table(
        results.systems,
        results.comparisons,
        "Comparisons of every two systems so far",
        "system",
        ("Shaded from the fewest to the most. Systems that share an output tie, and that is counted."),
    )


def _kappa_words(found: OverallAgreement) -> str:
    """The value with its interval and what it rests on, or that there is none."""
    if found.kappa is None:
        return "not known yet"
    between = ""
    if found.low is not None and found.high is not None:
        between = f" (95 % interval {span(found.low, found.high)})"
    return f"{number(found.kappa)}{between} from {count(found.comparisons)} comparisons"
