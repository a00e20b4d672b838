"""Every system against every other: the matrix of Table 3d, and one system against all others."""

from dataclasses import dataclass
from typing import Any

from appraise_gec.presentation.numbers import NONE, counted, p_value, percent
from rankings.reports.sections.first_place import nothing_decided

Document = dict[str, Any]

LEVEL = 0.05
MARKS = ((0.01, "\u2021"), (0.05, "\u2020"), (0.1, "*"))


@dataclass(frozen=True, slots=True)
class Test:
    """A way to test two systems: its name in addresses, its title, the p-value's field, and what it does."""

    key: str
    title: str
    field: str
    words: str
    explanation: str


TESTS = (
    Test(
        "sentence-holm",
        "By sentence, corrected",
        "p_sentence_holm",
        "test by sentence with Holm's correction",
        "All comparisons of a sentence change sides together, and Holm's correction allows for the number of "
        "pairs of systems. What to rely on.",
    ),
    Test(
        "sentence",
        "By sentence",
        "p_sentence",
        "test by sentence",
        "All comparisons of a sentence change sides together. Right for one pair of systems chosen in "
        "advance; among many pairs, one in twenty is marked by chance.",
    ),
    Test(
        "sign-holm",
        "Sign test, corrected",
        "p_holm",
        "sign test with Holm's correction",
        "Takes all comparisons for independent, with Holm's correction for the number of pairs of systems.",
    ),
    Test(
        "sign",
        "Sign test, as published in 2015",
        "p_value",
        "sign test",
        "Takes all comparisons for independent and tests every pair of systems as if it were the only one: "
        "marks too many.",
    ),
)


@dataclass(frozen=True, slots=True)
class Duel:
    """One system against another, from its own point of view."""

    system: str
    opponent: str
    wins: int
    losses: int
    ties: int
    share: float | None
    sentences: int
    p: dict[str, float]


def head_to_head_context(result: Document, test: str, system: str) -> Document:
    """The matrix under one test, and one system against all others under all tests."""
    chosen = next((one for one in TESTS if one.key == test), TESTS[0])
    duels = all_duels(result)
    order = system_order(result)
    focus = system if system in order else (order[0] if order else "")
    return {
        "tests": TESTS,
        "test": chosen,
        "order": order,
        "matrix": [
            {"system": row, "cells": [_cell(duels.get((column, row)), chosen) for column in order]}
            for row in order
        ],
        "told_apart": told_apart_sentence(result, chosen),
        "focus": focus,
        "opponents": [
            _opponent(duels[focus, other]) for other in order if other != focus and (focus, other) in duels
        ],
        "has_ties_only": any(duel.share is None for duel in duels.values()),
    }


def system_order(result: Document) -> list[str]:
    """Best first; systems without a ranking at the end."""
    ranked = [one["system"] for one in result["ranking"]["systems"]]
    named = {one[key] for one in result.get("head_to_head", ()) for key in ("system_a", "system_b")}
    return ranked + sorted(named - set(ranked))


def all_duels(result: Document) -> dict[tuple[str, str], Duel]:
    """Both points of view of every pair of systems."""
    found = {}
    for one in result.get("head_to_head", ()):
        a, b, share = one["system_a"], one["system_b"], one["share_a"]
        p = {test.key: one[test.field] for test in TESTS}
        found[a, b] = Duel(a, b, one["wins_a"], one["wins_b"], one["ties"], share, one["sentences"], p)
        other = None if share is None else 1 - share
        found[b, a] = Duel(b, a, one["wins_b"], one["wins_a"], one["ties"], other, one["sentences"], p)
    return found


def told_apart(result: Document, test: Test) -> tuple[int, int]:
    """How many pairs of systems the test tells apart, of how many."""
    pairs = result.get("head_to_head", ())
    return sum(one[test.field] <= LEVEL for one in pairs), len(pairs)


def told_apart_sentence(result: Document, test: Test) -> str:
    """What the matrix says in one sentence."""
    apart, whole = told_apart(result, test)
    if not whole:
        return "There are no two systems to compare."
    if nothing_decided(result.get("total")):
        none = "The two systems are not" if whole == 1 else f"None of {whole:,} pairs of systems is"
        return f"{none} told apart: no comparison was decided."
    are = "is" if apart == 1 else "are"
    level = f"at the {percent(LEVEL)} level ({test.words})"
    return f"{apart:,} of {counted(whole, 'pair')} of systems {are} told apart {level}."


def mark_of(p: float) -> str:
    return next((mark for level, mark in MARKS if p <= level), "")


def share_text(share: float | None) -> str:
    """`.47` as Table 3d prints it."""
    return NONE if share is None else f"{share:.2f}".removeprefix("0")


def _cell(duel: Duel | None, test: Test) -> Document:
    """How the system of the column does against that of the row."""
    if duel is None:
        return {"text": "", "mark": "", "kind": "own", "words": ""}
    mark = mark_of(duel.p[test.key]) if duel.share is not None else ""
    share = 0.5 if duel.share is None else duel.share
    kind = "even" if share == 0.5 else "better" if share > 0.5 else "worse"
    words = (
        f"{duel.system} beat {duel.opponent} {duel.wins:,} times, lost {duel.losses:,} times and tied "
        f"{duel.ties:,} times; p {p_value(duel.p[test.key])}"
    )
    return {"text": share_text(duel.share), "mark": mark, "kind": kind, "words": words}


def _opponent(duel: Duel) -> Document:
    return {
        "system": duel.opponent,
        "share": share_text(duel.share),
        "wins": duel.wins,
        "losses": duel.losses,
        "ties": duel.ties,
        "sentences": duel.sentences,
        "tests": [
            {"p": p_value(duel.p[test.key]), "mark": mark_of(duel.p[test.key]), "title": test.title}
            for test in TESTS
        ],
    }
