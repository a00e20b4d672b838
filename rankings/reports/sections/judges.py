"""Judges against each other: the ranking of each, the ranking without each, and how far scores agree."""

from typing import Any

from appraise_gec.presentation.numbers import NONE, counted, listed, number, percent, ranks
from rankings.reports.result import report_result
from rankings.reports.sections.first_place import leaders, linked_groups, tells_nothing
from rankings.reports.sections.wording import unit_label
from rankings.tables.judge_statistics import per_judge

Document = dict[str, Any]


def judges_context(result: Document, published: bool) -> Document:
    """Tables 6 and 7, as the formula gives them or as they were published, and leave-one-judge-out."""
    rankings = result.get("judge_rankings") or {}
    version = "published" if published else "only"
    correlations = (result.get("judge_correlations") or {}).get("published" if published else "formula")
    typed = report_result(result)
    return {
        "statistics": per_judge(typed.judges, typed.total),
        "published": published,
        "by_judge": _judge_matrix(rankings.get(version), _systems(result)),
        "left_out": left_out(result),
        "left_out_sentence": left_out_sentence(result),
        "correlations": correlation_rows(correlations),
        "correlation_sentence": correlation_sentence(correlations),
    }


def correlation_rows(compared: Document | None) -> Document:
    """Table 6: Spearman's above the diagonal, Pearson's below; the last columns against all others."""
    if not compared:
        return {"judges": [], "rows": []}
    judges = compared["judges"]
    rows = []
    for a, judge in enumerate(judges):
        cells = [
            {
                "text": NONE if a == b else number(compared["spearman" if b > a else "pearson"][a][b], 2),
                "own": a == b,
            }
            for b in range(len(judges))
        ]
        rows.append(
            {
                "judge": judge,
                "cells": cells,
                "spearman": number(compared["spearman_rest"][a], 2),
                "pearson": number(compared["pearson_rest"][a], 2),
                "comparisons": compared["comparisons"][a],
            }
        )
    return {
        "judges": judges,
        "rows": rows,
        "spearman": number(compared["spearman_average"], 2),
        "pearson": number(compared["pearson_average"], 2),
    }


def correlation_sentence(compared: Document | None) -> str:
    """How well single judges agree with the rest, and who does least."""
    if not compared or compared["spearman_average"] is None:
        return ""
    known = [
        (value, judge)
        for value, judge in zip(compared["spearman_rest"], compared["judges"], strict=True)
        if value is not None
    ]
    lowest, odd = min(known)
    average = number(compared["spearman_average"], 2)
    return (
        "The order that follows from a single judge correlates with that of all others by "
        f"\u03c1 = {average} on average; least for {odd}, with {number(lowest, 2)}."
    )


def left_out(result: Document) -> Document:
    """The place of every system without each judge, and how it differs from the place with all."""
    found = (result.get("judge_rankings") or {}).get("without")
    reference = _reference(result, found)
    whole = {one["system"]: one["rank"] for one in reference if one["rank"] is not None}
    if len(linked_groups({"systems": reference})) > 1:
        return {"judges": [], "rows": [], "caption": ""}
    if not found or not any(judge["systems"] for judge in found["judges"]) or not whole:
        return {"judges": [], "rows": [], "caption": ""}
    places = [{one["system"]: one for one in judge["systems"]} for judge in found["judges"]]
    rows = []
    for system, rank in whole.items():
        cells = []
        for place in places:
            one = place.get(system)
            # Without this judge, comparisons may no longer link the systems.
            one = one if one and one.get("group", 1) == 1 else None
            moved = 0 if one is None else rank - one["rank"]
            cells.append(
                {
                    "rank": one["rank"] if one else NONE,
                    "ranks": ranks(one["rank_low"], one["rank_high"]) if one else "",
                    "moved": f"\u2191{moved}" if moved > 0 else f"\u2193{-moved}" if moved < 0 else "",
                    "words": _moved_words(moved),
                }
            )
        rows.append({"system": system, "rank": rank, "cells": cells})
    return {
        "judges": [one["judge"] for one in found["judges"]],
        "reasons": [one for one in found["judges"] if not one["systems"]],
        "rows": rows,
        "caption": _caption(found),
    }


def left_out_sentence(result: Document) -> str:
    """Whose absence changes who is first."""
    found = (result.get("judge_rankings") or {}).get("without")
    reference = _reference(result, found)
    if not found or not reference:
        return ""
    whole = {"systems": reference}
    first = leaders(whole)
    ranked = [one for one in found["judges"] if one["systems"] and len(linked_groups(one)) == 1]
    changing = [one for one in ranked if set(leaders(one)) != set(first)]
    if not ranked or tells_nothing(whole):
        return ""
    stay, lose = ("stays", "is not first") if len(first) == 1 else ("stay", "no longer share the first place")
    if not changing:
        return f"{listed(first)} {stay} first whichever judge is left out."
    named = listed([f"{one['judge']} ({listed(leaders(one))} first)" for one in changing])
    return f"{listed(first)} {lose} without {named}."


def _reference(result: Document, found: Document | None) -> list[Document]:
    """The ranking from all judges by the method of the judges' rankings."""
    if not found:
        return []
    candidates = (result["ranking"], *result.get("methods", ()))
    for one in candidates:
        if one["method"] == found["method"] and one["systems"]:
            systems: list[Document] = one["systems"]
            return systems
    return []


def _systems(result: Document) -> list[str]:
    return [one["system"] for one in result["ranking"]["systems"]]


def _judge_matrix(found: Document | None, order: list[str]) -> Document:
    """Table 7: for every judge the score, the range of ranks and the cluster of every system."""
    if not found or not found["judges"]:
        return {"judges": [], "rows": [], "caption": "", "reason": (found or {}).get("reason", "")}
    by_judge = [{one["system"]: one for one in judge["systems"]} for judge in found["judges"]]
    named = set(order) | {system for one in by_judge for system in one}
    rows = [
        {"system": system, "cells": [_judge_cell(one.get(system)) for one in by_judge]}
        for system in [*order, *sorted(named - set(order))]
    ]
    judges = [
        {"judge": one["judge"], "clusters": counted(one["clusters"], "cluster") if one["systems"] else ""}
        for one in found["judges"]
    ]
    return {
        "judges": judges,
        "rows": rows,
        "caption": _caption(found),
        "reasons": [one for one in found["judges"] if not one["systems"]],
        "reason": "",
    }


def _judge_cell(one: Document | None) -> Document:
    if one is None:
        return {"score": NONE, "ranks": "", "cluster": ""}
    return {
        "score": number(one["score"]),
        "ranks": ranks(one["rank_low"], one["rank_high"]),
        "cluster": NONE if one["cluster"] is None else one["cluster"],
    }


def _caption(found: Document) -> str:
    return (
        f"{found['title']}; {unit_label(found['unit'])} resampled {found['replicates']:,} times, "
        f"{percent(found['confidence'])} confidence"
    )


def _moved_words(moved: int) -> str:
    if not moved:
        return ""
    return f"{counted(abs(moved), 'place')} {'better' if moved > 0 else 'worse'} than with all judges"
