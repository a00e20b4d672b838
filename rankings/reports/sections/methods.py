"""Rankings by several methods side by side, and which method predicts judgments best."""

from dataclasses import dataclass
from typing import Any

from appraise_gec.presentation.numbers import NONE, counted, listed, number, percent, ranks, span
from rankings.analysis.methods import registration
from rankings.reports.sections.first_place import leaders, linked_groups, share_first_place, tells_nothing
from rankings.reports.sections.wording import unit_label

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class MethodColumn:
    """One method: how its ranking was made, and its cells in the order of the table's systems."""

    key: str
    method: str
    title: str
    caption: str
    explanation: str
    clusters: str
    ranking: Document


def side_by_side(result: Document) -> list[Document]:
    """The rankings to show: the leading one in place of its smaller double."""
    leading = result["ranking"]
    others = [
        one
        for one in result.get("methods", ())
        if (one["method"], one["unit"]) != (leading["method"], leading["unit"])
    ]
    return [one for one in (leading, *others) if one["systems"]]


def methods_context(result: Document, chosen: str) -> Document:
    """Columns and rows of the table, one method in full, and cross-validation."""
    shown = side_by_side(result)
    columns = [_column(one) for one in shown]
    order = [one["system"] for one in result["ranking"]["systems"]]
    by_method = [{one["system"]: one for one in ranking["systems"]} for ranking in shown]
    rows = [
        {"system": system, "cells": [_cell(found.get(system)) for found in by_method]} for system in order
    ]
    full = next((one for one in columns if one.key == chosen), columns[0] if columns else None)
    return {
        "columns": columns,
        "method_rows": rows,
        "full_key": full.key if full else "",
        "full_ranking": full.ranking if full else None,
        "order_sentence": order_sentence(shown),
        "validation": validation_tables(result.get("validation")),
        "validation_asked": result.get("validation") is not None,
    }


def order_sentence(shown: list[Document]) -> str:
    """Whether the methods agree on who is first, and how far their places lie apart."""
    if len(shown) < 2:
        return ""
    if len(linked_groups(shown[0])) > 1:
        return "No comparison links all systems, so they have no common order by any method."
    if all(map(tells_nothing, shown)):
        return f"All {len(shown)} methods give all systems the same score."
    leading, *others = shown
    first = leaders(leading)
    dissenting = [one for one in others if set(leaders(one)) != set(first)]
    place = {one["system"]: one["rank"] for one in leading["systems"]}
    moved = max(
        abs(one["rank"] - place[one["system"]])
        for ranking in others
        for one in ranking["systems"]
        if place.get(one["system"]) is not None
    )
    if dissenting:
        named = listed([f"{listed(leaders(one))} by {one['title']}" for one in dissenting])
        opening = f"{share_first_place(first)} by {leading['title']}, but {named}."
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


def _column(ranking: Document) -> MethodColumn:
    return MethodColumn(
        key=f"{ranking['method']}-{ranking['unit']}",
        method=ranking["method"],
        title=ranking["title"],
        caption=f"{unit_label(ranking['unit'])}, {ranking['replicates']:,} replicates",
        explanation=registration(ranking["method"]).explanation,
        clusters=counted(ranking["clusters"], "cluster"),
        ranking=ranking,
    )


def _cell(one: Document | None) -> Document:
    if one is None:
        return {"score": NONE, "interval": "", "ranks": "", "cluster": ""}
    return {
        "score": number(one["score"]),
        "interval": span(one["score_low"], one["score_high"]),
        "ranks": ranks(one["rank_low"], one["rank_high"]),
        "cluster": NONE if one["cluster"] is None else one["cluster"],
    }


def _percentage(share: float | None) -> str:
    """With all digits, so that numbers of a column line up."""
    return NONE if share is None else f"{100 * share:.2f}\u00a0%"
