"""Words, tables and figures of the results so far."""

from typing import Any

from appraise_gec.present.numbers import count, number, span
from rankings.analysis.kappa import OverallAgreement
from rankings.charts.ranking import ranking as ranking_figure
from rankings.desk.results_so_far import KeptResults, ResultsSoFar
from rankings.tables.comparisons import comparisons_table
from rankings.tables.ranking import ranking_table


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
        "ranking_table": ranking_table(ranking, "ranking-so-far"),
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
