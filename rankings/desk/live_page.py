"""Words, tables and charts of the results so far."""

from typing import Any

from django.utils.translation import gettext as _

from appraise_gec.presentation.numbers import count, number, percent, span
from appraise_gec.words import in_readers_language
from rankings.analysis.results.agreement import OverallAgreement
from rankings.charts.ranking_so_far import ranking_so_far
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
    level = percent(ranking.confidence)
    agreement = results.agreement
    return context | {
        "results": results,
        "between": _kappa_words(agreement.inter),
        "with_themselves": _kappa_words(agreement.intra),
        "ranking_chart": ranking_so_far(
            ranking,
            _("%(method)s, with %(level)s interval") % {"method": ranking.title, "level": level},
            _("Score and %(level)s interval of each system, best first:") % {"level": level},
        ),
        "ranking_table": ranking_table(ranking, "ranking-so-far"),
        "comparisons": _comparisons(results),
    }


def _comparisons(results: ResultsSoFar) -> Any:
    return comparisons_table(
        results.systems,
        results.comparisons,
        _("Comparisons of every two systems so far"),
        _("system"),
        _("Shaded from the fewest to the most. Systems that share an output tie, and that is counted."),
    )


def _kappa_words(found: OverallAgreement) -> str:
    """The value with its interval and what it rests on, or that there is none."""
    if found.kappa is None:
        return _("not known yet")
    words = {
        "kappa": in_readers_language(number(found.kappa)),
        "comparisons": in_readers_language(count(found.comparisons)),
    }
    if found.low is None or found.high is None:
        return _("%(kappa)s from %(comparisons)s comparisons") % words
    words["interval"] = in_readers_language(span(found.low, found.high))
    return _("%(kappa)s (95 %% interval %(interval)s) from %(comparisons)s comparisons") % words
