"""Rankings by several methods side by side, and which method predicts judgments best."""

from dataclasses import dataclass
from typing import Any

from appraise_gec.presentation.numbers import NONE, counted, listed, number, percent
from rankings.analysis.ranking_results import SystemRanking
from rankings.reports.result import ReportResult
from rankings.reports.sections.first_place import leaders, share_first_place, tells_nothing
from rankings.reports.sections.ranking import method_heading
from rankings.tables.methods import methods_table, side_by_side
from rankings.tables.ranking import ranking_table

Document = dict[str, Any]

EXPLANATIONS = {
    "expected-wins": "For each opponent the share of wins among decided comparisons, then the mean over "
    "opponents. Ties are left out (2015 paper, section 5.1).",
    "expected-wins-half-ties": "As Expected Wins, with each tie as half a win for both, so that a system is "
    "not rewarded for winning rarely but never losing.",
    "bradley-terry": "Strengths on a log scale that make all outcomes most likely, ties among them "
    "(Davidson 1970). Uses whom a system was compared with.",
    "bradley-terry-half-ties": "Strengths on a log scale, with each tie as half a win for both.",
    "bradley-terry-without-ties": "Strengths on a log scale from decided comparisons alone.",
    "trueskill-mean-field": "What TrueSkill as at WMT14 gives on average, computed without simulation "
    "(Sakaguchi et al. 2014). Ties pull scores together.",
    "trueskill": "TrueSkill as at WMT14: comparisons are drawn by chance, the most uncertain system first "
    "(Sakaguchi et al. 2014).",
}


@dataclass(frozen=True, slots=True)
class Method:
    """One of the methods side by side, with its address and its explanation."""

    key: str
    title: str
    explanation: str


def methods_context(result: ReportResult, chosen: str) -> Document:
    """Rankings by several methods, one of them in full, and cross-validation."""
    shown = {f"{one.method}-{one.unit}": one for one in side_by_side(result.ranking, result.methods)}
    full_key = chosen if chosen in shown else next(iter(shown), "")
    full = shown.get(full_key)
    return {
        "methods": [_method(key, one, result.ranking.unit) for key, one in shown.items()],
        "methods_table": methods_table(result.ranking, result.methods),
        "full_key": full_key,
        "full": ranking_table(full, "methods") if full else None,
        "full_heading": method_heading(full) if full else "",
        "order_sentence": order_sentence(list(shown.values())),
        "validation": validation_tables(result.validation),
        "validation_asked": result.validation is not None,
    }


def order_sentence(shown: list[SystemRanking]) -> str:
    """Whether the methods agree on who is first, and how far their places lie apart."""
    if len(shown) < 2:
        return ""
    if len(shown[0].groups) > 1:
        return "No comparison links all systems, so they have no common order by any method."
    if all(map(tells_nothing, shown)):
        return f"All {len(shown)} methods give all systems the same score."
    leading, *others = shown
    first = leaders(leading)
    dissenting = [one for one in others if set(leaders(one)) != set(first)]
    places = {one.system: one.rank for one in leading.systems if one.rank is not None}
    moved = max(
        abs(one.rank - places[one.system])
        for ranking in others
        for one in ranking.systems
        if one.rank is not None and one.system in places
    )
    if dissenting:
        named = listed([f"{listed(leaders(one))} by {one.title}" for one in dissenting])
        opening = f"{share_first_place(first)} by {leading.title}, but {named}."
    else:
        opening = f"{share_first_place(first)} by all {len(shown)} methods."
    if moved == 0:
        return f"{opening} They put all systems in the same order."
    return f"{opening} No system moves by more than {counted(moved, 'place')}."


def validation_tables(validations: list[Document] | None) -> list[Document]:
    """One table for each unit of folds, with what every method has to beat."""
    return [_validation_table(one) for one in validations or ()]


def _validation_table(one: Document) -> Document:
    if not one["methods"]:
        return {"unit": one["unit"], "rows": [], "reason": one["reason"], "caption": "", "verdict": ""}
    rows = [
        {
            "title": row["title"],
            "order": _percentage(row["accuracy_total_order"]),
            "clusters": _percentage(row["accuracy_clusters"]),
            "number": number(row["clusters"], 1),
            "yardstick": False,
        }
        for row in one["methods"]
    ]
    yardsticks = (
        ("Always predicting a tie", None, one["always_tie"], 1.0),
        ("No order can do better than", one["best_order"], None, None),
        ("The best that knowing the systems can do", None, one["most_frequent"], None),
    )
    rows += [
        {
            "title": title,
            "order": _percentage(order),
            "clusters": _percentage(clusters),
            "number": number(count, 0),
            "yardstick": True,
        }
        for title, order, clusters, count in yardsticks
    ]
    folds = f"{one['folds']} clean folds of {one['unit']}"
    return {
        "unit": one["unit"],
        "rows": rows,
        "reason": "",
        "caption": f"{folds}, pairs resampled {one['replicates']:,} times in each, "
        f"{percent(one['confidence'])} confidence",
        "verdict": _verdict(one),
    }


def _verdict(one: Document) -> str:
    known = [row for row in one["methods"] if row["accuracy_total_order"] is not None]
    if not known:
        return "No comparison was decided, so no order can be tested."
    order = {row["title"]: round(100 * row["accuracy_total_order"], 2) for row in known}
    best, worst = max(order.values()), min(order.values())
    leaders = [title for title, value in order.items() if value == best]
    if best == worst:
        opening = f"All methods order unseen decided comparisons equally well, right in {best:.2f}\u00a0%."
    else:
        opening = (
            f"Unseen decided comparisons are ordered best by {listed(leaders)}, right in {best:.2f}\u00a0%; "
            f"the last method is {best - worst:.2f} percentage points behind."
        )
    sentences = [opening]
    clustered = max(row["accuracy_clusters"] for row in one["methods"])
    if one["always_tie"] >= clustered:
        sentences.append(
            f"Always predicting a tie is right in {_percentage(one['always_tie'])} of all comparisons, more "
            "often than the clusters of any method: accuracy by clusters rewards few clusters, and is no "
            "ground to choose a method by."
        )
    return " ".join(sentences)


def _method(key: str, ranking: SystemRanking, unit: str) -> Method:
    title = ranking.title if ranking.unit == unit else f"{ranking.title}, {ranking.unit}"
    return Method(key, title, EXPLANATIONS.get(ranking.method, ""))


def _percentage(share: float | None) -> str:
    """With all digits, so that numbers of a column line up."""
    return NONE if share is None else f"{100 * share:.2f}\u00a0%"
