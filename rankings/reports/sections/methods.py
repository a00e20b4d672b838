"""Rankings by several methods side by side."""

from dataclasses import dataclass
from typing import Any

from appraise_gec.presentation.numbers import NONE, counted, listed, number, ranks, span
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
    """Columns and rows of the table, and one method in full."""
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
